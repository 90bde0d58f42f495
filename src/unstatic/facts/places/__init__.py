"""Places in C code: scopes, order, where a declaration can stand."""
