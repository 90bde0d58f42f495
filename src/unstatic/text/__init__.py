"""Bytes of sources: files and places in them, edits, diffs."""
