"""Decisions on one extension as data."""
