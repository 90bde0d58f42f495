"""Results that are only asked whether they are NULL: a variable keeps each until it is released."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import Statement
from unstatic.facts.places.in_functions import free_name
from unstatic.facts.references.lost.lost_results import LostResult
from unstatic.model.extension import Extension
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span


class Results:
    """Chooses the variables: those of one block share one."""

    def __init__(self, model: Extension) -> None:
        self._model = model
        self._names: dict[tuple[str, int], bytes] = {}

    def kept(self, item: LostResult, test: Statement) -> Iterator[Edit]:
        """Yield the edits that call in a statement of its own, and release below the *test* what isn't NULL."""
        source = self._model.files[item.path].source
        block = self._model.body(item.function).path_to(test.span.start)[-2]
        place = (item.function, block.span.start)
        is_new = place not in self._names
        name = self._names.setdefault(place, self._free(item.function))
        declared = b"PyObject *" if is_new else b""
        called = filled(b"$declared$name = $call;", declared=declared, name=name, call=source.text(item.call.span))
        release = b"Py_DECREF($name);" if test.children[0].leaves else b"Py_XDECREF($name);"
        start, end = test.span
        line_end = source.newline + source.indent_at(start)
        yield Edit(item.path, Span(start, start), called + line_end)
        yield Edit(item.path, item.call.span, name)
        yield Edit(item.path, Span(end, end), line_end + filled(release, name=name))

    def _free(self, function: str) -> bytes:
        used = [name for (one, _), name in self._names.items() if one == function]
        numbered = (b"result" + str(number).encode() for number in range(2, 3 + len(used)))
        return free_name(self._model, function, *(name for name in (b"result", *numbered) if name not in used))
