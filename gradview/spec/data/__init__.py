"""The experiment's numbers, in float64 and by NumPy alone: the same on every machine for the same seed."""
