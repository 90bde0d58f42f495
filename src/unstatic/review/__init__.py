"""A migration as a person reviews it: one type, one global or the initialisation at a time."""
