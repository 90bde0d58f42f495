"""Macros that declare variables, or that make strings of their names, are written out (G130)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from unstatic.c.lexer import lex_fragment
from unstatic.facts.state.routes.getset_closures import getters_by_closure
from unstatic.facts.trust.unexplained_names import spelling_uses, uses_spelling
from unstatic.model.extension import Extension, File, Global, Macro, MacroExpansion, StaticType
from unstatic.model.subjects import subject_of
from unstatic.rewriting.opening import opened, with_semicolon
from unstatic.rewriting.protocol import Preparation
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

# Written out, macros shouldn't bury what changes.
_MOST_LINES = 100


@dataclass(frozen=True, slots=True)
class _Use:
    """A use of a macro, with what is written for it."""

    subject: str
    file: File
    use: MacroExpansion
    text: bytes
    reason: str

    @property
    def span(self) -> Span:
        """What the text takes the place of."""
        return with_semicolon(self.file, self.use, self.text)


class NameMacros(Preparation):
    """Write out macros that declare variables or spell their names."""

    name = "name-macros"
    title = "Write out macros that declare variables or spell their names"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each use of such a macro."""
        found = {(item.file.source.path, item.use.span.start): item for item in (*_declaring(model), *_spelling(model))}
        lines: dict[str, int] = {}
        for item in found.values():
            lines[item.use.name] = lines.get(item.use.name, 0) + item.text.count(b"\n") + 1
        end: dict[Path, int] = {}
        for (path, start), item in sorted(found.items()):
            if start < end.get(path, 0) or lines[item.use.name] > _MOST_LINES:
                continue
            end[path] = item.span.end
            edit = Edit(path, item.span, item.text)
            yield Change(item.subject, self.name, item.reason, Safety.SAFE, (edit,))


def _declaring(model: Extension) -> Iterator[_Use]:
    """Yield the macros that declare globals, and nothing else."""
    for item in model.globals:
        for declaration in (item.declaration, *item.others):
            file = model.files[declaration.path].at(declaration.name_span.start)
            use = _around(file, declaration.name_span.start) if declaration.from_macro else None
            if use is None or declaration.path in model.public_headers:
                continue
            text = opened(model, file, use, lambda *_: True)
            if text is not None and _only_declares(text, item):
                yield _Use(subject_of(model, item), file, use, text, f"{use.name} declares what moves")


def _around(file: File, offset: int) -> MacroExpansion | None:
    """Return the outermost use of a macro that holds *offset*, as the macro that declares can be an argument."""
    found = [use for use in file.expansions.values() if offset in use.span]
    return min(found, key=lambda use: use.span.start, default=None)


def _only_declares(text: bytes, item: Global) -> bool:
    tokens = lex_fragment(text, Span(0, len(text)))
    words = {token.text for token in tokens}
    return item.name.encode() in words and words.isdisjoint((b"(", b"{"))


def _spelling(model: Extension) -> Iterator[_Use]:
    """Yield the macros that make strings or other names of what may move."""
    items: dict[str, StaticType | Global] = {item.symbol: item for item in model.types}
    items |= {item.symbol: item for item in model.globals}
    for symbol, file, use in spelling_uses(model, items):
        item = items[symbol]
        if any(path == file.source.path and offset in use.span for path, offset in getters_by_closure(model)):
            continue
        spells = partial(_spells, model, item.name.encode())
        text = opened(model, file, use, spells) if file.source.path not in model.public_headers else None
        if text is not None:
            reason = f"{use.name} makes a string or a name of {item.name}, which is reached through the state"
            yield _Use(subject_of(model, item), file, use, text, reason)


def _spells(model: Extension, name: bytes, macro: Macro, index: int, given: bytes) -> bool:
    """Tell whether a macro makes a string or another name of *name*, that it is given."""
    words = {token.text for token in lex_fragment(given, Span(0, len(given)))}
    return name in words and uses_spelling(model, macro, index)


REWRITE: Preparation = NameMacros()
