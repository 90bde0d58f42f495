"""A project on disk: its extensions, their sources, and how those are compiled."""
