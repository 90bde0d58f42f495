"""The machine: signals, the cache's folder, which files a run read."""
