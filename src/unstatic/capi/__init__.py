"""The C API of CPython: what its functions, slots and macros do, one row for each."""
