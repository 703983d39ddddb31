"""What came out of a run: named arrays with dims, their files, reductions, the estimate. Knows neither Qt nor TensorFlow."""
