"""Results handed over: files, patches, version control, findings for other programs."""
