"""Static members of C++ classes that hold objects, `static PyTypeObject *Type;`, and that can be variables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import MEMBERS, start_of_path
from unstatic.facts.places.namespaces import Scope, namespaces_at, scopes_at
from unstatic.facts.places.spellings import Spelling, Spellings
from unstatic.facts.trust.protected_files import protected_use
from unstatic.model.extension import Declaration, Extension, File, Global, GlobalKind
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class ClassMember:
    """A member, and everything that names it."""

    item: Global
    name: str
    """What the variable is called: `Box_Type` for `Box::Type`."""
    path: Path
    """The file with the class."""
    opens: int
    """Where the declaration of the class begins."""
    declared: Span
    """The declaration in the class, `;` included."""
    type: bytes
    """The variable's type, as the class has it, with what stands between it and the name."""
    names: tuple[tuple[Path, Span], ...]
    """Where it is named outside of that: with the class in front of it, if that is named."""


def class_members(model: Extension) -> tuple[ClassMember, ...]:
    """Return the static members that can be variables."""
    wanted = [item for item in model.globals if item.declaration.parent and item.kind in _KINDS]
    if model.language != "c++" or not wanted:
        return ()
    spellings = Spellings(model, {item.name for item in wanted})
    found = (_member(model, item, spellings.of(item.name)) for item in wanted)
    return tuple(item for item in found if item is not None)


_KINDS = (GlobalKind.OBJECT, GlobalKind.TYPE)


def _member(model: Extension, item: Global, spelled: Sequence[Spelling]) -> ClassMember | None:
    inner = [one for one in item.others if one.path in model.files and _class_around(model, one) is not None]
    if len(inner) != 1 or len(item.others) != 1 or protected_use(model, item.symbol) is not None:
        return None
    declared, definition = inner[0], item.declaration
    scope = _class_around(model, declared)
    file = model.files[declared.path]
    statement = _statement(file, declared)
    new = f"{(definition.parent or '').rpartition('::')[2]}_{item.name}"
    if scope is None or statement is None or {declared.path, definition.path} & set(model.public_headers):
        return None
    outer = namespaces_at(model.files[definition.path], definition.span.start)
    if outer != namespaces_at(file, scope.start) or any(
        new.encode() in one.lexed.words for one in model.files.values()
    ):
        return None
    names = tuple(_names(model, item, declared, spelled))
    if None in names:
        return None
    text = file.source.text(Span(statement[1].start, declared.name_span.start))
    span = Span(statement[0].start, statement[-1].end)
    return ClassMember(item, new, declared.path, scope.start, span, text, tuple(one for one in names if one))


def _class_around(model: Extension, declared: Declaration) -> Scope | None:
    """Return the class that a declaration stands in, if that is no template, nor inside of another or a function."""
    file = model.files[declared.path]
    scopes = [one for one in scopes_at(file, declared.name_span.start) if not one.is_linkage]
    if not scopes or scopes[-1].name is not None or any(one.name is None for one in scopes[:-1]):
        return None
    is_class = file.tokens[file.index_at(scopes[-1].start)].text in (b"struct", b"class")
    return scopes[-1] if is_class and not file.is_conditional(declared.name_span.start) else None


def _statement(file: File, declared: Declaration) -> tuple[Token, ...] | None:
    """Return the tokens of `static T *name;`; None if it says anything else, or a macro has a part in it."""
    index = file.index_at(declared.name_span.start)
    first = index
    while first > 0 and file.tokens[first].text not in (b"static", b";", b"{", b"}", b":"):
        first -= 1
    found = file.tokens[first : index + 2]
    texts = [token.text for token in found]
    plain = all(token.kind is TokenKind.IDENT or token.text in (b"*", b"::") for token in found[:-1])
    is_alone = len(texts) > 3 and texts[0] == b"static" and texts[-1] == b";" and b"inline" not in texts
    return found if plain and is_alone and not declared.from_macro else None


def _names(
    model: Extension, item: Global, declared: Declaration, spelled: Sequence[Spelling]
) -> Iterator[tuple[Path, Span] | None]:
    """Yield where the member is named; None where something may name it that can't be changed."""
    if any(use.via_macro is not None for use in model.uses.get(item.symbol, ())):
        yield None
    for one in spelled:
        file, at = model.files[one.path], one.token.start
        if (one.path, at) == (declared.path, declared.name_span.start):
            continue
        reference = file.at(at).written.get(at)
        is_definition = (one.path, at) == (item.declaration.path, item.declaration.name_span.start)
        is_own = is_definition or (reference is not None and reference.symbol == item.symbol)
        if is_own:
            first = start_of_path(one.tokens, one.index)
            is_plain = first == 0 or one.tokens[first - 1].text not in MEMBERS
            # The variable is in the namespace of the class, which may have to be named here.
            start = one.index - 2 if one.index - 2 >= first else one.index
            yield (one.path, Span(one.tokens[start].start, one.token.end)) if is_plain and one.is_code else None
        elif reference is None and not _declares(model, one):
            # A template decides what it means there, or it isn't compiled here.
            yield None


def _declares(model: Extension, one: Spelling) -> bool:
    return any(item.path == one.path and item.name_span.start == one.token.start for item in model.declarations)
