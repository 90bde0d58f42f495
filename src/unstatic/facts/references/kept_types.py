"""Types that are made from specs already: by which names they are known."""

from __future__ import annotations

from unstatic.model.extension import Extension
from unstatic.model.fact import fact


@fact
def kept_types(model: Extension) -> frozenset[bytes]:
    """Return the names of variables and fields that types are kept in as they are made."""
    found = set[bytes]()
    for symbol in model.functions:
        made = [call for call in model.calls(symbol) if call.name.text.startswith(b"PyType_From")]
        for call in made:
            path = model.functions[symbol].definition.path
            head = model.body_at(symbol, path, call.name.start).path_to(call.name.start)[-1].head
            before = [token.text for token in head if token.start < call.name.start]
            found |= {before[before.index(b"=") - 1]} if b"=" in before[1:] else set()
    return frozenset(found)
