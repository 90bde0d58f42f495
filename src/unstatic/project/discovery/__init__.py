"""Reads build files without running them: which extension modules there are, and how their sources are compiled."""
