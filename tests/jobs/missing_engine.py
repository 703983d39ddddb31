"""An engine on a machine without TensorFlow."""

raise ModuleNotFoundError("No module named 'tensorflow'", name="tensorflow")
