"""Each model kind as a chain of loop models."""
