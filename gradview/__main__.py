"""`python -m gradview` is the command `gradview`."""

import sys

from gradview.cli import main

if __name__ == "__main__":  # a worker process imports this module too
    sys.exit(main())
