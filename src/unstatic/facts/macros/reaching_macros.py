"""The macros of a project that lead to others: by a name in their bodies, or one that these may paste together."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from unstatic.c.lexer import TokenKind
from unstatic.model.extension import Extension
from unstatic.model.fact import common_fact
from unstatic.model.macros import Macro


@dataclass(frozen=True, slots=True)
class Pasting:
    """What a macro's body says of a name that it pastes together: how that begins and ends, whatever it is given."""

    start: bytes
    end: bytes

    def may_make(self, name: bytes) -> bool:
        """Tell whether it can be *name*."""
        return name.startswith(self.start) and name.endswith(self.end)


def macros_reaching(model: Extension, names: Collection[bytes]) -> frozenset[bytes]:
    """Return the macros *names*, and those of the project that may open one of them."""
    mentioned_by, pastings = _mentioned_by(model), _pastings(model)
    found = set(names)
    work = list(found)
    while work:
        name = work.pop()
        pasted = (macro for one, macros in pastings.items() if one.may_make(name) for macro in macros)
        more = mentioned_by.get(name, frozenset()).union(pasted) - found
        found |= more
        work += more
    return frozenset(found)


@common_fact
def _mentioned_by(model: Extension) -> Mapping[bytes, frozenset[bytes]]:
    """Return the macros whose bodies have each name."""
    found: dict[bytes, set[bytes]] = {}
    for name, macro in _definitions(model):
        for token in macro.body:
            if token.kind is TokenKind.IDENT:
                found.setdefault(token.text, set()).add(name)
    return {word: frozenset(macros) for word, macros in found.items()}


@common_fact
def _pastings(model: Extension) -> Mapping[Pasting, frozenset[bytes]]:
    """Return the macros that paste names together, by what these may be."""
    found: dict[Pasting, set[bytes]] = {}
    for name, macro in _definitions(model):
        for pasting in _pasted(macro):
            found.setdefault(pasting, set()).add(name)
    return {pasting: frozenset(macros) for pasting, macros in found.items()}


def _definitions(model: Extension) -> Iterator[tuple[bytes, Macro]]:
    for name, macro in model.macros.items():
        yield from ((name.encode("utf-8", "surrogateescape"), one) for one in macro.all)


def _pasted(macro: Macro) -> Iterator[Pasting]:
    """Yield what each `a ## b ## c` of a macro's body may make."""
    body, given = macro.body, macro.definition.given
    at = 0
    while at < len(body):
        operands = [body[at].text]
        while at + 2 < len(body) and body[at + 1].text == b"##":
            at += 2
            operands.append(body[at].text)
        if len(operands) > 1:
            yield Pasting(b"" if operands[0] in given else operands[0], b"" if operands[-1] in given else operands[-1])
        at += 1
