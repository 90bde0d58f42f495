"""Facts of one extension as data: types, globals, functions, macros."""
