"""Results that are only asked whether they are NULL: a variable keeps each until it is released."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import Statement
from unstatic.facts.places.in_functions import bare_lines, free_name, is_declaration
from unstatic.facts.references.lost.lost_results import LostResult
from unstatic.model.extension import Extension
from unstatic.rewriting.style import style_in
from unstatic.rewriting.template import filled
from unstatic.text.columns import columns
from unstatic.text.edits import Edit
from unstatic.text.source import SourceFile, Span


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
        above = self._declarations(item.function, block) if is_new else ()
        declared = b"PyObject *" if is_new and not above else b""
        if above:
            at = source.line_end(above[-1].span.end - 1)
            line = source.indent_at(above[-1].span.start) + filled(b"PyObject *$name;", name=name) + source.newline
            yield Edit(item.path, Span(at, at), line)
        head = source.indent_at(test.span.start) + filled(b"$declared$name = ", declared=declared, name=name)
        call = moved_call(source, item.call.span, columns(head), style_in(self._model, item.function).indent)
        called = filled(b"$declared$name = $call;", declared=declared, name=name, call=call)
        release = b"Py_DECREF($name);" if test.children[0].leaves else b"Py_XDECREF($name);"
        start, end = test.span
        line_end = source.newline + source.indent_at(start)
        yield Edit(item.path, Span(start, start), called + line_end)
        yield Edit(item.path, item.call.span, name)
        yield Edit(item.path, Span(end, end), line_end + filled(release, name=name))

    def _declarations(self, function: str, block: Statement) -> tuple[Statement, ...]:
        """Return the declarations that open a block which declares nothing further down; none if none do."""
        kinds = [is_declaration(self._model, function, one) for one in block.children]
        count = kinds.index(False) if False in kinds else 0
        above = block.children[:count]
        file = self._model.files[self._model.functions[function].definition.path]
        is_plain = all(bare_lines(file, one.span) != one.span for one in above[-1:])
        return () if any(kinds[count:]) or not is_plain else tuple(above)

    def _free(self, function: str) -> bytes:
        used = [name for (one, _), name in self._names.items() if one == function]
        numbered = (b"result" + str(number).encode() for number in range(2, 3 + len(used)))
        return free_name(self._model, function, *(name for name in (b"result", *numbered) if name not in used))


def moved_call(source: SourceFile, call: Span, column: int, unit: bytes) -> bytes:
    """Return a call that begins in another *column*, with the lines of its arguments as far behind it as before.

    Where they are indented from the statement on, by one *unit* more as they stood in its head, they lose that one.
    """
    first, *rest = source.text(call).split(b"\n")
    shift = column - columns(source.data[source.line_start(call.start) : call.start])
    if first.rstrip().endswith(b"("):
        least = columns(source.indent_at(call.start) + unit * 2)
        is_deep = all(_indentation(line) >= least for line in rest)
        shift = -columns(unit) if is_deep else 0
    if any(b"\t" in line for line in rest) or b"\t" in unit:
        return source.text(call)
    lines = (b" " * max(0, _indentation(line) + shift) + line.lstrip(b" ") for line in rest)
    return b"\n".join([first, *lines])


def _indentation(line: bytes) -> int:
    return len(line) - len(line.lstrip(b" "))
