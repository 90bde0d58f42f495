"""Variables of a macro's own that point to a variable: `Box *box = (BOX);`, which its text can do without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token, lex_fragment
from unstatic.c.nodes import Assignment, Declaring, Name, Node, Opaque, Postfix, Prefix
from unstatic.c.readings import expressions_of
from unstatic.c.syntax import statements
from unstatic.text.source import Span

_CHANGES = (b"&", b"++", b"--")


@dataclass(frozen=True, slots=True)
class _Pointer:
    """One such variable, the name of what it points to, and the statement that declares it."""

    name: bytes
    value: bytes
    statement: Span


def without_own_pointers(text: bytes, pointee: bytes) -> bytes:
    """Return statements in which the variables of a type are named that pointers declared there lead to.

    What stands between two NUL bytes is an expression.
    """
    tokens = lex_fragment(text.replace(b"\0", b"_"), Span(0, len(text)))
    trees = [(part.span, tree) for one in statements(tokens) for part in one.walk() for tree in expressions_of(part)]
    for span, tree in trees:
        pointer = _declared(span, tree, pointee)
        if pointer is not None and _is_fixed(pointer, [each for _, each in trees]):
            return without_own_pointers(_named_directly(text, tokens, pointer), pointee)
    return text


def _declared(span: Span, tree: Node, pointee: bytes) -> _Pointer | None:
    """Return the pointer that a declaration sets to the address of a variable, and nothing else."""
    if not isinstance(tree, Declaring) or [token.text for token in tree.specifiers] != [pointee]:
        return None
    declared = tree.declarators[0] if len(tree.declarators) == 1 else None
    if declared is None or declared.name is None or not isinstance(declared.value, Prefix):
        return None
    named = declared.value.operand
    if declared.value.operator != b"&" or not isinstance(named, Name):
        return None
    return _Pointer(declared.name.text, named.text, span)


def _is_fixed(pointer: _Pointer, trees: Sequence[Node]) -> bool:
    """Tell whether a variable is never changed, and declared once."""
    nodes = [node for tree in trees for node in tree.walk()]
    declared = [one.name for node in nodes if isinstance(node, Declaring) for one in node.declarators]
    times = sum(name is not None and name.text == pointer.name for name in declared)
    return times == 1 and not any(_changes(node, pointer.name) for node in nodes)


def _changes(node: Node, name: bytes) -> bool:
    if isinstance(node, Opaque):
        return any(token.text == name for token in node.tokens)
    if isinstance(node, Assignment):
        return _is_named(node.target, name)
    is_changed = isinstance(node, Prefix | Postfix) and node.operator in _CHANGES
    return is_changed and isinstance(node, Prefix | Postfix) and _is_named(node.operand, name)


def _is_named(node: Node, name: bytes) -> bool:
    return isinstance(node.bare, Name) and node.bare.text == name


def _named_directly(text: bytes, tokens: Sequence[Token], pointer: _Pointer) -> bytes:
    """Return *text* without the variable, with what it points to in its place."""
    behind = [token for token in tokens if token.start >= pointer.statement.end]
    pieces: list[bytes] = [text[: pointer.statement.start]]
    end = behind[0].start if behind else len(text)
    for start, until, is_member in _uses(behind, pointer.name):
        pieces += [text[end:start], pointer.value + b"." if is_member else b"&" + pointer.value]
        end = until
    return b"".join((*pieces, text[end:]))


def _uses(tokens: Sequence[Token], name: bytes) -> Iterator[tuple[int, int, bool]]:
    """Yield where a variable is named, to the end of `->` where a member of what it points to is."""
    for index, token in enumerate(tokens):
        before = tokens[index - 1].text if index else b""
        if token.text == name and before not in (b".", b"->"):
            following = tokens[index + 1] if index + 1 < len(tokens) else token
            is_member = following.text == b"->"
            yield token.start, following.end if is_member else token.end, is_member
