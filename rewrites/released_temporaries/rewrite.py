"""`PyDict_SetItem(names, PyLong_FromLong(1), value);` in the initialisation loses a number with each module (G472)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.capi.references import KEEPING_PARAMETERS
from unstatic.facts.once.released_temporaries import (
    Released,
    released_locals,
    released_results,
    released_temporaries,
)
from unstatic.facts.places.at_file_level import top_level_start
from unstatic.facts.places.specifiers import specifiers_before
from unstatic.facts.references.lost.lost_locals import LostLocal
from unstatic.facts.references.lost.lost_results import LostResult
from unstatic.model.extension import Declaration, Extension
from unstatic.model.subjects import init_subject
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import Style, bare_lines, style_in
from unstatic.rewriting.template import c_text, filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .names import name_of
from .results import Results
from .statements import LostHere, lost_here

_FUNCTION = b"""
    /* $called that takes over $new, which may be NULL. */
    static int
    $name($parameters)
    {
        int result = -1;

        $check
        $released
        return result;
    }
"""


class ReleasedTemporaries(Preparation):
    """Release what the initialisation makes for calls that take references of their own."""

    name = "released-temporaries"
    title = "Release what the initialisation makes for calls that take references of their own"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for the calls of each function with the same new arguments."""
        taken, variables = set[bytes](), set[bytes]()
        for group in released_temporaries(model):
            assert model.init is not None
            called = group.called.decode("latin-1")
            reason = f"{called} takes references of its own, and nothing releases the new objects, in each module then"
            alone = lost_here(model, group, variables)
            edits = _alone(alone) if alone else _by_function(model, group, taken)
            yield Change(init_subject(model, model.init.entry), self.name, reason, Safety.SAFE, tuple(edits))
        for item in released_locals(model):
            assert model.init is not None
            reason = f"nothing releases what {item.name.decode()} holds, in each module then"
            edit = _below(model, item)
            yield Change(init_subject(model, model.init.entry), self.name, reason, Safety.SAFE, (edit,))
        names = Results(model)
        for lost in released_results(model):
            assert model.init is not None
            called = lost.call.name.text.decode("latin-1")
            reason = f"nothing takes what {called} gives, which keeps its type and module alive then"
            subject = init_subject(model, model.init.entry)
            edits = _around(lost) if lost.test is None else names.kept(lost, lost.test)
            yield Change(subject, self.name, reason, Safety.SAFE, tuple(edits))


REWRITE = ReleasedTemporaries()


def _around(item: LostResult) -> Iterator[Edit]:
    """Yield the edits that release the result of a call, which may be NULL."""
    yield Edit(item.path, Span(item.call.span.start, item.call.span.start), b"Py_XDECREF(")
    yield Edit(item.path, Span(item.call.span.end, item.call.span.end), b")")


def _alone(found: tuple[LostHere, ...]) -> Iterator[Edit]:
    """Yield the edits that keep new objects in variables, and release them below the statement."""
    for item in found:
        source = item.source
        start, end = item.lines
        indent = source.indent_at(start)
        before = (filled(b"PyObject *$name = $value;", name=one.name, value=source.text(one.span)) for one in item.kept)
        after = (filled(b"Py_XDECREF($name);", name=one.name) for one in item.kept)
        yield Edit(source.path, Span(start, start), b"".join(indent + line + source.newline for line in before))
        for one in item.kept:
            yield Edit(source.path, one.span, one.name)
        yield Edit(source.path, Span(end, end), b"".join(indent + line + source.newline for line in after))


def _below(model: Extension, item: LostLocal) -> Edit:
    """Return the edit that releases a variable below the last statement that uses it."""
    source = model.files[item.path].source
    release = filled(b"Py_DECREF($name);" if item.is_there else b"Py_XDECREF($name);", name=item.name)
    end = bare_lines(model.files[item.path], item.last.span).end
    return Edit(item.path, Span(end, end), source.indent_at(item.last.span.start) + release + source.newline)


def _by_function(model: Extension, group: Released, taken: set[bytes]) -> Iterator[Edit]:
    """Yield the edits that define a function which takes new objects over, and call it."""
    name = name_of(model, group, taken)
    taken.add(name)
    first = min((item.function for item in group.calls), key=lambda one: model.functions[one].definition.span.start)
    style = style_in(model, first)
    at = _above(model, model.functions[first].definition)
    yield Edit(group.path, Span(at, at), _definition(style, group, name) + style.newline)
    for item in group.calls:
        yield Edit(group.path, item.call.name.span, name)


def _above(model: Extension, definition: Declaration) -> int:
    """Return where a function goes above another one, and what belongs to that: `extern "C"` in a group, comments."""
    file = model.file_of(definition)
    specifiers = specifiers_before(model, file, definition)
    start = specifiers.start if specifiers is not None else definition.span.start
    return top_level_start(file, definition._replace(span=Span(start, definition.span.end)))


def _definition(style: Style, group: Released, name: bytes) -> bytes:
    parameters = KEEPING_PARAMETERS[group.called]
    names = [words.rpartition(b" ")[2].lstrip(b"*") for words in parameters.split(b", ")]
    new = [names[at] for at in group.positions]
    call = filled(b"result = $called($names);", called=group.called, names=b", ".join(names))
    return c_text(
        style,
        _FUNCTION,
        called=group.called,
        new=b" and ".join(new),
        name=name,
        parameters=parameters,
        check=style.check(b" && ".join(one + b" != NULL" for one in new), call),
        released=[filled(b"Py_XDECREF($name);", name=one) for one in new],
    )
