"""Structs of the project that carry the state to callbacks, and whose objects outlive a call."""
