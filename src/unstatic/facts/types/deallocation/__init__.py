"""Deallocators: where they free, what they own, whom they delegate to."""
