"""The module state: which functions need it, and where it comes from."""
