"""Groups of headers that other units of the extension have read already, so that one needn't read them again."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Branch, Lexed, lex
from unstatic.capi.types import OBJECT_RECORDS
from unstatic.cparse.facts import ParsedUnit, SymbolKind
from unstatic.text.source import Span, Spans

_ERROR = 3
_WORD = re.compile(rb"[A-Za-z_]\w*")
_INCLUSIONS = (b"include", b"include_next", b"import")
_PYTHON = (b"Py", b"_Py")
_OBJECT = re.compile(rf"\b(?:{'|'.join(sorted(OBJECT_RECORDS))})\b")
# A group that belongs to other units may lack declarations in the first that reads it.
_TRIES = 2


class ReadGroups:
    """What the parses of the units so far left out of each header, by its path and contents."""

    def __init__(self) -> None:
        self._clean: dict[tuple[Path, bytes], dict[tuple[Span, ...], Spans]] = {}
        self._faulty: dict[tuple[Path, bytes], list[tuple[Path, Spans]]] = {}
        self._own: set[bytes] = set()
        self._meant: set[bytes] = set()
        self._waiting: list[Sequence[ParsedUnit]] = []

    def add(self, parses: Sequence[ParsedUnit]) -> None:
        """Take in the parses of one unit, once another one asks: most units stay as they were read before."""
        self._waiting.append(parses)

    def _take_in(self, parses: Sequence[ParsedUnit]) -> None:
        plain = parses[0]
        for item in parses:
            self._own.update(_encoded(item.own_names))
            self._meant.update(_meant(item, is_plain=item is plain))
            wrong = {one.path for one in item.diagnostics if one.severity >= _ERROR}
            for path in item.files.keys() & plain.files.keys() - {item.path}:
                # Other passes change the text.
                header, left = (path, plain.files[path].data), item.skipped.get(path, ())
                if path in wrong:
                    self._faulty.setdefault(header, []).append((item.path, Spans(left)))
                else:
                    self._clean.setdefault(header, {}).setdefault(left, Spans(left))

    def beside(self, plain: ParsedUnit) -> Mapping[Path, ReadElsewhere]:
        """Return what is known of the headers of a unit that has yet to be read in other configurations."""
        for parses in self._waiting:
            self._take_in(parses)
        self._waiting.clear()
        partly_read = [path for path in plain.files if path != plain.path and plain.skipped.get(path)]
        headers = {path: (path, plain.files[path].data) for path in partly_read}
        known = {path for path, header in headers.items() if header in self._clean or header in self._faulty}
        if not known:
            return {}
        texts = {path: lex(source.data) for path, source in plain.files.items()}
        own, meant = self._own.union(_encoded(plain.own_names)), self._meant.union(_meant(plain, is_plain=True))
        types = frozenset((*_encoded(OBJECT_RECORDS), *_types_of(plain)))
        return {
            path: ReadElsewhere(
                header[1],
                tuple(self._clean.get(header, {}).values()),
                self._faulty.get(header, ()),
                [texts[one] for one in texts if one != path],
                own,
                meant,
                types,
            )
            for path, header in headers.items()
            if path in known
        }


@dataclass(frozen=True, slots=True)
class ReadElsewhere:
    """A header as other units read it: what each of their parses left out."""

    data: bytes
    clean: Sequence[Spans]
    """Of parses without an error in the header."""
    faulty: Sequence[tuple[Path, Spans]]
    """Of the others, each with its unit."""
    others: Sequence[Lexed]
    """What else this unit reads."""
    own: Set[bytes]
    """The functions and variables of the extension, those of other configurations among them."""
    meant: Set[bytes]
    """Those that code of the extension can mean: its functions, and the variables of objects that are compiled."""
    types: Set[bytes]

    def has(self, branch: Branch, relevant: Set[bytes]) -> bool:
        """Tell whether others read a group, or tried that often enough, and this unit would learn nothing else from it.

        It would if the group includes a file, or if the unit uses a macro which leads there to one of the names that
        are *relevant*.
        """
        at = branch.body.start
        is_clean = any(at not in spans for spans in self.clean)
        if not is_clean and len({unit for unit, spans in self.faulty if at not in spans}) < _TRIES:
            return False
        directives = lex(self.data).directives_in(branch.body)
        if any(item.name in _INCLUSIONS for item in directives):
            return False
        defined = (_WORD.findall(self.data, *item.rest) for item in directives if item.name == b"define")
        leading = {words[0] for words in defined if words and self._leads(words[0], frozenset(words[1:]), relevant)}
        return not any(_names(one, leading) for one in self.others if leading)

    def _leads(self, name: bytes, words: Set[bytes], relevant: Set[bytes]) -> bool:
        """Tell whether code of the extension means something relevant by a macro.

        `#define Box_Type (*API->box)` is for other extensions, `#define make_box(x) make_box_at(x, here)` isn't.
        """
        words -= self.types
        if any(word.startswith(_PYTHON) for word in words) or not relevant.isdisjoint(words):
            return name not in self.own or not self.meant.isdisjoint(words)
        return False


def _names(lexed: Lexed, names: Set[bytes]) -> bool:
    """Tell whether a file has any of *names* in its code or in a directive, and not in a comment alone."""
    return any(_is_code(lexed, at) for at in lexed.places(names))


def _is_code(lexed: Lexed, at: int) -> bool:
    index = bisect.bisect_right(lexed.directives, at, key=lambda item: item.span.start) - 1
    if index >= 0 and at in Span(*lexed.directives[index].rest):
        return True
    return any(token.start == at for token in lexed.between(at, at + 1))


def _meant(unit: ParsedUnit, *, is_plain: bool) -> Iterator[bytes]:
    """Yield the functions that a parse declares, and the variables of objects if it's a plain one."""
    # A macro that stands for a name of the extension makes functions of its body's first name.
    for item in (one for one in unit.declarations if not one.from_macro):
        is_object = is_plain and item.kind is SymbolKind.VARIABLE and _OBJECT.search(item.canonical_type)
        if item.kind is SymbolKind.FUNCTION or is_object:
            yield item.name.encode()


def _types_of(unit: ParsedUnit) -> Iterator[bytes]:
    return (item.name.encode() for item in unit.declarations if item.kind in (SymbolKind.TYPEDEF, SymbolKind.RECORD))


def _encoded(names: Iterable[str]) -> Iterator[bytes]:
    return (name.encode() for name in names)
