"""The format strings of `PyArg_ParseTuple` and kin: which arguments each of their units takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

_SUFFIXES = {
    **dict.fromkeys((b"s", b"z", b"y", b"u", b"Z", b"w"), (b"#", b"*")),
    b"e": (b"s#", b"t#", b"s", b"t"),
    b"O": (b"!", b"&"),
}
_EXTRA = {b"#": 2, b"!": 2, b"&": 2, b"es#": 3, b"et#": 3, b"es": 2, b"et": 2}
_PLAIN = b"szyuZwUSYOnbBhHiIlkLKcCfdDp"


@dataclass(frozen=True, slots=True)
class FormatUnit:
    """One unit, such as `O&`; `offset` counts bytes in the format, `argument` those after the format's variables."""

    text: bytes
    offset: int
    argument: int
    is_optional: bool
    is_nested: bool


def format_units(text: bytes) -> tuple[FormatUnit, ...] | None:
    """Return the units of a format string, without its quotes; None if it can't be read."""
    try:
        return tuple(_units(text))
    except ValueError:
        return None


def _units(text: bytes) -> Iterator[FormatUnit]:
    position = argument = depth = 0
    optional = False
    while position < len(text):
        letter = text[position : position + 1]
        if letter in (b":", b";"):
            return
        if letter in (b"|", b"$", b"(", b")", b" "):
            optional = optional or letter == b"|"
            depth += {b"(": 1, b")": -1}.get(letter, 0)
            position += 1
            continue
        unit = _unit(text, position)
        yield FormatUnit(unit, position, argument, optional, depth > 0)
        argument += _EXTRA.get(unit, _EXTRA.get(unit[1:], 1))
        position += len(unit)


def _unit(text: bytes, position: int) -> bytes:
    """Return the unit at *position*. Raises ValueError if there is none."""
    letter = text[position : position + 1]
    rest = text[position + 1 :]
    suffix = next((item for item in _SUFFIXES.get(letter, ()) if rest.startswith(item)), b"")
    if letter not in _PLAIN and not (letter == b"e" and suffix):
        raise ValueError(letter)
    return letter + suffix
