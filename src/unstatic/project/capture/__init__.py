"""Learns from one build how each source is really compiled, and what is linked together."""
