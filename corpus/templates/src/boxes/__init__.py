"""Boxes of ints, of objects and of pairs of bytes, and pairs."""
