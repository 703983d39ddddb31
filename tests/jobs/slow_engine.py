"""An engine that takes as long to import as TensorFlow."""

import time

from tests.jobs.fake_compute import compute as compute

time.sleep(3)
