"""The lines that visit or clear each object of a field: of a struct's members, in loops over arrays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from unstatic.facts.references.aggregates.object_structs import object_places
from unstatic.model.extension import Extension, Global, GlobalKind
from unstatic.rewriting.style import Style
from unstatic.rewriting.template import c_lines, filled

_COUNTERS = (b"i", b"j")
_EACH = b"""
    for ($counter = 0; $counter < sizeof($array) / sizeof($array[0]); $counter++) {
        $lines
    }
"""


def counters(model: Extension, items: Sequence[Global]) -> list[bytes]:
    """Return the declaration of the counters that the loops over *items* need."""
    depths = [place.count(b"[]") for item in items for place in object_places(model, item)]
    depths += [int(item.kind is GlobalKind.OBJECT_TABLE) for item in items]
    names = b", ".join(_COUNTERS[: max(depths, default=0)])
    return [filled(b"size_t $names;", names=names)] if names else []


def object_lines(style: Style, macro: bytes, access: bytes, places: Sequence[bytes], loops: int = 0) -> list[bytes]:
    """Return the calls of *macro* for what stands at *places* behind *access*."""
    lines: list[bytes] = []
    parted = [place.partition(b"[]") for place in places]
    for (head, subscript), parts in groupby(parted, lambda part: part[:2]):
        array = access + head
        if not subscript:
            lines += [filled(b"$macro($array);", macro=macro, array=array) for _ in parts]
            continue
        counter = _COUNTERS[loops]
        element = filled(b"$array[$counter]", array=array, counter=counter)
        inner = object_lines(style, macro, element, [rest for _, _, rest in parts], loops + 1)
        lines += c_lines(style, _EACH, array=array, counter=counter, lines=inner)
    return lines
