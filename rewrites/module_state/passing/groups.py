"""Uses that stand in `#if` groups: the state is fetched where one of these is compiled, as nothing else needs it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from unstatic.c.lexer import Branch, Conditional, Directive, lex_fragment
from unstatic.c.syntax import Statement, StatementKind
from unstatic.model.configurations.conditions import Value, is_certain
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.extension import Extension, File
from unstatic.text.source import Span


def enclosing_group(
    model: Extension, file: File, block: Statement, offsets: Sequence[int], minimum: tuple[int, int]
) -> Branch | None:
    """Return the outermost group inside *block* that holds all *offsets*, if a declaration can open it.

    If they are in several groups of one condition, that is the first of these, unless a jump may pass it. A group
    that is compiled on every Python from *minimum* on doesn't count.
    """
    known = known_macros(minimum, texts_of(model))
    first = _first_branch(file, block, min(offsets), known) if offsets else None
    if first is None or not _holds_statements(block, first):
        return None
    if all(offset in first.body for offset in offsets):
        return first
    if any(item.kind is StatementKind.LABEL for item in block.walk()):
        return None
    same = condition_of_uses(model, file, block, offsets, minimum) == _spelled(file, first.directive)
    return first if same else None


def condition_of_uses(
    model: Extension, file: File, block: Statement, offsets: Sequence[int], minimum: tuple[int, int]
) -> bytes | None:
    """Return the directive that holds where one of the groups is compiled that have all *offsets* inside *block*.

    None if a use is in no group, or in one whose condition would have to be spelled anew.
    """
    known = known_macros(minimum, texts_of(model))
    directives: dict[bytes, bytes] = {}
    for offset in offsets:
        outermost = next(_optional(file, block, offset, known), None)
        if outermost is None or offset not in outermost.branches[0].body or file.does_more(block.span):
            return None
        directive = outermost.branches[0].directive
        directives[_spelled(file, directive)] = _term(file, directive)
    if len(directives) == 1:
        return next(iter(directives))
    return b"#if " + b" || ".join(dict.fromkeys(directives.values())) if directives else None


def _spelled(file: File, directive: Directive) -> bytes:
    return b"#%b %b" % (directive.name, _asked(file, directive))


def _term(file: File, directive: Directive) -> bytes:
    """Return what a directive asks as a part of a longer condition."""
    asked = _asked(file, directive)
    if directive.name == b"if":
        return b"(%b)" % asked if b"&&" in asked or b"?" in asked else asked
    return (b"!defined(%b)" if directive.name == b"ifndef" else b"defined(%b)") % asked


def _asked(file: File, directive: Directive) -> bytes:
    """Return the condition of a directive, without comments around it."""
    tokens = lex_fragment(file.source.data, directive.rest)
    return file.source.text(Span(tokens[0].start, tokens[-1].end)) if tokens else b""


def _first_branch(file: File, block: Statement, offset: int, known: Mapping[bytes, Value]) -> Branch | None:
    conditional = next(_optional(file, block, offset, known), None)
    branches = () if conditional is None else conditional.branches
    return next((item for item in branches if offset in item.body), None)


def _optional(file: File, block: Statement, offset: int, known: Mapping[bytes, Value]) -> Iterator[Conditional]:
    """Yield the groups inside *block* around a use that not every supported Python compiles, outermost first."""
    for conditional in reversed(file.conditionals_around(offset)):
        if block.span.covers(conditional.span):
            branch = next((item for item in conditional.branches if offset in item.body), None)
            if branch is None or not is_certain(file.source.data, conditional, branch, known):
                yield conditional


def _holds_statements(block: Statement, branch: Branch) -> bool:
    """Tell whether the group holds whole statements of *block*, and doesn't follow a label."""
    inside = [item for item in block.children if item.span.overlaps(branch.body)]
    before = [item for item in block.children if item.span.end <= branch.body.start]
    if not inside or not all(branch.body.covers(item.span) for item in inside):
        return False
    return not before or before[-1].kind is not StatementKind.LABEL
