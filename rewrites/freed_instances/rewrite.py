"""Where instances are freed: not at all (G437), at times (G657), through a type that may be gone, by a macro (G602).

`Box_Type.tp_free(self)` is wrong for subclasses with another tp_free; the type of the instance is there in any case. A
macro that frees can't release the type, as deallocators use it as well: elsewhere, what it stands for is written out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from unstatic.c.syntax import StatementKind, only_call
from unstatic.facts.trust.protected_files import protected
from unstatic.facts.types.deallocation.deallocators import Dealloc, dealloc_of
from unstatic.facts.types.deallocation.forgotten_frees import FreeAtTimes, forgotten_free, freed_at_times
from unstatic.facts.types.deallocation.other_frees import foreign_releases, hidden_frees
from unstatic.model.extension import Extension, StaticType
from unstatic.model.subjects import type_subject
from unstatic.rewriting.opening import opened, with_semicolon
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import bare_lines, whole_lines
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span


class FreedInstances(Preparation):
    """Free the instances that deallocators forget."""

    name = "freed-instances"
    title = "Free the instances that deallocators forget"
    stands_alone = False
    repeats = True

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each type whose instances are never freed."""
        for static in model.types:
            dealloc = forgotten_free(model, static)
            if dealloc is not None:
                name = model.functions[dealloc.function].name
                reason = f"{name} frees no memory, and each instance of a heap type would keep its type and its module"
                yield Change(type_subject(static), self.name, reason, Safety.SAFE, (_edit(model, dealloc),))
            at_times = freed_at_times(model, static)
            if at_times is not None:
                name = model.functions[at_times.dealloc.function].name
                reason = f"{name} frees some instances only, and each other would keep its type and its module"
                yield Change(type_subject(static), self.name, reason, Safety.SAFE, _on_each_way(model, at_times))
            edits = tuple(_by_own_type(model, static))
            if edits:
                reason = "an instance is freed by the tp_free of its own type, which it keeps"
                yield Change(type_subject(static), self.name, reason, Safety.SAFE, edits)
            edits = tuple(_without_macros(model, static))
            if edits:
                reason = "what frees an instance, and has to release its type, isn't hidden by a macro"
                yield Change(type_subject(static), self.name, reason, Safety.SAFE, edits)


REWRITE = FreedInstances()


def _edit(model: Extension, dealloc: Dealloc) -> Edit:
    """Return the statement that frees the instance, below all others."""
    definition = model.functions[dealloc.function].definition
    file = model.files[definition.path]
    last = model.body(dealloc.function).children[-1]
    parameter = model.by_symbol[definition.parameters[0]][0]
    is_object = parameter.type == "PyObject *"
    instance = dealloc.self_name if is_object else b"(PyObject *)" + dealloc.self_name
    text = filled(b"Py_TYPE($self)->tp_free($instance);", self=dealloc.self_name, instance=instance)
    end = bare_lines(file, last.span).end
    return Edit(definition.path, Span(end, end), file.source.indent_at(last.span.start) + text + file.source.newline)


def _on_each_way(model: Extension, item: FreeAtTimes) -> tuple[Edit, ...]:
    """Return the edits that take the statement that frees out of the test around it, or write it before a `return`."""
    path = model.functions[item.dealloc.function].definition.path
    file = model.files[path]
    text = file.source.text(item.free.span)
    if item.leaving is None:
        end = bare_lines(file, item.test.span).end
        text = file.source.indent_at(item.test.span.start) + text + file.source.newline
        return Edit(path, whole_lines(file, item.free.span), b""), Edit(path, Span(end, end), text)
    at, end = item.leaving.span.start, item.leaving.span.end
    if item.test.children[0].kind is StatementKind.BLOCK:
        return (Edit(path, Span(at, at), text + file.source.newline + file.source.indent_at(at)),)
    return Edit(path, Span(at, at), b"{ " + text + b" "), Edit(path, Span(end, end), b" }")


def _by_own_type(model: Extension, static: StaticType) -> Iterator[Edit]:
    """Yield `Py_TYPE(self)->tp_free(self)` for `Box_Type.tp_free(self)`, in a deallocator or elsewhere."""
    dealloc = dealloc_of(model, static)
    if dealloc is not None:
        path = model.functions[dealloc.function].definition.path
        for site in dealloc.frees:
            if site.expression is not None:
                span = Span(site.expression.start, site.call.name.start)
                yield from _through_own_type(model, static, path, span, dealloc.self_name)
    for release in foreign_releases(model).get(static.symbol, ()):
        if release.call.name.text == b"tp_free":
            span = Span(release.statement.span.start, release.call.name.start)
            yield from _through_own_type(model, static, release.path, span, release.instance)


def _without_macros(model: Extension, static: StaticType) -> Iterator[Edit]:
    """Yield what the macros stand for that free an instance, where such a use is a statement of a function."""
    for item in hidden_frees(model).get(static.symbol, ()):
        file = model.files[item.path].at(item.offset)
        use = file.expansions.get(item.offset)
        statement = model.body_at(item.function, item.path, item.offset).path_to(item.offset)[-1]
        call = only_call(statement)
        if use is None or call is None or call.name.start != item.offset or protected(model, item.path, item.offset):
            continue
        text = opened(model, file, use)
        if text is not None:
            yield Edit(item.path, with_semicolon(file, use, text), text)


def _through_own_type(model: Extension, static: StaticType, path: Path, span: Span, instance: bytes) -> Iterator[Edit]:
    texts = [token.text for token in model.files[path].tokens_in(span) if token.text not in (b"(", b"&", b")")]
    if texts in ([static.name.encode(), b"."], [static.name.encode(), b"->"]):
        yield Edit(path, span, filled(b"Py_TYPE($instance)->", instance=instance))
