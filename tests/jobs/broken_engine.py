"""An engine whose TensorFlow is installed and cannot be loaded."""

raise ImportError("libcudart.so.12: cannot open shared object file\nFailed to load the native runtime")
