"""Where the star of a pointer stands: `PyObject* self` and `(PyObject*)self` in files that write it so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import TokenKind, lex
from unstatic.model.extension import Extension, File
from unstatic.model.fact import fact
from unstatic.rewriting.layout.respelled import respelled
from unstatic.text.edits import Edit
from unstatic.text.source import Spans

_ENOUGH = 5
_MOST = 0.75
# How stars stand in declarations and in casts; `a * b` says nothing, as that may be a product.
_KINDS = {
    "left": re.compile(rb"\w\*+ \w"),
    "right": re.compile(rb"\w \*+\w"),
    "tight": re.compile(rb"\w\*+\)"),
    "loose": re.compile(rb"\w \*+\)"),
}
# A type of a function can end its line.
_STARS = re.compile(rb"(?P<type>\w+) (?P<stars>\*+)(?P<after>[A-Za-z_]\w*|\)|(?=[\r\n]))")
# `PyObject *first, *second;`: each star belongs to a name.
_SEVERAL = re.compile(rb"[^;(){}]*, \*")
# What a star behind is no pointer to.
_NO_TYPES = frozenset(b"return else case goto sizeof delete throw co_return co_yield".split())


@dataclass(frozen=True, slots=True)
class _Habit:
    """Whether stars stand beside the type in declarations, and in casts."""

    in_declarations: bool
    in_casts: bool


def starred(model: Extension, file: File, edits: Sequence[Edit]) -> list[Edit]:
    """Return *edits* with the stars in their texts where most of *file* have them.

    Where a file has few pointers, those of all sources count. What stands in the file as it is stays so.
    """
    if not any(b" *" in edit.new for edit in edits):
        return list(edits)
    habit = _habit(model, file)
    if not habit.in_declarations and not habit.in_casts:
        return list(edits)
    return respelled(file, edits, lambda edit: _moved(edit, habit, file.source.data))


def _habit(model: Extension, file: File) -> _Habit:
    own = _counts(file.source.data)
    return _Habit(_are_most(model, own, "left", "right"), _are_most(model, own, "tight", "loose"))


def _are_most(model: Extension, own: Counter[str], these: str, those: str) -> bool:
    found = own if own[these] + own[those] >= _ENOUGH else _all_counts(model)
    both = found[these] + found[those]
    return both >= _ENOUGH and found[these] >= _MOST * both


def _counts(data: bytes) -> Counter[str]:
    return Counter({name: sum(1 for _ in kind.finditer(data)) for name, kind in _KINDS.items()})


@fact
def _all_counts(model: Extension) -> Counter[str]:
    found = Counter[str]()
    for path in model.units:
        found += _counts(model.files[path].source.data)
    return found


def _moved(edit: Edit, habit: _Habit, data: bytes) -> bytes:
    """Return the text of an edit of *data* with its stars moved to the type in front, but for what is there already."""
    # What follows the text belongs to it: a name, or the end of the line.
    text = edit.new + data[edit.span.end : edit.span.end + 1]
    pieces, last = [], 0
    for start, end, stars in _stars(text, habit, data):
        pieces += [text[last:start], stars]
        last = end
    return b"".join([*pieces, text[last : len(edit.new)]])


def _stars(text: bytes, habit: _Habit, data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield the spans of stars and of the blank in front of them, with what is to stand there."""
    lexed = lex(text)
    words = [token.span for token in lexed.tokens if token.kind in (TokenKind.STRING, TokenKind.CHAR)]
    no_code = Spans([*lexed.comments, *words])
    for found in _STARS.finditer(text):
        after = found["after"]
        is_kept = (bool(after) and found[0] in data) or _SEVERAL.match(text, found.end())
        if is_kept or found["type"] in _NO_TYPES or found.start() in no_code:
            continue
        if habit.in_casts if after == b")" else habit.in_declarations:
            stars = found["stars"] + (b" " if after.strip(b")") else b"")
            yield found.end("type"), found.end("stars"), stars
