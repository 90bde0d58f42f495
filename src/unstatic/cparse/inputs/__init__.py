"""Inputs of a parse: which headers it reads, and what was parsed before."""
