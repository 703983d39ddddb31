"""The window: what is open, what runs, and where everything stands. It never imports TensorFlow."""
