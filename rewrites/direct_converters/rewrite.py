"""`O&` in a format becomes `O`, and the converter is called when the arguments are parsed (G78)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.places.in_functions import after_brace, free_name
from unstatic.model.extension import Extension
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import style_of
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .converters import Conversion, Converter, converters


class DirectConverters(Preparation):
    """Call converters of arguments by name, after the arguments are parsed."""

    name = "direct-converters"
    title = "Call converters of arguments directly"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each subject that converters need the state for."""
        by_subject: dict[str, list[Converter]] = {}
        for item in converters(model):
            by_subject.setdefault(item.subject, []).append(item)
        taken: set[tuple[str, bytes]] = set()
        for subject, items in by_subject.items():
            names = ", ".join(item.function.name for item in items)
            reason = f"a direct call of {names} can pass the module state; later arguments are checked first then"
            # In the order of the arguments: of several wrong ones, the first is told.
            pairs = sorted(
                ((conversion, item) for item in items for conversion in item.conversions),
                key=lambda pair: (pair[0].path, pair[0].arguments.start),
            )
            edits = [edit for conversion, item in pairs for edit in _edits(model, item, conversion, taken)]
            yield Change(subject, self.name, reason, Safety.REVIEW, tuple(edits))


def _edits(model: Extension, item: Converter, conversion: Conversion, taken: set[tuple[str, bytes]]) -> Iterator[Edit]:
    file = model.files[conversion.path]
    style = style_of(model, file)
    name = _name(model, conversion, taken)
    body = model.functions[conversion.function].definition.body
    assert body is not None
    top = after_brace(file, body.start)
    value = b" = NULL" if conversion.unit.is_optional else b""
    declared = filled(b"PyObject *$name$value;", name=name, value=value)
    yield Edit(file.source.path, Span(top, top), style.lines(style.indent + declared))
    yield Edit(file.source.path, Span(conversion.unit_at, conversion.unit_at + 2), b"O")
    yield Edit(file.source.path, conversion.arguments, b"&" + name)
    converted = filled(
        b"$converter($name, &$target)", converter=item.function.name, name=name, target=conversion.target
    )
    joined = b" ||" if conversion.is_negated else b" &&"
    if conversion.is_negated:
        converted = b"!" + converted
    if conversion.unit.is_optional:
        template = b"($name != NULL && $converted)" if conversion.is_negated else b"($name == NULL || $converted)"
        converted = filled(template, name=name, converted=converted)
    end = conversion.call.span.end
    # One column behind the parenthesis of `if (`, which stands right before the `!` of the call, or below the call.
    start = conversion.call.name.start - conversion.is_negated
    margin = b" " * (start - file.source.line_start(start))
    yield Edit(file.source.path, Span(end, end), joined + style.newline + margin + converted)


def _name(model: Extension, conversion: Conversion, taken: set[tuple[str, bytes]]) -> bytes:
    """Return a free name for the object that is converted."""
    base = conversion.target.encode() + b"_object"
    used = {name for function, name in taken if function == conversion.function}
    numbered = [base, *(base + str(number).encode() for number in range(2, len(used) + 3))]
    name = free_name(model, conversion.function, *(item for item in numbered if item not in used))
    taken.add((conversion.function, name))
    return name


REWRITE: Preparation = DirectConverters()
