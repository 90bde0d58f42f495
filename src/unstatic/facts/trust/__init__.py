"""Limits of what is read and edited: generated files, comments that keep, names that can't be explained."""
