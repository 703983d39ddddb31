"""The expression language: text to a checked tree. Nothing is evaluated here."""
