"""Functions that `#if` groups give one name or another: `MODINIT_DEFINE(pg_time)` where all is linked statically."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Branch, Conditional, Token, TokenKind
from unstatic.model.configurations.conditions import dead_groups
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.extension import Declaration, Extension, File
from unstatic.model.fact import fact
from unstatic.settings.requires import OLDEST
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class HeadChoice:
    """The heads before one body, which differ in the function's name alone."""

    span: Span
    """All of them, from the first specifier or `#if` to the end of the line of the `#endif`, or of what all share."""
    names: tuple[str, ...]
    """What the function is called in the groups that aren't compiled."""
    written: Span
    """Those of Python 3, where `#if PY_MAJOR_VERSION >= 3` is around them; else the same."""


@fact
def head_choice(model: Extension, symbol: str) -> HeadChoice | None:
    """Return the heads of an init function; None if all builds have one, or if they differ in more than the name."""
    definition = model.functions[symbol].definition
    file = model.files[definition.path]
    others = other_heads(model, symbol)
    # The innermost is the first.
    found = tuple(_around_head(file, definition))
    choices = [item for item in found if any(branch in item.branches for branch in others)]
    if len(choices) != 1 or len(list(file.conditionals_in(choices[0].span))) > 1:
        return None
    (choice,) = choices
    if choice.branches[-1].directive.name != b"else":
        return None
    names = _other_names(file, definition, choice, others)
    outer = found[-1]
    start = min(choice.span.start, definition.span.start)
    written = Span(start, _line_end(file, choice))
    shared = file.lexed.between(outer.span.end, definition.body.start if definition.body is not None else 0)
    if not names:
        return None
    if outer is choice:
        whole = Span(start, shared[-1].end) if shared else written
        return HeadChoice(whole, names, whole)
    if shared or start < choice.span.start or not _is_all_of(file, outer, choice):
        return None
    return HeadChoice(Span(outer.span.start, _line_end(file, outer)), names, written)


def _line_end(file: File, conditional: Conditional) -> int:
    """Return the end of the line of an `#endif`, with the comment that may stand there."""
    return file.source.line_end(conditional.span.end - 1) - len(file.source.newline)


def _other_names(file: File, definition: Declaration, choice: Conditional, others: Sequence[Branch]) -> tuple[str, ...]:
    """Return the names in the other heads of a choice; none if they differ in more, or return nothing (Python 2)."""
    own = next(branch for branch in choice.branches if definition.name_span.start in branch.body)
    written = file.lexed.between(*own.body)
    words = [_other_word(written, file.lexed.between(*branch.body)) for branch in others]
    names = tuple(definition.name.removesuffix(word[0]) + word[1] for word in words if word is not None)
    is_same = len(names) == len(others) and all(name.startswith("PyInit_") for name in names)
    return names if is_same else ()


def _is_all_of(file: File, outer: Conditional, inner: Conditional) -> bool:
    """Tell whether a group of *outer* holds nothing but *inner*."""
    group = next(branch.body for branch in outer.branches if inner.span.start in branch.body)
    return not any(token.start not in inner.span for token in file.lexed.between(*group))


def other_heads(model: Extension, symbol: str) -> tuple[Branch, ...]:
    """Return the `#if` groups that put another head before the body of a function, but for those no build has."""
    definition = model.functions[symbol].definition
    file = model.files[definition.path]
    known = known_macros(OLDEST, texts_of(model))
    return tuple(
        branch
        for item in _around_head(file, definition)
        for dead in (dead_groups(file.source.data, [item], known),)
        for branch in item.branches
        if definition.name_span.start not in branch.body
        and branch.body not in dead
        and file.lexed.between(*branch.body)
    )


def _around_head(file: File, definition: Declaration) -> Iterator[Conditional]:
    """Yield the conditionals that hold the name of a function, and not its body."""
    name, body = definition.name_span.start, definition.body
    for item in file.lexed.conditionals:
        if body is not None and item.span.start < name < item.span.end <= body.start:
            yield item


def _other_word(own: Sequence[Token], other: Sequence[Token]) -> tuple[str, str] | None:
    """Return the word in which two heads differ, as either has it; None if they differ in more."""
    differing = [pair for pair in zip(own, other, strict=False) if pair[0].text != pair[1].text]
    is_one = len(own) == len(other) and len(differing) == 1
    if not is_one or any(token.kind is not TokenKind.IDENT for token in differing[0]):
        return None
    return differing[0][0].text.decode(), differing[0][1].text.decode()
