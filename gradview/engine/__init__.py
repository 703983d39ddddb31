"""The engine: loops as models of one step, forward loop and reverse sweep. It alone imports TensorFlow."""

import os

# TensorFlow tells its build on stderr unless it was asked not to before its import.
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
