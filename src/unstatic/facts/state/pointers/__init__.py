"""Pointers by which functions of the extension call each other."""
