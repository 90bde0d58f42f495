"""Conditions of build files in a logic of three values: None is what can't be told here."""

from __future__ import annotations


def opposite(one: bool | None) -> bool | None:
    """Return `not one`."""
    return None if one is None else not one


def both(one: bool | None, other: bool | None) -> bool | None:
    """Return `one and other`."""
    if one is False or other is False:
        return False
    return None if one is None or other is None else True


def either(one: bool | None, other: bool | None) -> bool | None:
    """Return `one or other`."""
    return opposite(both(opposite(one), opposite(other)))
