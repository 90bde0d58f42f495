"""Migrate CPython C extensions from static types to heap types and module state."""

__version__ = "0.1.0"
