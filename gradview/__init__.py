"""gradview: where the gradient goes inside a loop."""
