"""The name of a function that takes over what a function of the C API leaves to its caller."""

from __future__ import annotations

import re
from collections.abc import Collection

from unstatic.capi.references import KEEPING_PARAMETERS
from unstatic.facts.once.released_temporaries import Released
from unstatic.facts.places.in_functions import unused_name
from unstatic.model.extension import Extension

_WORD = re.compile(rb"(?<=[a-z])(?=[A-Z])")


def name_of(model: Extension, group: Released, taken: Collection[bytes]) -> bytes:
    """Return a name like `dict_set_item_take`, as CPython calls its own of this kind."""
    parameters = KEEPING_PARAMETERS[group.called].split(b", ")
    new = b"_and_".join(parameters[at].rpartition(b"*")[2] for at in group.positions)
    stem = _WORD.sub(b"_", group.called.removeprefix(b"Py")).lower() + b"_take"
    return unused_name(_Taken(model, taken), stem, stem + b"_" + new)


class _Taken:
    """Tells which names the sources have, or others that differ by case only."""

    def __init__(self, model: Extension, taken: Collection[bytes]) -> None:
        self._model = model
        self._names = {item.name.lower().encode() for item in model.declarations if item.function is None}
        self._names |= {item.lower().encode() for item in model.macros} | set(taken)

    def __contains__(self, name: object) -> bool:
        return name in self._names or name in self._model.identifiers
