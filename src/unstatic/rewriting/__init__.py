"""Edits that several rewrites share."""
