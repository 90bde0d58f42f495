"""The module object: how it is made, initialised, found and kept."""
