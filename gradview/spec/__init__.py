"""What to compute: the experiment as data, checked. Knows neither TensorFlow nor Qt."""
