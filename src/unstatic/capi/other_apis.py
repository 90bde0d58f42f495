"""APIs of other packages that extensions use: datetime, NumPy, and headers that projects copy.

Sources: "DateTime Objects" in the C API manual, "Array API" in NumPy's, `__multiarray_api.py` of NumPy.
"""

from dataclasses import dataclass

IMPORT_DATETIME = b"PyDateTime_IMPORT"
MODULES = {
    IMPORT_DATETIME: "datetime",
    b"PyDateTimeAPI": "datetime",
    b"import_array": "numpy",
    b"import_array1": "numpy",
    b"_import_array": "numpy",
    b"import_umath": "numpy",
}
"""What fills a variable of a header, one for the process, with objects of the module whose API it is (G85)."""
OWNING_TABLES = frozenset((b"PyDateTimeAPI",))
"""Pointers to the C API of a module whose members are that module's own objects: `PyDateTimeAPI->DateType`."""
LOADED_ONCE = frozenset(("numpy",))
"""Of these modules, a process has one: imported in a further interpreter, they raise ImportError."""
CRASHING_BEFORE = {"decimal": (3, 13), "_decimal": (3, 13)}
"""Modules of the standard library that crash once one of several interpreters with them ends: before which Python.

`_decimal` kept its context variable in a C variable, which each import replaced, and which the end of its interpreter
freed, until it got a module state in 3.13 (gh-103092). Seen on 3.9 to 3.12 with the debug allocator.
"""
NUMPY_IMPORTS = (b"import_array", b"import_umath")
"""Each has a sibling, with 1 at the end, that returns its argument."""
VENDORED_HEADERS = frozenset(("pythoncapi_compat.h", "pythoncapi-compat.h", "npy_3kcompat.h", "pybind11.h", "uthash.h"))
"""Headers that projects copy from elsewhere."""


@dataclass(frozen=True, slots=True)
class Owner:
    """A C++ class whose objects take over the reference that they are made of, or are assigned."""

    name: str
    gives_new: frozenset[bytes]
    """The methods that return a new reference."""


OWNERS = {
    item.name: item
    for item in (
        Owner(
            "cppy::ptr",
            frozenset(
                (
                    *(b"release", b"getattr", b"getitem", b"call", b"iter", b"next"),
                    *(b"repr", b"str", b"bytes", b"unicode"),
                )
            ),
        ),
    )
}
