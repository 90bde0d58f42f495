"""Pointers that hold the address of a static type for good: `PyTypeObject *Box_Type = &Box_TypeObject;`.

So do those that the initialisation sets once, before anything else can ask for them: `Box_Type = &Box_TypeObject;`.
Such a pointer is a second name of the type, mostly the one that other sources know. A name of both is only taken for
one if every place in the project that spells it means it: then macros and groups that aren't compiled mean it as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from unstatic.c.lexer import Token
from unstatic.c.syntax import StatementKind
from unstatic.capi.null import NULL
from unstatic.facts.module.helpers import init_functions, initialising
from unstatic.facts.places.at_file_level import conditions_of, is_always_read
from unstatic.facts.places.spellings import Spelling, Spellings, means
from unstatic.facts.trust.protected_files import protected_use
from unstatic.facts.trust.unexplained_names import gaps
from unstatic.model.extension import (
    Declaration,
    Extension,
    File,
    Global,
    GlobalKind,
    Linkage,
    Reference,
    StaticType,
    SymbolKind,
)
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_empty, tokens_of
from unstatic.text.source import Span

# Beside these, the address of a type would be something else than the pointer, or a warning.
_BEFORE = (b"*", b"&", b"!", b"++", b"--", b"&&", b"||", b"sizeof")
_AFTER = (b"=", b"[", b"++", b"--", b"&&", b"||", b"?", b"+", b"-", b"+=", b"-=")
_LOGICAL = (b"&&", b"||", b"?")
_COMPARING = (b"==", b"!=")
_CONDITIONS = (b"if", b"while", b"sizeof", b"typeof", b"__typeof__", b"decltype")


@dataclass(frozen=True)
class TypeAlias:
    """A static type and the pointer that always leads to it."""

    static: StaticType
    pointer: Declaration
    """The pointer's definition."""
    others: tuple[Declaration, ...]
    """Its other declarations."""
    uses: tuple[Spelling, ...]
    """Where the pointer is named, declarations left out."""
    names: tuple[Spelling, ...]
    """Where the type is named, the pointer's initialiser left out."""
    setting: tuple[Path, Span] | None
    """The statement of the initialisation that sets the pointer, if its initialiser doesn't."""

    @property
    def name(self) -> str:
        """The name that both get: that which other sources know, else that of the type."""
        is_own = self.setting is not None and self.pointer.linkage is Linkage.INTERNAL
        return self.static.name if is_own or self.is_linked else self.pointer.name

    @property
    def is_linked(self) -> bool:
        """Whether other sources know the type by its own name as well."""
        return self.static.declaration.linkage is Linkage.EXTERNAL


@fact
def type_aliases(model: Extension) -> tuple[TypeAlias, ...]:
    """Return the types whose pointer can give up its place for them."""
    return tuple(_aliases(model))


def _aliases(model: Extension) -> Iterator[TypeAlias]:
    pairs = list(_pairs(model))
    times = Counter(pair.static.symbol for pair in pairs)
    if not pairs:
        return
    written = Spellings(model, {name for pair in pairs for name in (pair.static.name, pair.pointer.name)})
    for pair in pairs:
        alias = _alias(model, pair, written) if times[pair.static.symbol] == 1 else None
        if alias is not None:
            yield alias


class _Pair(NamedTuple):
    """A type, a variable with its address, and where that is written."""

    static: StaticType
    pointer: Declaration
    path: Path
    value: Span
    """The initialiser, or the statement of the initialisation that sets it."""
    is_set: bool


def _pairs(model: Extension) -> Iterator[_Pair]:
    """Yield the types with the definitions of variables that have their address for good."""
    statics = {item.symbol: item for item in model.types}
    for item in model.declarations:
        if item.kind is not SymbolKind.VARIABLE or item.function is not None or item.initialiser is None:
            continue
        file = model.files[item.path]
        # Large tables needn't be read for that.
        if file.source.data.startswith(b"{", item.initialiser.start):
            continue
        value = file.tokens_in(item.initialiser)
        static = _addressed(model, statics, item.path, value)
        if static is not None and static.declaration.path == item.path:
            yield _Pair(static, item, item.path, item.initialiser, is_set=False)
    for variable in model.globals if statics else ():
        # What macros are given shows by how the name is spelled there.
        stores = [use for use in variable.written if use.via_macro is None]
        if variable.kind is GlobalKind.TYPE and not variable.is_local and len(stores) == 1:
            yield from _set_once(model, statics, variable, stores[0])


def _addressed(
    model: Extension, statics: Mapping[str, StaticType], path: Path, value: Sequence[Token]
) -> StaticType | None:
    """Return the type whose address *value* is."""
    reference = model.files[path].written.get(value[1].start) if len(value) == 2 and value[0].text == b"&" else None
    return statics.get(reference.symbol) if reference is not None else None


def _set_once(model: Extension, statics: Mapping[str, StaticType], variable: Global, use: Reference) -> Iterator[_Pair]:
    """Yield the pair of a variable that one statement of the initialisation sets, ahead of all others that name it."""
    value = variable.declaration.initialiser
    starts_empty = value is None or is_empty(tokens_of(model.files[variable.declaration.path], value))
    if use.function is None or use.function not in init_functions(model) or not starts_empty:
        return
    statement = next((one for one in model.body(use.function).children if use.offset in one.span), None)
    if statement is None or statement.kind is not StatementKind.SIMPLE or statement.head[0].start != use.offset:
        return
    static = _addressed(model, statics, use.path, statement.head[2:])
    # C++ has no second definition to say that the type is there before it is.
    is_there = static is not None and static.declaration.path == variable.declaration.path and model.language != "c++"
    if static is None or not (is_there or static.declaration.linkage is Linkage.EXTERNAL):
        return
    initial = [one for one in model.uses[variable.symbol] if one.function in initialising(model)]
    is_first = all(one.function == use.function and one.offset >= use.offset for one in initial)
    if statement.head[1].text == b"=" and is_first:
        yield _Pair(static, variable.declaration, use.path, statement.span, is_set=True)


def _alias(model: Extension, pair: _Pair, written: Spellings) -> TypeAlias | None:
    static, pointer = pair.static, pair.pointer
    declared = [item for item in model.by_symbol[pointer.symbol] if item != pointer]
    type_declared = [static.declaration, *static.others]
    both = (static.symbol, pointer.symbol)
    if any(protected_use(model, item) for item in both):
        return None
    if static.declaration.linkage is Linkage.EXTERNAL:
        if not pair.is_set or not all(_can_go(model, item, type_declared, pointer) for item in (pointer, *declared)):
            return None
    elif not all(_is_plain(model, item) for item in (pointer, *declared, *type_declared)):
        return None
    if _is_spelled_out(model, static, pointer):
        return None
    places = {(item.path, item.name_span.start) for item in (pointer, *declared)}
    uses = [item for item in written.of(pointer.name) if (item.path, item.token.start) not in places]
    uses = [item for item in uses if item.path != pair.path or item.token.start not in pair.value]
    names = [item for item in written.of(static.name) if item.path != pair.path or item.token.start not in pair.value]
    at_type = {(item.path, item.name_span.start) for item in type_declared}
    means_it = all(means(model, item, pointer.symbol) for item in uses) and all(
        (item.path, item.token.start) in at_type or means(model, item, static.symbol) for item in names
    )
    if not means_it or not all(map(_is_replaceable, uses)):
        return None
    setting = (pair.path, pair.value) if pair.is_set else None
    return TypeAlias(static, pointer, tuple(declared), tuple(uses), tuple(names), setting)


def _is_plain(model: Extension, item: Declaration) -> bool:
    """Tell whether it is declared alone, in so many words, and where no other configuration declares it otherwise."""
    file = model.files[item.path]
    if item.from_macro or item.function is not None or item.path in model.public_headers or item.declared_outside:
        return False
    if not is_always_read(file, item.name_span.start):
        return False
    head = [token.text for token in file.tokens_in(Span(item.span.start, item.name_span.end))]
    words = [text for text in head if text not in (b"static", b"extern")]
    star = [b"*"] if item.canonical_type.rstrip().endswith("*") else []
    if words != [b"PyTypeObject", *star, item.name.encode()]:
        return False
    return _following(file, item) == b";"


def _can_go(model: Extension, item: Declaration, types: Sequence[Declaration], definition: Declaration) -> bool:
    """Tell whether a declaration of the pointer can go: it stands alone, and who sees it sees the type as well.

    The definition is seen by its own file, which has the type from anywhere: it sets the pointer to it.
    """
    file = model.files[item.path]
    if item.from_macro or item.function is not None or item.path in model.public_headers or item.declared_outside:
        return False
    before = [token.text for token in file.tokens_in(Span(item.span.start, item.name_span.start))]
    if _following(file, item) != b";" or b"," in before or before[-2:] != [b"PyTypeObject", b"*"]:
        return False
    beside = [one for one in types if one.path == item.path or item == definition]
    needed = conditions_of(file, item.name_span.start)
    return any(conditions_of(model.files[one.path], one.name_span.start) <= needed for one in beside)


def _following(file: File, item: Declaration) -> bytes:
    index = file.index_at(item.span.end)
    return file.tokens[index].text if index < len(file.tokens) else b""


def _is_spelled_out(model: Extension, static: StaticType, pointer: Declaration) -> bool:
    """Tell whether a macro makes a string or another name of either name."""
    names = {static.name: frozenset({static.symbol}), pointer.name: frozenset({pointer.symbol})}
    return any(gap.rule == "spelling-used" for _, gap in gaps(model, names))


def _is_replaceable(item: Spelling) -> bool:
    """Tell whether `&T`, or `T` before an arrow, can stand where the pointer stands."""
    before, after = item.text(-1), item.text(1)
    # `type == Box_Type && ...` compares it first.
    before = b"" if before in _LOGICAL and after in _COMPARING else before
    after = b"" if after in _LOGICAL and before in _COMPARING else after
    if before in _BEFORE or after in _AFTER:
        return False
    if after in _COMPARING and item.text(2) in NULL:
        return False
    if before in _COMPARING and item.text(-2) in NULL:
        return False
    return not (before == b"(" and after == b")" and item.text(-2) in _CONDITIONS)
