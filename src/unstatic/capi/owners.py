"""Classes of C++ libraries that own a reference to a Python object, one row each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Owner:
    """A class whose objects take over the reference that they are made of, or are assigned."""

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
