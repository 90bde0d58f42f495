"""Readers of build files, one for each format."""
