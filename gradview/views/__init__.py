"""Panels, each a way to look at a result. They know nothing of how a number was computed."""
