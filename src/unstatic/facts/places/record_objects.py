"""Structs, and whether objects of one may be made in another way than by declaring a variable of its type."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind, lex_body
from unstatic.c.syntax import closing
from unstatic.model.building.globals import object_records
from unstatic.model.extension import Declaration, Extension, File, SymbolKind
from unstatic.model.fact import common_fact, fact
from unstatic.text.source import Span

_TYPE_OF = frozenset((b"sizeof", b"decltype", b"typeof", b"__typeof__"))
# What keeps others from setting members of a C++ struct, or does more with it than that.
_GUARDED = frozenset((b"private", b"protected", b"class", b"virtual", b"operator", b"template"))


@fact
def named_records(model: Extension) -> Mapping[bytes, str]:
    """Return the structs by their tags and by the other names of their types."""
    found: dict[bytes, str] = {}
    for item in model.declarations:
        is_type = item.kind is SymbolKind.RECORD or item.kind is SymbolKind.TYPEDEF and "*" not in item.canonical_type
        if is_type and item.name:
            record = item.symbol if item.kind is SymbolKind.RECORD else item.pointee_record or ""
            name = item.name.encode("utf-8", "surrogateescape")
            found[name] = record if found.get(name, record) == record else ""
    return found


@fact
def of_records(model: Extension) -> Mapping[str, list[Declaration]]:
    """Return what has to do with each struct: variables, fields, parameters and names of types."""
    found: dict[str, list[Declaration]] = {}
    for item in model.declarations:
        if item.pointee_record:
            found.setdefault(item.pointee_record, []).append(item)
    return found


@common_fact
def python_objects(model: Extension) -> frozenset[str]:
    """Return the structs that begin as a PyObject, by symbol."""
    return object_records(model.by_symbol)


def is_open(model: Extension, definition: Declaration) -> bool:
    """Tell whether whoever has an object of a struct can set its members, and the struct hands itself to nobody."""
    tokens = model.files[definition.path].tokens_in(definition.span)
    texts = [token.text for token in tokens]
    handed = (text == b"this" and after != b"->" for text, after in zip(texts, [*texts[1:], b""], strict=True))
    return not _GUARDED & set(texts) and not any(handed)


def may_make(
    model: Extension, record: str, variables: Sequence[Declaration], zeroed: Sequence[tuple[Path, Span]]
) -> bool:
    """Tell whether an object of a struct may be made that is none of *variables*, or be copied.

    *zeroed* are statements that set a whole variable to zero.
    """
    struct = _Struct.of(model, record, variables)
    return any(_may_make(model, file, struct, zeroed) for file in model.files.values())


def is_sized_in_code(model: Extension, record: str) -> bool:
    """Tell whether code asks for the size of a struct: it may set an object to zero, or copy it."""
    return any(
        any(file.lexed.tokens[at].start in body for body in _bodies(model).get(file.source.path, ()))
        for file in model.files.values()
        for at in sizes(model, file, record)
    )


def sizes(model: Extension, file: File, record: str) -> Iterator[int]:
    """Yield where `sizeof` is applied to a struct, or to an object of one: the places of the word among the tokens."""
    names = {name for name, named in named_records(model).items() if named == record}
    tokens = file.lexed.tokens
    for index in _words(model)[file.source.path].sized:
        if any(item.text in names or _is_of(model, file, item, record) for item in _operand(tokens, index)):
            yield index


@fact
def _bodies(model: Extension) -> Mapping[Path, list[Span]]:
    found: dict[Path, list[Span]] = {}
    for function in model.functions.values():
        for item in (function.definition, *function.alternatives):
            if item.body is not None:
                found.setdefault(item.path, []).append(item.body)
    return found


@dataclass(frozen=True, slots=True)
class _Words:
    """Where structs are named in a file, sizes asked for, and objects set through pointers: places among the tokens."""

    named: Mapping[bytes, list[int]]
    sized: tuple[int, ...]
    stored: tuple[int, ...]
    of_directives: frozenset[bytes]


@fact
def _words(model: Extension) -> Mapping[Path, _Words]:
    return {path: _words_of(file, named_records(model).keys()) for path, file in model.files.items()}


def _words_of(file: File, names: Collection[bytes]) -> _Words:
    texts = [token.text for token in file.lexed.tokens]
    named: dict[bytes, list[int]] = {}
    sized, stored = [], []
    for index in range(1, len(texts) - 1):
        text = texts[index]
        if text in names:
            named.setdefault(text, []).append(index)
        if text in _TYPE_OF:
            sized.append(index)
        if texts[index - 1] == b"*" and texts[index + 1] == b"=":
            stored.append(index)
    directives = (lex_body(file.source.data, item.rest) for item in file.lexed.directives)
    words = frozenset(token.text for tokens in directives for token in tokens if token.text in names)
    return _Words(named, tuple(sized), tuple(stored), words)


def _may_make(model: Extension, file: File, struct: _Struct, zeroed: Sequence[tuple[Path, Span]]) -> bool:
    record, words = struct.record, _words(model)[file.source.path]
    if not struct.names.isdisjoint(words.of_directives):
        return True
    allowed = [span for path, span in zeroed if path == file.source.path]
    tokens = file.lexed.tokens

    def is_counted(index: int) -> bool:
        return not any(tokens[index].start in span for span in allowed)

    named = (index for name in struct.names for index in words.named.get(name, ()) if is_counted(index))
    if any(not _is_variable(model, struct, tokens, at) and not struct.is_declared(file, tokens, at) for at in named):
        return True
    sized = (item for index in words.sized if is_counted(index) for item in _operand(tokens, index))
    stored = (tokens[index] for index in words.stored if is_counted(index))
    return any(_is_of(model, file, item, record) for item in (*sized, *stored))


def _is_variable(model: Extension, struct: _Struct, tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a name is that of a variable: a tag is told from it by the word in front."""
    text = tokens[index].text
    return text in _variable_names(model) and text not in struct.types and tokens[index - 1].text != b"struct"


@fact
def _variable_names(model: Extension) -> frozenset[bytes]:
    kinds = (SymbolKind.VARIABLE, SymbolKind.PARAMETER, SymbolKind.FIELD)
    return frozenset(item.name.encode("utf-8", "surrogateescape") for item in model.declarations if item.kind in kinds)


@dataclass(frozen=True, slots=True)
class _Struct:
    """A struct with its names, those that are of types without a tag, and where it is named to declare something."""

    record: str
    names: frozenset[bytes]
    types: frozenset[bytes]
    is_c: bool
    variables: frozenset[tuple[Path, int]]
    constructors: frozenset[tuple[Path, int]]

    @classmethod
    def of(cls, model: Extension, record: str, variables: Sequence[Declaration]) -> _Struct:
        is_c = model.language == "c"
        types = [item for item in of_records(model).get(record, ()) if item.kind is SymbolKind.TYPEDEF]
        members = () if is_c else model.members.get(record, ())
        return cls(
            record,
            frozenset(name for name, named in named_records(model).items() if named == record),
            frozenset(item.name.encode("utf-8", "surrogateescape") for item in types),
            is_c,
            _places(variables),
            _places(item for item in members if item.kind is SymbolKind.FUNCTION),
        )

    def is_declared(self, file: File, tokens: Sequence[Token], index: int) -> bool:
        """Tell whether the name of a struct stands in a declaration or in a cast to a pointer."""
        before, following = tokens[index - 1].text, tokens[index + 1]
        if before in (b"}", b"~") or (file.source.path, tokens[index].start) in self.constructors:
            return True
        if self.is_c:
            return following.text in (b"*", b"{", b";") or following.kind is TokenKind.IDENT
        if following.text in (b"{", b";"):
            return before == b"struct"
        if following.kind is TokenKind.IDENT:
            # What a function returns can be made by braces alone, without the name of its type.
            is_called = [token.text for token in tokens[index + 2 : index + 3]] == [b"("]
            is_function = is_called and (file.source.path, following.start) not in self.variables
            return not (is_function or before == b"new" or following.text == b"operator")
        return following.text == b"*" and before != b"new"


def _places(declared: Iterable[Declaration]) -> frozenset[tuple[Path, int]]:
    return frozenset((item.path, item.name_span.start) for item in declared)


def _operand(tokens: Sequence[Token], index: int) -> Sequence[Token]:
    """Return what `sizeof` is applied to, as far as that is a name or stands in parentheses."""
    if tokens[index + 1].text == b"(":
        return tokens[index + 2 : closing(tokens, index + 1)]
    end = index + 1
    while end < len(tokens) - 1 and tokens[end].text == b"*":
        end += 1
    return tokens[index + 1 : end + 1]


def _is_of(model: Extension, file: File, token: Token, record: str) -> bool:
    """Tell whether a name stands for an object of the struct, or for a pointer to one."""
    reference = file.written.get(token.start)
    declared = next(iter(model.by_symbol.get(reference.symbol if reference else "", ())), None)
    return declared is not None and declared.pointee_record == record and declared.kind is not SymbolKind.TYPEDEF
