"""Which functions may name something, told by the words of their files: most bodies needn't be read for that."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator

from unstatic.model.extension import Extension


def functions_naming(model: Extension, names: Iterable[bytes]) -> Iterator[str]:
    """Yield the functions in which one of *names* may be written, in whatever `#if` group, in the model's order."""
    wanted = frozenset(names)
    places = {path: file.lexed.places(wanted) for path, file in model.files.items()}
    if not any(places.values()):
        return
    for symbol, function in model.functions.items():
        for item in (function.definition, *function.alternatives):
            found, body = places[item.path], item.body
            if body is not None and bisect.bisect_left(found, body.start) < bisect.bisect_left(found, body.end):
                yield symbol
                break
