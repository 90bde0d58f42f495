"""The walk in C: finds what the modules in the folder above find, in one call for each unit, where it was compiled."""
