"""Conditional groups: what their conditions mean, and parses in which others are active."""
