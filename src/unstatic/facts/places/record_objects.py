"""Structs, and whether objects of one may be made in another way than by declaring a variable of its type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind, lex_body
from unstatic.c.syntax import closing
from unstatic.model.extension import Declaration, Extension, File, SymbolKind
from unstatic.model.fact import fact
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


def is_open(model: Extension, definition: Declaration) -> bool:
    """Tell whether whoever has an object of a struct can set its members, and the struct hands itself to nobody."""
    tokens = model.files[definition.path].tokens_in(definition.span)
    texts = [token.text for token in tokens]
    handed = (text == b"this" and after != b"->" for text, after in zip(texts, [*texts[1:], b""], strict=True))
    return not _GUARDED & set(texts) and not any(handed)


def may_make(
    model: Extension,
    file: File,
    record: str,
    variables: Sequence[Declaration],
    zeroed: Sequence[tuple[Path, Span]],
) -> bool:
    """Tell whether *file* may make an object of a struct that is none of *variables*, or copy one.

    *zeroed* are statements that set a whole variable to zero.
    """
    names = {name for name, named in named_records(model).items() if named == record}
    of_it = of_records(model).get(record, ())
    types = {item.name.encode("utf-8", "surrogateescape") for item in of_it if item.kind is SymbolKind.TYPEDEF}
    known = _variable_names(model)
    allowed = [span for path, span in zeroed if path == file.source.path]
    declared = _Declared.of(model, file, record, variables)
    tokens = file.lexed.tokens
    for index, token in enumerate(tokens[1:-1], start=1):
        if any(token.start in span for span in allowed):
            continue
        # A tag is told from a variable of that name by the word in front of it.
        is_variable = token.text in known and token.text not in types and tokens[index - 1].text != b"struct"
        if token.text in names and not is_variable and not declared.by(tokens, index):
            return True
        if token.text in _TYPE_OF and any(_is_of(model, file, item, record) for item in _operand(tokens, index)):
            return True
        is_stored = tokens[index - 1].text == b"*" and tokens[index + 1].text == b"="
        if is_stored and _is_of(model, file, token, record):
            return True
    directives = (lex_body(file.source.data, item.rest) for item in file.lexed.directives)
    return any(names & {token.text for token in words} for words in directives)


@fact
def _variable_names(model: Extension) -> frozenset[bytes]:
    kinds = (SymbolKind.VARIABLE, SymbolKind.PARAMETER, SymbolKind.FIELD)
    return frozenset(item.name.encode("utf-8", "surrogateescape") for item in model.declarations if item.kind in kinds)


@dataclass(frozen=True, slots=True)
class _Declared:
    """Where a file names variables of a struct, and constructors in the struct itself."""

    is_c: bool
    variables: frozenset[int]
    constructors: frozenset[int]

    @classmethod
    def of(cls, model: Extension, file: File, record: str, variables: Sequence[Declaration]) -> _Declared:
        here = [item for item in model.declarations if item.path == file.source.path and item.parent == record]
        return cls(
            model.language == "c",
            frozenset(item.name_span.start for item in variables if item.path == file.source.path),
            frozenset(item.name_span.start for item in here if item.kind is SymbolKind.FUNCTION),
        )

    def by(self, tokens: Sequence[Token], index: int) -> bool:
        """Tell whether the name of a struct stands in a declaration or in a cast to a pointer."""
        before, following = tokens[index - 1].text, tokens[index + 1]
        if before == b"}" or self.is_c:
            is_named = following.text in (b"*", b"{", b";") or following.kind is TokenKind.IDENT
            return before == b"}" or is_named
        if tokens[index].start in self.constructors or before == b"~":
            return True
        if following.text in (b"{", b";"):
            return before == b"struct"
        if following.kind is TokenKind.IDENT:
            # What a function returns can be made by braces alone, without the name of its type.
            is_function = tokens[index + 2].text == b"(" and following.start not in self.variables
            return not (is_function or before == b"new" or following.text == b"operator")
        return following.text == b"*" and before != b"new"


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
