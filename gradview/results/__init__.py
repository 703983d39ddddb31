"""What came out of a run: named arrays with dims, their files, the estimate. Knows no Qt, no TensorFlow."""
