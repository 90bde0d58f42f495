"""What unstatic costs, and what it finds, next to tools that look at the same sources: `make bench`."""
