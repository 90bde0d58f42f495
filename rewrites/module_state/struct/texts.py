"""Strings that functions made when they first needed them: the module has each text once, made when it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from unstatic.facts.once.first_texts import FirstText, first_texts, same_texts
from unstatic.facts.types.sequences.struct_sequences import failure
from unstatic.model.extension import Extension, Global
from unstatic.rewriting.hoisting import removal
from unstatic.rewriting.style import Style
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def moving_texts(model: Extension, moving: Sequence[Global]) -> Mapping[str, FirstText]:
    """Return the strings to make with the module, by symbol: those of tests all of whose variables move."""
    symbols = {item.symbol for item in moving}
    found = first_texts(model)
    kept = {(text.path, text.guard) for symbol, text in found.items() if symbol not in symbols}
    return {symbol: text for symbol, text in found.items() if (text.path, text.guard) not in kept}


def named_by_text(model: Extension, texts: Mapping[str, FirstText], taken: Collection[bytes]) -> dict[str, bytes]:
    """Return a name for each string: that of most of its variables, or one made of its text if others have that."""
    own = {symbol: model.by_symbol[symbol][0].name.encode() for symbol in texts}
    calls = {(own[symbol], text.call) for symbol, text in texts.items()}
    meanings = Counter(name for name, _ in calls)
    found: dict[str, bytes] = {}
    for symbols in same_texts(texts):
        ranked = Counter(own[symbol] for symbol in symbols if meanings[own[symbol]] == 1).most_common()
        names = [*(name for name, _ in ranked), b"str_" + re.sub(rb"\W", b"_", texts[symbols[0]].text)]
        used = {*taken, *found.values()}
        name = next((name for name in names if name not in used), None)
        found |= dict.fromkeys(symbols, name) if name is not None else {}
    return found


def text_lines(
    model: Extension, names: Iterable[tuple[Global, bytes]], texts: Mapping[str, FirstText], state: bytes, style: Style
) -> list[bytes]:
    """Return the lines of the initialisation that make each string."""
    assert model.init is not None
    leave = failure(model, model.init.builder) or b"return -1;"
    lines = []
    for item, name in names:
        if item.symbol in texts:
            access = filled(b"$state->$name", state=state, name=name)
            lines.append(access + b" = " + texts[item.symbol].call + b";")
            lines += style.check(access + b" == NULL", leave)
    return lines


def guard_spans(texts: Mapping[str, FirstText]) -> list[tuple[Path, Span]]:
    """Return the tests that go."""
    return list(dict.fromkeys((text.path, text.guard) for text in texts.values()))


def guard_edits(model: Extension, texts: Mapping[str, FirstText]) -> Iterator[Edit]:
    """Yield the deletion of the tests, and of the comments above them."""
    for path, span in guard_spans(texts):
        yield removal(model.files[path], span)
