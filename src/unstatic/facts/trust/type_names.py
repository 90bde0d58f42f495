"""Who reads the name of a type as it stands in `tp_name`: it has no module in front there, or soon has one (G36)."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import calls
from unstatic.capi.arguments import WORDS
from unstatic.facts.trust.python_code import python_sources, source_of
from unstatic.model.extension import Extension
from unstatic.model.fact import fact
from unstatic.model.macros import Macro
from unstatic.system import reads
from unstatic.system.file_facts import file_fact
from unstatic.text.source import Span

_FIELD = b"tp_name"
# How messages and repr quote the name of a type: 'Box' object, and 'Box', <Box object at 0x...>, "Box(width=1)".
_IN_MESSAGES = re.compile(
    rb"""(?:and|not|to|type)\ \\?'(\w+)\\?'
       | \\?'(\w+)\\?'(?=\ (?:object|and|instance))
       | <(\w+)(?=\ (?:at|object))
       | ["'](\w+)(?=\(\w+=)""",
    re.VERBOSE,
)


@fact
def is_read_in_c(model: Extension) -> bool:
    """Tell whether C code reads the name of a type for more than text: messages, and what repr shows."""
    bodies = (model.body(name).tokens for name in model.functions)
    macros = (item.body for macro in model.macros.values() for item in macro.all)
    return any(_reads(model, tokens) for found in (bodies, macros) for tokens in found)


def _reads(model: Extension, tokens: Sequence[Token]) -> bool:
    places = [
        token.start
        for index, token in enumerate(tokens)
        if token.text == _FIELD
        and _is_read([item.text for item in tokens[max(index - 4, 0) : index + 3]], min(index, 4))
    ]
    told = _told(tokens, _writers(model)) if places else []
    return any(not any(place in span for span in told) for place in places)


def _told(tokens: Sequence[Token], writers: Set[bytes]) -> list[Span]:
    return [call.span for call in calls(tokens) if call.name.text in writers]


@fact
def _writers(model: Extension) -> frozenset[bytes]:
    """Return what writes text for people: functions, and macros that hand all that they're given on to such."""
    found = frozenset(WORDS)
    macros = {name.encode(): macro for name, macro in model.macros.items() if macro.definition.parameters}
    while more := {name for name in macros.keys() - found if all(_hands_on(one, found) for one in macros[name].all)}:
        found |= more
    return found


def _hands_on(macro: Macro, writers: frozenset[bytes]) -> bool:
    """Tell whether a macro names its parameters in calls of *writers* alone."""
    given = macro.definition.given
    places = [token.start for token in macro.body if token.text in given]
    told = _told(macro.body, writers) if places else []
    return bool(told) and all(any(place in span for span in told) for place in places)


def _is_read(texts: Sequence[bytes], at: int) -> bool:
    """Tell whether the field at an index is read, rather than set, or tested for whether it is there."""
    if not at or texts[at - 1] not in (b"->", b"."):
        return False
    before, after = tuple(texts[: max(at - 2, 0)]), tuple(texts[at + 1 :])
    if before[-1:] == (b"!",) or before[-2:] == (b"if", b"("):
        return False
    return after[:1] != (b"=",) and (after[:1] not in ((b"==",), (b"!=",)) or after[1:] not in ((b"0",), (b"NULL",)))


@fact
def names_in_messages(model: Extension) -> frozenset[bytes]:
    """Return the words that the project's Python code quotes as messages and repr do the names of types."""
    sources = tuple(python_sources(model.root))
    reads.record_texts(map(str, sources))
    return frozenset().union(*map(_quoted_words, sources))


@file_fact
def _quoted_words(path: Path) -> frozenset[bytes]:
    found = (match.groups() for match in _IN_MESSAGES.finditer(source_of(path)))
    return frozenset(word for words in found for word in words if word)
