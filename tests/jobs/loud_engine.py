"""An engine whose import writes to both outputs, past Python too."""

import os
import sys

from tests.jobs.fake_compute import compute as compute

print("loud" * 50_000)
print("loud" * 50_000, file=sys.stderr)
os.write(1, b"\0\1\2\3" * 10_000)
os.write(2, b"\0\1\2\3" * 10_000)
