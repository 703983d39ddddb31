"""gradview's tests, in folders as the package."""
