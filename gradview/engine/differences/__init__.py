"""The check: central differences in float64 against the sweep, with which they share no code."""
