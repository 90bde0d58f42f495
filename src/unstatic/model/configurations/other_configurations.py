"""Makes the parser read the `#if` groups that it skips: which conditions change, and which facts count (G132).

A condition is changed in memory only, to `#if 1` or `#if 0` of the same length, so that offsets stay those of the file.
Groups that no supported Python can compile stay skipped, and so do groups that name nothing of the project.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from unstatic.c.lexer import Branch, Conditional, Lexed, Token, defined_name, lex, lex_fragment
from unstatic.c.syntax import closing
from unstatic.capi.modules import MAKE, STRUCTURE
from unstatic.cparse.facts import (
    Construction,
    Declaration,
    Lambda,
    MacroDefinition,
    MacroExpansion,
    ParsedUnit,
    Reference,
    SymbolKind,
)
from unstatic.model.configurations.conditions import Value, condition_names, dead_groups
from unstatic.model.configurations.known_macros import Text, build_texts, known_macros
from unstatic.model.configurations.read_groups import ReadElsewhere
from unstatic.model.vendored_files import is_vendored
from unstatic.text.source import SourceFile, Span, Spans

MOST_PASSES = 3
_LONGEST_HEAD = 1000
_Placed = TypeVar("_Placed", Declaration, Reference, MacroDefinition, MacroExpansion, Construction, Lambda)

_HEAD_ENDS = frozenset((b"(", b";", b"=", b"[", b"{"))
_TOLD_BY_TEXT = (SymbolKind.FUNCTION, SymbolKind.RECORD, SymbolKind.TYPEDEF, SymbolKind.VARIABLE)
_WORD = re.compile(rb"[A-Za-z_]\w*")
_SLOT = re.compile(rb"\bPy_(?:am|bf|mod|mp|nb|sq|tp)_[a-z_]+\b")


def names_of(units: Iterable[ParsedUnit]) -> frozenset[bytes]:
    """Return the names that matter: what the process keeps, what has to do with Python, and calls that tell of types.

    A function, macro or type has to do with Python if it names the C API or something that has; so plain C that only
    lives in the same project is left as it is.
    """
    found = set(STRUCTURE)
    mentions: list[tuple[bytes, bool, frozenset[bytes]]] = []
    texts: set[tuple[Path, Span]] = set()
    for unit in units:
        for item in unit.declarations if unit.has_python else ():
            if item.kind not in _TOLD_BY_TEXT or (item.kind is SymbolKind.VARIABLE and _is_local(item)):
                continue
            if item.kind is SymbolKind.VARIABLE and not item.is_const:
                found.add(item.name.encode())
            if item.path not in unit.files or (item.path, item.span) in texts:
                continue
            texts.add((item.path, item.span))
            words = _words(unit.files[item.path].text(item.span))
            # What a macro makes isn't all in the text.
            words |= {b"PyObject"} if item.from_macro else set()
            mentions.append((item.name.encode(), item.kind in (SymbolKind.FUNCTION, SymbolKind.VARIABLE), words))
        for macro in unit.macros if unit.has_python else ():
            if macro.path in unit.files:
                mentions.append((macro.name.encode(), True, _words(unit.files[macro.path].text(macro.body))))
    return frozenset(found.union(_about_python(mentions)))


@lru_cache(maxsize=8192)
def _words(text: bytes) -> frozenset[bytes]:
    """Return the words of a text; all of those of the C API are one."""
    return frozenset(b"PyObject" if word.startswith((b"Py", b"_Py")) else word for word in _WORD.findall(text))


def _is_local(variable: Declaration) -> bool:
    return variable.function is not None and variable.storage != "static"


def _about_python(mentions: Sequence[tuple[bytes, bool, frozenset[bytes]]]) -> Iterator[bytes]:
    """Yield the names among *mentions* that lead to Python and are asked for: name, whether it is, words."""
    users: dict[bytes, list[int]] = {}
    for number, (_, _, words) in enumerate(mentions):
        for word in words:
            users.setdefault(word, []).append(number)
    work = [b"PyObject"]
    known = set(work)
    while work:
        for number in users.pop(work.pop(), ()):
            name, is_asked_for, _ = mentions[number]
            if name not in known:
                known.add(name)
                work.append(name)
            if is_asked_for:
                yield name


def contents_for(
    passes: Sequence[ParsedUnit],
    names: frozenset[bytes],
    minimum: tuple[int, int],
    defined: Mapping[str, str] = MappingProxyType({}),
    elsewhere: Mapping[Path, ReadElsewhere] = MappingProxyType({}),
) -> dict[Path, bytes]:
    """Return the files to read next, with conditions changed; none if everything that matters was active once.

    *passes* holds the plain parse of one unit and those that followed, *defined* the macros that its build defines,
    *elsewhere* what other units read of its headers.
    """
    plain = passes[0]
    if not plain.has_python:
        return {}
    partly_read = [path for path in plain.files if plain.skipped.get(path) and not is_vendored(path)]
    if not partly_read:
        return {}
    texts = [Text(path, source.data, lex(source.data)) for path, source in plain.files.items()]
    known = known_macros(minimum, (*texts, *build_texts(defined)))
    choosers = [
        _Chooser(
            plain.files[path],
            [one.skipped.get(path, ()) for one in passes if path in one.files],
            names,
            known,
            elsewhere.get(path),
        )
        for path in partly_read
    ]
    structures, lists = _structures(plain), _lists(plain)
    for chooser in choosers:
        chooser.read_within(structures.get(chooser.path, []))
    is_renaming = not _put_off_renaming(choosers, plain)
    wanted = frozenset(name for chooser in choosers for name in chooser.macros() if not is_renaming)
    if not any(chooser.matters for chooser in choosers):
        return {}
    changed = {chooser.path: chooser.changed(wanted, lists.get(chooser.path, ())) for chooser in choosers}
    return {path: data for path, data in changed.items() if data != plain.files[path].data}


def slots_asked_for(changed: Mapping[Path, bytes], plain: ParsedUnit) -> Iterator[str]:
    """Yield the slots of other Pythons that the chosen groups ask for and name, `#ifdef Py_tp_vectorcall`.

    A group of a table is only read whole if they have numbers.
    """
    for path, data in changed.items():
        old = plain.files[path].data
        for branch in (branch for item in lex(old).conditionals for branch in item.branches):
            span = branch.directive.span
            if data[span.start : span.end] != old[span.start : span.end]:
                asked = set(_SLOT.findall(old, *branch.directive.rest))
                yield from (name.decode() for name in asked.intersection(_SLOT.findall(old, *branch.body)))


def _put_off_renaming(choosers: Sequence[_Chooser], plain: ParsedUnit) -> bool:
    """Leave groups that make macros of the project's own names for the last pass: they hide what others declare.

    So does the half of a header that is for other extensions: `#define Box_Type (*Box_API->type)`. Return whether this
    isn't that pass yet, in which nothing else changes.
    """
    own = frozenset(name.encode() for name in plain.own_names)
    renaming = [chooser.renaming(own) for chooser in choosers]
    put_off = any(chooser.outside(spans) for chooser, spans in zip(choosers, renaming, strict=True))
    for chooser, spans in zip(choosers, renaming, strict=True):
        if put_off:
            chooser.keep(chooser.outside(spans))
        elif chooser.matters:
            chooser.read_within(spans)
    return put_off or not any(renaming)


def without_renamed(found: ParsedUnit, plain: ParsedUnit) -> ParsedUnit:
    """Return a pass without the macros that mean something else by the project's own names.

    `#define Box_Check(x) PyObject_TypeCheck(x, &Box_Type)` in the half of a header where `Box_Type` is a macro as well
    is for other extensions, whether the module has a macro like it or not.
    """
    own = plain.own_names
    known = {(item.path, item.name) for item in plain.macros}
    renamed = {(item.path, item.name.encode()) for item in found.macros if item.name in own} - {
        (path, name.encode()) for path, name in known
    }
    if not renamed:
        return found
    read = {(item.path, item.span) for item in plain.macros}
    left = {
        (item.path, item.span.start)
        for item in found.macros
        if (item.path, item.span) not in read
        and item.path in found.files
        and any((item.path, word) in renamed for word in _WORD.findall(found.files[item.path].text(item.body)))
    }
    return replace(
        found,
        macros=tuple(item for item in found.macros if (item.path, item.span.start) not in left),
        expansions=tuple(item for item in found.expansions if item.definition not in left),
    )


def _structures(plain: ParsedUnit) -> dict[Path, list[Span]]:
    """Return the initialisers of types and tables, and the functions that make the module: each group there matters."""
    makers = {name.decode() for name in MAKE}
    builders = {item.function for item in plain.references if item.name in makers}
    found: dict[Path, list[Span]] = {}
    for item in plain.declarations:
        if item.entries is not None or item.symbol in builders:
            span = item.initialiser if item.entries is not None else item.body
            found.setdefault(item.path, []).extend([span] if span is not None else [])
    return found


def _lists(plain: ParsedUnit) -> dict[Path, list[Span]]:
    """Return the initialisers of types and tables: a name that isn't declared there takes all of them away."""
    found: dict[Path, list[Span]] = {}
    for item in plain.declarations:
        if item.entries is not None and item.initialiser is not None:
            found.setdefault(item.path, []).append(item.initialiser)
    return found


class _Chooser:
    """Chooses the groups of one file that are to be active next."""

    def __init__(
        self,
        source: SourceFile,
        skipped: Sequence[Sequence[Span]],
        names: frozenset[bytes],
        known: Mapping[bytes, Value],
        elsewhere: ReadElsewhere | None = None,
    ) -> None:
        self.path = source.path
        self._data = source.data
        self._lexed: Lexed = lex(source.data)
        self._skipped = [Spans(spans) for spans in skipped]
        self._names = names
        self._elsewhere = elsewhere
        self._dead = Spans(dead_groups(source.data, self._lexed.conditionals, known))
        self._relevant = [branch for branch in self._branches() if self._is_relevant(branch)]

    def read_within(self, spans: Sequence[Span]) -> None:
        """Take every group inside *spans* for one that matters."""
        more = (branch for branch in self._branches() if any(span.covers(branch.body) for span in spans))
        known = {branch.body for branch in self._relevant}
        self._relevant += [branch for branch in more if branch.body not in known and self._is_open(branch)]

    def renaming(self, own: frozenset[bytes]) -> Sequence[Span]:
        """Return the groups in which macros of the names *own* are defined."""
        return [item.body for item in self._branches() if not own.isdisjoint(_defined_in(self._data, item.body))]

    def outside(self, spans: Sequence[Span]) -> Sequence[Branch]:
        """Return the groups that matter, and stand in none of *spans*."""
        return [item for item in self._relevant if not any(span.covers(item.body) for span in spans)]

    def keep(self, relevant: Sequence[Branch]) -> None:
        """Choose among *relevant* alone this time."""
        self._relevant = list(relevant)

    @property
    def matters(self) -> bool:
        """Whether a group that names something of the project was never active."""
        return bool(self._relevant)

    def macros(self) -> Iterator[bytes]:
        """Yield the names in the conditions of those groups: other groups about them go along.

        What encloses them and is compiled already has to stay so, and with it what goes along.
        """
        for conditional in self._lexed.conditionals:
            skipped = [branch for branch in conditional.branches if branch.body.start in self._skipped[0]]
            if any(branch.body.covers(item.body) for branch in skipped for item in self._relevant):
                yield from condition_names(self._data, conditional)

    def changed(self, wanted: frozenset[bytes], lists: Sequence[Span]) -> bytes:
        """Return the file with the first group that wasn't active yet chosen in each conditional about *wanted*.

        Those in one of *lists* wait that name what is only declared where something else is chosen.
        """
        data = bytearray(self._data)
        choices = [(each, self._choice(each, wanted)) for each in self._lexed.conditionals]
        found = [(conditional, branch) for conditional, branch in choices if branch is not None]
        later = self._lacking(found, lists)
        for conditional, chosen in found:
            if chosen.body not in later:
                _choose(data, conditional, chosen)
        changed = bytes(data)
        # It will be asked for its directives, so that they needn't be looked for again.
        self._lexed.with_directives(changed)
        return changed

    def _lacking(self, found: Sequence[tuple[Conditional, Branch]], lists: Sequence[Span]) -> frozenset[Span]:
        """Return the chosen groups in *lists* that name a function which the file defines where it isn't read then."""
        inside = [branch for _, branch in found if any(span.covers(branch.body) for span in lists)]
        chosen = {conditional.span: branch.body for conditional, branch in found}
        lacking: set[Span] = set()
        for branch in inside:
            for name in _contents(self._data, branch.body)[0]:
                places = [at for at in self._lexed.places((name,)) if self._is_defined_at(at)]
                if places and not any(self._is_read(at, chosen) for at in places):
                    lacking.add(branch.body)
        return frozenset(lacking)

    def _is_defined_at(self, offset: int) -> bool:
        """Tell whether the body of a function follows its name and parameters at a place."""
        tokens = tuple(self._lexed.between(offset, offset + _LONGEST_HEAD))
        if [token.text for token in tokens[1:2]] != [b"("]:
            return False
        end = closing(tokens, 1)
        return [token.text for token in tokens[end + 1 : end + 2]] == [b"{"]

    def _is_read(self, offset: int, chosen: Mapping[Span, Span]) -> bool:
        """Tell whether a place is compiled where some groups are *chosen*, given by what their conditionals span."""
        for conditional in self._lexed.conditionals_around(offset):
            for branch in conditional.branches:
                taken = chosen.get(conditional.span)
                is_left = branch.body != taken if taken is not None else branch.body.start in self._skipped[0]
                if offset in branch.body and is_left:
                    return False
        return True

    def _choice(self, conditional: Conditional, wanted: frozenset[bytes]) -> Branch | None:
        for branch in conditional.branches:
            if any(branch.body.covers(item.body) for item in self._relevant):
                return branch
        if wanted.isdisjoint(condition_names(self._data, conditional)):
            return None
        return next((branch for branch in conditional.branches if self._is_open(branch)), None)

    def _branches(self) -> Iterator[Branch]:
        return (branch for item in self._lexed.conditionals for branch in item.branches)

    def _is_open(self, branch: Branch) -> bool:
        """Tell whether a group can be compiled somewhere, and wasn't active yet."""
        at = branch.body.start
        return all(at in spans for spans in self._skipped) and at not in self._dead

    def _is_relevant(self, branch: Branch) -> bool:
        if not self._is_open(branch):
            return False
        names, has_static_variable = _contents(self._data, branch.body)
        if not has_static_variable and names.isdisjoint(self._names):
            return False
        return self._elsewhere is None or not self._elsewhere.has(branch, self._names)


def _defined_in(data: bytes, body: Span) -> frozenset[bytes]:
    """Return the macros that are defined in a group, inner groups included."""
    names = (defined_name(data, item) for item in lex(data).directives_in(body) if item.name == b"define")
    return frozenset(name for name in names if name)


@lru_cache(maxsize=2048)
def _contents(data: bytes, body: Span) -> tuple[frozenset[bytes], bool]:
    """Return what is written in a group, inner groups left out, and whether a static variable is declared there."""
    lexed = lex(data)
    # Conditionals come in the order of their ends, directives in that of their starts.
    first, last = (bisect.bisect_right(lexed.conditionals, at, key=lambda item: item.span.end) for at in body)
    inner = Spans(item.span for item in lexed.conditionals[first:last] if body.covers(item.span))
    tokens = [token for token in lexed.between(*body) if token.start not in inner]
    defined = {
        token.text
        for item in lexed.directives_in(body)
        if item.name == b"define" and item.span.start not in inner
        for token in lex_fragment(data, item.rest)
    }
    return frozenset(token.text for token in tokens) | defined, _has_static_variable(tokens)


def _has_static_variable(tokens: Sequence[Token]) -> bool:
    """Tell whether the tokens declare a static variable that can change: a group is read for that alone."""
    for index, token in enumerate(tokens):
        if token.text == b"static":
            head = list(takewhile(lambda text: text not in _HEAD_ENDS, (item.text for item in tokens[index + 1 :])))
            end = tokens[index + 1 + len(head) :][:1]
            if end and end[0].text != b"(" and (b"const" not in head or b"*" in head):
                return True
    return False


def _choose(data: bytearray, conditional: Conditional, chosen: Branch) -> None:
    """Change the conditions so that *chosen* is compiled; an `#else` follows from the others."""
    for branch in conditional.branches:
        span, name = branch.directive.span, branch.directive.name
        if name == b"else":
            return
        value = b"1" if branch is chosen else b"0"
        text = (b"#elif " if name.startswith(b"el") else b"#if ") + value
        data[span.start : span.end] = text.ljust(span.end - span.start)[: span.end - span.start]
        if branch is chosen:
            return


def without_others(found: ParsedUnit, plain: ParsedUnit, others: Collection[Path]) -> ParsedUnit:
    """Return a pass without the sources of *others* that the plain parse doesn't read, and what only these include.

    They are other extensions, of which this configuration makes one: their own parses tell what is to be known of them.
    """
    left = (found.files.keys() & set(others)) - plain.files.keys()
    if not left:
        return found
    kept, work = {found.path}, [found.path]
    while work:
        path = work.pop()
        more = {item.path for item in found.inclusions if item.includer == path} - left - kept
        kept |= more
        work += more
    kept |= plain.files.keys()
    return replace(within(found, kept), left_out=tuple(sorted(left)))


def as_read_by(plain: ParsedUnit, found: ParsedUnit) -> ParsedUnit:
    """Return what the parse of another extension's unit tells of the files that the *plain* one reads as well (G390).

    Names that macros make differ, such as that of the init function: what stands in the same place is the same.
    """
    kept = within(found, plain.files)
    ours, theirs = _symbols_by_place(plain), _symbols_by_place(kept)
    same: dict[str | None, str] = {}
    for place, symbols in theirs.items():
        if len(symbols) == len(ours.get(place, ())):
            same.update((other, own) for other, own in zip(symbols, ours[place], strict=True) if other != own)
    return replace(
        kept,
        path=plain.path,
        # Most name nothing that is called otherwise.
        declarations=tuple(
            one._replace(
                symbol=same.get(one.symbol, one.symbol),
                function=same.get(one.function, one.function),
                parent=same.get(one.parent, one.parent),
            )
            if one.symbol in same or one.function in same or one.parent in same
            else one
            for one in kept.declarations
        ),
        references=tuple(
            one._replace(
                symbol=same.get(one.symbol, one.symbol),
                function=same.get(one.function, one.function),
                initialises=same.get(one.initialises, one.initialises),
            )
            if one.symbol in same or one.function in same or one.initialises in same
            else one
            for one in kept.references
        ),
    )


def _symbols_by_place(unit: ParsedUnit) -> Mapping[tuple[Path, int, SymbolKind], Sequence[str]]:
    found: dict[tuple[Path, int, SymbolKind], list[str]] = {}
    for one in unit.declarations:
        found.setdefault((one.path, one.span.start, one.kind), []).append(one.symbol)
    return found


def within(found: ParsedUnit, kept: Collection[Path]) -> ParsedUnit:
    """Return what a pass found in the files *kept*."""

    def of(items: tuple[_Placed, ...]) -> tuple[_Placed, ...]:
        return tuple(item for item in items if item.path in kept)

    return replace(
        found,
        files={path: source for path, source in found.files.items() if path in kept},
        declarations=of(found.declarations),
        references=of(found.references),
        macros=of(found.macros),
        expansions=of(found.expansions),
        constructions=of(found.constructions),
        lambdas=of(found.lambdas),
        diagnostics=tuple(item for item in found.diagnostics if item.path is None or item.path in kept),
        inclusions=tuple(item for item in found.inclusions if item.includer in kept and item.path in kept),
        skipped={path: spans for path, spans in found.skipped.items() if path in kept},
    )
