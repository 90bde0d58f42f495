"""Pointers that hold the address of a static type for good: `PyTypeObject *Box_Type = &Box_TypeObject;`.

Such a pointer is a second name of the type, mostly the one that other sources know. A name of both is only taken for
one if every place in the project that spells it means it: then macros and groups that aren't compiled mean it as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from unstatic.capi.null import NULL
from unstatic.facts.places.at_file_level import is_always_read
from unstatic.facts.places.spellings import Spelling, Spellings, means
from unstatic.facts.trust.protected_files import protected_use
from unstatic.facts.trust.unexplained_names import gaps
from unstatic.model.extension import Declaration, Extension, File, Linkage, StaticType, SymbolKind
from unstatic.model.fact import fact
from unstatic.text.source import Span

# Beside these, the address of a type would be something else than the pointer, or a warning.
_BEFORE = (b"*", b"&", b"!", b"++", b"--", b"&&", b"||", b"sizeof")
_AFTER = (b"=", b"[", b"++", b"--", b"&&", b"||", b"?", b"+", b"-", b"+=", b"-=")
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


@fact
def type_aliases(model: Extension) -> tuple[TypeAlias, ...]:
    """Return the types whose pointer can give up its place for them."""
    return tuple(_aliases(model))


def _aliases(model: Extension) -> Iterator[TypeAlias]:
    pairs = list(_pairs(model))
    times = Counter(static.symbol for static, _ in pairs)
    if not pairs:
        return
    written = Spellings(model, {name for static, pointer in pairs for name in (static.name, pointer.name)})
    for static, pointer in pairs:
        alias = _alias(model, static, pointer, written) if times[static.symbol] == 1 else None
        if alias is not None:
            yield alias


def _pairs(model: Extension) -> Iterator[tuple[StaticType, Declaration]]:
    """Yield the types with the definitions of variables that start out with their address."""
    statics = {item.symbol: item for item in model.types}
    for item in model.declarations:
        if item.kind is not SymbolKind.VARIABLE or item.function is not None or item.initialiser is None:
            continue
        file = model.files[item.path]
        if b"&" not in file.source.text(item.initialiser):
            continue
        value = file.tokens_in(item.initialiser)
        reference = file.written.get(value[1].start) if len(value) == 2 and value[0].text == b"&" else None
        static = statics.get(reference.symbol) if reference is not None else None
        if static is not None and static.declaration.path == item.path:
            yield static, item


def _alias(model: Extension, static: StaticType, pointer: Declaration, written: Spellings) -> TypeAlias | None:
    declared = [item for item in model.by_symbol[pointer.symbol] if item != pointer]
    type_declared = [static.declaration, *static.others]
    both = (static.symbol, pointer.symbol)
    if static.declaration.linkage is not Linkage.INTERNAL or any(protected_use(model, item) for item in both):
        return None
    if not all(_is_plain(model, item) for item in (pointer, *declared, *type_declared)):
        return None
    if _is_spelled_out(model, static, pointer):
        return None
    places = {(item.path, item.name_span.start) for item in (pointer, *declared)}
    uses = [item for item in written.of(pointer.name) if (item.path, item.token.start) not in places]
    assert pointer.initialiser is not None
    names = [
        item
        for item in written.of(static.name)
        if item.path != pointer.path or item.token.start not in pointer.initialiser
    ]
    at_type = {(item.path, item.name_span.start) for item in type_declared}
    means_it = all(means(model, item, pointer.symbol) for item in uses) and all(
        (item.path, item.token.start) in at_type or means(model, item, static.symbol) for item in names
    )
    if not means_it or not all(map(_is_replaceable, uses)):
        return None
    return TypeAlias(static, pointer, tuple(declared), tuple(uses), tuple(names))


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
    if before in _BEFORE or after in _AFTER:
        return False
    if after in (b"==", b"!=") and item.text(2) in NULL:
        return False
    if before in (b"==", b"!=") and item.text(-2) in NULL:
        return False
    return not (before == b"(" and after == b")" and item.text(-2) in _CONDITIONS)
