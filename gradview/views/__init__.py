"""Panels, each a way to look at a result. They see results and the spec, and know nothing of how a number was computed."""
