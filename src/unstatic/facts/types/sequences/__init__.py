"""Struct sequences: what makes them, asks for them and sets their slots."""
