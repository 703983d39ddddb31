"""The version of gradview."""

__version__ = "0.1.0"
