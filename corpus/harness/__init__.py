"""Builds original and migrated extensions, probes both in child processes and compares what they do."""
