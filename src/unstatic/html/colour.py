"""Lines of C as coloured text, ready for a page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES, Token

_CPP = {".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".C", ".H"}
# They change the order or the look of what stands beside them: shown as what they are.
_DECEIVING = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Piece:
    """Text of one colour; *style* is a class of the page."""

    style: str
    text: str


Pieces = tuple[Piece, ...]


def readable(data: bytes) -> str:
    """Return a file's text with one line per line: bytes that aren't UTF-8, and what can deceive, as escapes."""
    text = data.decode("utf-8", "backslashreplace").replace("\r\n", "\n").removesuffix("\r")
    text = _CONTROL.sub(lambda match: chr(0x2421 if match[0] == "\x7f" else 0x2400 + ord(match[0])), text)
    return _DECEIVING.sub(lambda match: f"\u27e8U+{ord(match[0]):04X}\u27e9", text)


def coloured(path: Path, data: bytes) -> list[Pieces]:
    """Return the lines of a file in pieces; as many as it has line ends, and what follows the last."""
    # The annotations of pygments come as a package of their own, and have gaps.
    lexer: Any = get_lexer_by_name("cpp" if path.suffix in _CPP else "c")
    lines: list[list[Piece]] = [[]]
    # Not get_tokens: that strips, and takes a lone CR for a line end.
    for _, kind, text in lexer.get_tokens_unprocessed(readable(data)):
        style = _style(kind)
        first, *others = text.split("\n")
        lines[-1] += [Piece(style, first)] if first else []
        lines += [[Piece(style, other)] if other else [] for other in others]
    return [tuple(line) for line in lines]


def _style(kind: Any) -> str:
    while kind not in STANDARD_TYPES and kind is not Token:
        kind = kind.parent
    return str(STANDARD_TYPES.get(kind, ""))


def text_of(pieces: Pieces) -> str:
    """Return the text without colours."""
    return "".join(piece.text for piece in pieces)


def markup(pieces: Pieces, marked: tuple[int, int] = (0, 0)) -> Markup:
    """Return the line for the page; the characters of *marked* stand out. Whatever the text is, it stays text."""
    start, end = marked
    at = 0
    found = []
    for piece in pieces:
        low, high = (min(max(edge - at, 0), len(piece.text)) for edge in (start, end))
        parts = ((piece.text[:low], ""), (piece.text[low:high], "x"), (piece.text[high:], ""))
        found += [_span(text, f"{piece.style} {extra}".strip()) for text, extra in parts if text]
        at += len(piece.text)
    return Markup("").join(found)


def _span(text: str, style: str) -> Markup:
    return Markup('<span class="{}">{}</span>').format(style, text) if style else escape(text)
