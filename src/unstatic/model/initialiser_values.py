"""Reading initialiser values: null tests, the name behind casts, the struct behind sizeof."""

from __future__ import annotations

from collections.abc import Iterable

from unstatic.c.lexer import Token
from unstatic.c.syntax import last_of_path, strip_casts, text_of
from unstatic.capi.null import ZERO
from unstatic.cparse.facts import InitEntry
from unstatic.model.extension import Field, File
from unstatic.text.source import Span


def is_null(tokens: Iterable[Token]) -> bool:
    """Tell whether the tokens are a null pointer or zero, under any casts and parentheses."""
    inner = strip_casts(tuple(tokens))
    return len(inner) == 1 and inner[0].text in ZERO


def is_empty(tokens: Iterable[Token]) -> bool:
    """Tell whether the tokens are a null pointer, zero, or braces around nothing else: what cleared memory holds."""
    given = tuple(tokens)
    if not given or given[0].text != b"{":
        return is_null(given)
    return all(token.text in (b"{", b"}", b",", *ZERO) for token in given)


def named(tokens: Iterable[Token]) -> Token | None:
    """Return the one name that the tokens consist of, casts, parentheses, `&` and the scopes before it left out."""
    inner = strip_casts(tuple(tokens))
    if inner and inner[0].text == b"&":
        inner = strip_casts(inner[1:])
    return last_of_path(inner)


def symbol_at(file: File, token: Token | None) -> str | None:
    """Return what the identifier refers to."""
    found = file.written.get(token.start) if token else None
    return found.symbol if found else None


def tokens_of(file: File, span: Span) -> tuple[Token, ...]:
    """Return the tokens of *span* as a configuration has them that keeps it."""
    return file.at(span.start).tokens_in(span)


def field_of(file: File, entry: InitEntry) -> Field:
    """Turn one initialiser entry into a field."""
    value = _text(file, entry.value_span)
    symbol = symbol_at(file, named(tokens_of(file, entry.value_span)))
    return Field(entry.field or "", value, entry.span, entry.value_span, symbol)


def _text(file: File, span: Span) -> bytes:
    """Return the text of a value, without the groups in it that aren't compiled."""
    if any(span.covers(item.span) for item in file.lexed.conditionals):
        return text_of(tokens_of(file, span))
    return file.source.text(span)


def given_fields(file: File, entries: Iterable[InitEntry]) -> dict[str, Field]:
    """Return the entries that give a field something other than zero or NULL, by field name."""
    found: dict[str, Field] = {}
    for entry in entries:
        if entry.field is None or entry.field == "ob_base":
            continue
        if is_null(tokens_of(file, entry.value_span)):
            found.pop(entry.field, None)
            continue
        found[entry.field] = field_of(file, entry)
    return found


def struct_in_sizeof(tokens: Iterable[Token]) -> str | None:
    """Return the type name in `sizeof(T)`, or None when the text is anything else."""
    texts = [token.text for token in strip_casts(tuple(tokens))]
    if len(texts) < 4 or texts[0] != b"sizeof" or texts[1] != b"(" or texts[-1] != b")":
        return None
    inner = [text for text in texts[2:-1] if text not in (b"struct", b"const")]
    return inner[0].decode() if len(inner) == 1 else None


def element_type(canonical: str) -> str:
    """Return the struct name of a variable's type: `const struct PyMethodDef[3]` gives `PyMethodDef`."""
    name = canonical.split("[")[0]
    return " ".join(word for word in name.split() if word not in ("const", "struct", "static", "volatile")).strip()


def describe(tokens: Iterable[Token]) -> str:
    """Return the tokens as text for a message."""
    return text_of(tuple(tokens)).decode("utf-8", "replace")
