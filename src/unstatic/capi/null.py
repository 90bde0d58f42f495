"""Null pointers: how C and C++ spell them, and the other zeros that memory starts as."""

NULL = frozenset((b"NULL", b"nullptr", b"0", b"0L"))
ZERO = NULL | {b"0u", b"0U", b"false"}
