"""`saved_hook = hook;` in a method, without a reference: the global owns one once the module state has it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from unstatic.facts.places.in_functions import comments_above, free_name, is_declaration
from unstatic.facts.references.borrowed_stores import BorrowedStore, ParsedStore, borrowed_stores, parsed_stores
from unstatic.facts.trust.limited_api import limited_api
from unstatic.model.extension import Extension
from unstatic.model.subjects import global_subject
from unstatic.rewriting.increments import increment_before
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

_NAME = re.compile(rb"\w+")
_REFERENCE = rb"borrowed(?: ref(?:erence)?)?\.?[ \t]*"
_SAID = re.compile(rb"[ \t]*(?://[ \t]*" + _REFERENCE + rb"(?=\r?\n)|/\*[ \t]*" + _REFERENCE + rb"\*/)", re.IGNORECASE)
"""A comment behind a store that says what isn't so any more."""


class OwnedStores(Preparation):
    """Take a reference to what methods store in globals."""

    name = "owned-stores"
    title = "Take a reference to what methods store in globals"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each store: it stays if the global moves."""
        for store in borrowed_stores(model):
            if store.releases and not _NAME.fullmatch(store.value) and limited_api(model) is not None:
                # What is cleared first may run code, and the value would be another one then.
                continue
            name = model.functions[store.function].name
            reason = f"{name} stores an object that may be freed while {store.item.name} points to it"
            yield Change(
                global_subject(model, store.item), self.name, reason, Safety.REVIEW, tuple(_edits(model, store))
            )
        for parsed in parsed_stores(model):
            name = model.functions[parsed.function].name
            reason = f"{name} parses an object into {parsed.item.name} that may be freed while that points to it"
            edits = tuple(_parsed_edits(model, parsed))
            yield Change(global_subject(model, parsed.item), self.name, reason, Safety.REVIEW, edits)


REWRITE = OwnedStores()


def _parsed_edits(model: Extension, store: ParsedStore) -> Iterator[Edit]:
    """Yield what parses the argument into a local, and stores that with a reference where parsing succeeded."""
    file = model.files[model.functions[store.function].definition.path]
    source = file.source
    name = source.text(store.targets[0])
    local = free_name(model, store.function, b"new_" + name)
    start, end = store.statement.span
    indent = source.indent_at(start)
    yield _declared(model, store, filled(b"PyObject *$local;", local=local))
    for target in store.targets:
        yield Edit(source.path, target, local)
    stored = (filled(b"Py_INCREF($local);", local=local), *_replaced(model, name, local))
    line = source.newline + indent
    if store.counted is not None:
        yield Edit(source.path, store.counted.span, line.join(stored))
    else:
        yield Edit(source.path, Span(end, end), b"".join(line + text for text in stored))


def _declared(model: Extension, store: ParsedStore, declaration: bytes) -> Edit:
    """Return a declaration below those that stand right above the statement, or above it, a blank line between."""
    file = model.files[model.functions[store.function].definition.path]
    source = file.source
    start = store.statement.span.start
    line = source.indent_at(start) + declaration + source.newline
    *_, block, _ = model.body(store.function).path_to(start)
    ahead = [item for item in block.children if item.span.end <= start]
    if ahead and is_declaration(model, store.function, ahead[-1]):
        at = source.line_end(ahead[-1].span.end - 1)
        return Edit(source.path, Span(at, at), line)
    at = comments_above(file, source.line_start(start))
    last = [item for item in parsed_stores(model) if item.statement.span == store.statement.span][-1]
    return Edit(source.path, Span(at, at), line if last.item != store.item else line + source.newline)


def _replaced(model: Extension, target: bytes, value: bytes) -> tuple[bytes, ...]:
    """Return what lets go of what a global held, and stores a value; the limited API has no `Py_XSETREF` (G483)."""
    is_limited = limited_api(model) is not None
    lines = b"Py_CLEAR($target);", b"$target = $value;"
    templates = lines if is_limited else (b"Py_XSETREF($target, $value);",)
    return tuple(filled(one, target=target, value=value) for one in templates)


def _edits(model: Extension, store: BorrowedStore) -> Iterator[Edit]:
    source = model.files[model.functions[store.function].definition.path].source
    start, end = store.statement.span
    taken = increment_before(source, start, store.value, is_there=store.is_there)
    line = source.newline + source.indent_at(start)
    stored = line.join(_replaced(model, store.target, store.value)) if store.releases else b""
    yield Edit(source.path, Span(start, end if store.releases else start), taken + stored)
    said = _SAID.match(source.data, end)
    if said is not None:
        yield Edit(source.path, Span(*said.span()), b"")
