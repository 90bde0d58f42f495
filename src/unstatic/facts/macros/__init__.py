"""Macros of the project: what they write, and what their names stand for."""
