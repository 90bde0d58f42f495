"""Builds an extension before and after, probes both in child processes, and compares what they do."""
