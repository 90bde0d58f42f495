"""Parsed units -> the model of one extension."""
