"""What C++ adds to the question whether a function can take the state as a parameter, and its body use it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind
from unstatic.model.extension import Extension, Function, Lambda, MemberKind, Reference
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle

_FIXED = {
    MemberKind.VIRTUAL: "is virtual",
    MemberKind.CONSTRUCTOR: "is a constructor",
    MemberKind.DESTRUCTOR: "is a destructor",
    MemberKind.CONVERSION: "is a conversion",
}


def hindrances(model: Extension, function: Function) -> Iterator[Obstacle]:
    """Yield why *function* can't take the state as a parameter, in C++ only."""
    if model.language != "c++":
        return
    definition = function.definition
    here = model.location(definition.path, definition.name_span.start)
    fixed = _FIXED.get(definition.member, "") if definition.member else ""
    fixed = "is an operator" if definition.name.startswith("operator") else fixed
    if fixed:
        yield Obstacle(f"{function.name} {fixed}: its parameters can't change", "member-function", here)
    for use in model.uses.get(function.symbol, ()):
        where = model.location(use.path, use.offset)
        if use.is_call and use.function is None and use.initialises is None:
            reason = f"{function.name} is called in an initialiser or a default argument"
            yield Obstacle(reason, "static-initialiser", where)
        if use.is_call:
            yield from captures(model, use.path, use.offset)
    yield from _unresolved(model, function)


def captures(model: Extension, path: Path, offset: int) -> Iterator[Obstacle]:
    """Yield the lambda around a place if the state isn't available in it: one that captures what it uses has it."""
    for item in model.lambdas:
        if item.path == path and offset in item.span and not _has_locals(model, item):
            where = model.location(path, item.span.start)
            reason = "a lambda uses it that captures no local variables, or may live on when they are gone"
            yield Obstacle(reason, "lambda", where)


def _has_locals(model: Extension, item: Lambda) -> bool:
    """Tell whether the lambda copies the locals that it uses, or refers to them and is only called here."""
    file = model.files[item.path]
    index = file.index_at(item.span.start)
    default = file.tokens[index + 1].text
    if default == b"=":
        return True
    if default != b"&" or file.tokens[index + 2].text not in (b"]", b","):
        return False
    before = file.tokens[index - 1]
    if before.text == b"=":
        name = file.tokens[index - 2]
        return file.tokens[index - 3].text == b"auto" and _is_only_called(model, item.path, name)
    return before.text in (b",", b"(") and _is_argument_of_std(file.tokens, index)


def _is_only_called(model: Extension, path: Path, name: Token) -> bool:
    declared = next(
        (d for d in model.declarations if d.path == path and d.name_span.start == name.start and d.function), None
    )
    if declared is None:
        return False
    return all(_is_followed_by_call(model, use) for use in model.uses.get(declared.symbol, ()))


def _is_followed_by_call(model: Extension, use: Reference) -> bool:
    file = model.files[use.path]
    return use.via_macro is None and file.tokens[file.index_at(use.offset) + 1].text == b"("


def _is_argument_of_std(tokens: tuple[Token, ...], index: int) -> bool:
    """Tell whether the lambda at *index* goes to a function of the standard library that calls and forgets it."""
    depth = 0
    for position in range(index - 1, max(0, index - 200), -1):
        text = tokens[position].text
        depth += {b")": 1, b"]": 1, b"}": 1, b"(": -1, b"[": -1, b"{": -1}.get(text, 0)
        if depth < 0 or text == b";":
            names = [token.text for token in tokens[max(0, position - 3) : position]]
            return text == b"(" and names[:2] == [b"std", b"::"] and names[2] not in (b"thread", b"function", b"async")
    return False


def _unresolved(model: Extension, function: Function) -> Iterator[Obstacle]:
    """Yield a place that spells the function's name, and where a template decides what it means."""
    spelled = function.name.encode()
    for path, file in model.files.items():
        if spelled not in file.source.data:
            continue
        declared = _declared_in(model).get(path, set())
        for at in file.lexed.places((spelled,)):
            index = file.index_at(at)
            token = file.tokens[index] if index < len(file.tokens) else None
            if token is None or token.start != at or token.kind is not TokenKind.IDENT or at in declared:
                continue
            if token.start in file.written or not _may_call(file.tokens, index):
                continue
            where = model.location(path, token.start)
            reason = f"what {function.name} means is only known when the template there is used"
            yield Obstacle(reason, "member-function", where)
            return


@fact
def _declared_in(model: Extension) -> Mapping[Path, set[int]]:
    """Return where names are declared in each file."""
    found: dict[Path, set[int]] = {}
    for item in model.declarations:
        found.setdefault(item.path, set()).add(item.name_span.start)
    return found


def _may_call(tokens: tuple[Token, ...], index: int) -> bool:
    """Tell whether the name is called or handed on there: names of types and members in passing are neither."""
    following = tokens[index + 1].text if index + 1 < len(tokens) else b""
    before = tokens[index - 1].text if index else b""
    return following in (b"(", b"<", b",", b")", b";") or before == b"&"


def after_template_arguments(tokens: tuple[Token, ...], index: int) -> int:
    """Return the index after `<...>` at *index*, or *index* if there is none."""
    if index >= len(tokens) or tokens[index].text != b"<":
        return index
    depth = 0
    for position in range(index, min(len(tokens), index + 200)):
        text = tokens[position].text
        depth += {b"<": 1, b">": -1, b">>": -2}.get(text, 0)
        if depth <= 0:
            return position + 1
    return index
