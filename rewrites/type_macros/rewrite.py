"""Macros that define static types, set their class or make them ready are written out: `READY(&Box_Type);`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from unstatic.c.lexer import defined_name, lex_fragment
from unstatic.c.syntax import calls
from unstatic.capi.slots import PREFIXES
from unstatic.capi.types import SET_TYPE, TYPE_FIELD
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.types.creation_order import early_reads
from unstatic.model.extension import Declaration, Extension, File, Macro, MacroExpansion, StaticType
from unstatic.model.subjects import type_subject
from unstatic.rewriting.hoisting import removal
from unstatic.rewriting.opening import opened, with_semicolon
from unstatic.rewriting.protocol import Preparation
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

# Written out, a macro shouldn't bury what changes: by all its uses together, unless each is short.
_MOST_LINES = 200
_SHORT = 8
_DEPTH = 4
_EMPTY: tuple[list[bytes], ...] = ([], [b"0", b","], [b"NULL", b","])
_READY = b"PyType_Ready"
_PREFIXES = tuple(prefix.encode() for prefix in PREFIXES)


@dataclass(frozen=True, slots=True)
class _Use:
    """A use of a macro, what is written for it, and the types that it is about."""

    file: File
    use: MacroExpansion
    text: bytes
    types: tuple[StaticType, ...]
    reason: str
    is_statement: bool


class TypeMacros(Preparation):
    """Write out macros that define types, set their class or make them ready."""

    name = "type-macros"
    title = "Write out macros that define types or make them ready"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each use of such a macro."""
        found = [*_defining(model), *_readying(model)]
        lines = Counter[str]()
        for item in found:
            lines[item.use.name] += _length(item.text)
        written = [item for item in found if lines[item.use.name] <= _MOST_LINES or _length(item.text) <= _SHORT]
        for item in written:
            subjects = [type_subject(static) for static in item.types]
            edits = (Edit(item.file.source.path, _span(item), item.text), *_gap_below(item))
            yield Change(subjects[0], self.name, item.reason, Safety.SAFE, edits, frozenset(subjects[1:]))
        yield from _spent(model, written)


def _spent(model: Extension, written: Sequence[_Use]) -> Iterator[Change]:
    """Yield the deletion of macros that nothing names any more once all their uses are written out."""
    uses: dict[str, list[_Use]] = {}
    for item in written:
        uses.setdefault(item.use.name, []).append(item)
    going: dict[str, tuple[File, list[Span]]] = {}
    while True:
        more = {name: found for name in uses.keys() - going.keys() if (found := _unused(model, name, uses, going))}
        if not more:
            break
        going |= more
    for name, items in uses.items():
        if name in going:
            file, spans = going[name]
            subjects = [type_subject(static) for item in items for static in item.types]
            edits = tuple(removal(file, span) for span in spans)
            reason = f"nothing uses {name} any more"
            yield Change(subjects[0], TypeMacros.name, reason, Safety.SAFE, edits, frozenset(subjects[1:]))


def _unused(
    model: Extension, name: str, uses: Mapping[str, Sequence[_Use]], going: Mapping[str, tuple[File, Sequence[Span]]]
) -> tuple[File, list[Span]] | None:
    """Return the directives of a macro if nothing names it but uses that are written out, and macros that go."""
    macro = model.sole_macro(name)
    if macro is None or macro.definition.path not in model.files or macro.definition.path in model.public_headers:
        return None
    file = model.files[macro.definition.path]
    spans = [item.span for item in file.lexed.directives if defined_name(file.source.data, item) == name.encode()]
    gone = [(other.source.path, span) for other, each in going.values() for span in each]
    is_unused = _named(model, name, gone) == len(uses[name]) + len(spans) and len(spans) in (1, 2)
    return (file, spans) if is_unused else None


def _named(model: Extension, name: str, gone: Sequence[tuple[Path, Span]]) -> int:
    """Return how often the files of the extension name a macro, comments and what goes apart."""
    pattern = re.compile(rb"\b%s\b" % re.escape(name.encode()))
    found = 0
    for file in model.files.values():
        left_out = (*file.lexed.comments, *(span for path, span in gone if path == file.source.path))
        for match in pattern.finditer(file.source.data):
            found += not any(match.start() in span for span in left_out)
    return found


def _length(text: bytes) -> int:
    """Return how many lines a text has without those that go: of empty fields, and those that set a field or class."""
    lines = (lex_fragment(line, Span(0, len(line))) for line in text.split(b"\n"))
    words = ([token.text for token in line] for line in lines)
    return sum(each not in _EMPTY and each[1:2] != [b"."] and SET_TYPE.isdisjoint(each[:1]) for each in words)


def _span(item: _Use) -> Span:
    """Return what the text takes the place of, with the semicolon that a block of statements doesn't need."""
    ends = b";" if item.is_statement and item.text.endswith(b"}") else b""
    return with_semicolon(item.file, item.use, item.text + ends)


def _gap_below(item: _Use) -> Iterator[Edit]:
    """Yield an empty line between a definition of several lines and the use that stood right below."""
    source = item.file.source
    end = source.line_end(item.use.span.end - 1)
    following = source.data[end : source.line_end(end)].strip()
    if (
        not item.is_statement
        and b"{" in item.text
        and b"\n" in item.text
        and following.startswith(item.use.name.encode())
    ):
        yield Edit(source.path, Span(end, end), source.newline)


def _defining(model: Extension) -> Iterator[_Use]:
    """Yield the macros that define or declare one static type, and nothing else."""
    for static in model.types:
        for declaration in (static.declaration, *static.others):
            file = model.files[declaration.path].at(declaration.name_span.start)
            use = _use_around(file, declaration)
            if use is None or declaration.path in model.public_headers:
                continue
            text = opened(model, file, use)
            if text is not None and _declares(text, static):
                reason = f"{use.name} defines or declares {static.name}, which is made from a spec"
                yield _Use(file, use, text, (static,), reason, False)


def _use_around(file: File, declaration: Declaration) -> MacroExpansion | None:
    """Return the macro that writes a declaration, also one that is given its name."""
    name = declaration.name_span.start
    uses = (file.expansions[at] for at in file.uses_in(Span(declaration.span.start, name + 1)))
    return next((use for use in uses if name in use.span), None)


def _declares(text: bytes, static: StaticType) -> bool:
    """Tell whether a text is one declaration, with an initialiser or without."""
    words = [token.text for token in lex_fragment(text, Span(0, len(text)))]
    name = static.name.encode()
    if words.count(name) != 1 or words.count(b";") > 1:
        return False
    following = words[words.index(name) + 1 :]
    return following in ([], [b";"]) or following[:2] == [b"=", b"{"]


def _readying(model: Extension) -> Iterator[_Use]:
    """Yield the macros by which the initialisation makes types ready; all of a function if one can't stay."""
    for function in init_functions(model):
        found = list(_readying_in(model, function))
        for item in found if any(is_needed for _, is_needed in found) else ():
            yield item[0]


def _readying_in(model: Extension, function: str) -> Iterator[tuple[_Use, bool]]:
    """Yield such macros of a function, and whether each has to be written out."""
    by_name = {static.name.encode(): static for static in model.types}
    readies = partial(_readies, model)
    definition = model.functions[function].definition
    end = 0
    for start, file in _uses_in(model.files[definition.path], definition.body):
        use = file.expansions[start]
        macro = model.sole_macro(use.name)
        is_given = _is_given_call(model, file, function, use)
        if start < end or macro is None or not (is_given or _readies(model, macro)):
            continue
        end = use.span.end
        text = opened(model, file, use, lambda inner, *_: readies(inner))
        types = _types_in(text, by_name)
        if text is not None and types:
            is_needed = is_given or _changes_type(text) or any(_needs(model, file, use, static) for static in types)
            yield _Use(file, use, text, types, f"{use.name} prepares what is made from a spec", True), is_needed


def _uses_in(file: File, body: Span | None) -> Iterator[tuple[int, File]]:
    """Yield where macros are used in a function, in order, and the file as a configuration keeps it that reads this."""
    readings = (file, *file.views) if body is not None else ()
    for start in sorted({start for reading in readings for start in reading.uses_in(body or Span(0, 0))}):
        reading = file.at(start)
        if start in reading.expansions:
            yield start, reading


def _is_given_call(model: Extension, file: File, function: str, use: MacroExpansion) -> bool:
    """Tell whether a statement is a macro that is given the call: `CHECK(PyType_Ready(&T));`."""
    path = model.body_at(function, file.source.path, use.span.start).path_to(use.span.start)
    head = path[-1].head if path else ()
    given = next(iter(calls(head[2:-1])), None)
    is_whole = bool(head) and (head[0].start, head[-1].end) == (use.span.start, use.span.end)
    return is_whole and given is not None and given.name.text == _READY and given.name is head[2]


def _needs(model: Extension, file: File, use: MacroExpansion, static: StaticType) -> bool:
    """Tell whether the macro can't be given a pointer to the type, which is made with the module."""
    words = [token.text for token in file.tokens_in(use.span)]
    given = [b"&", static.name.encode()]
    is_address = any(words[at : at + 2] == given for at in range(len(words)))
    return not is_address or next(early_reads(model, static), None) is not None


def _changes_type(text: bytes) -> bool:
    """Tell whether statements set a field of a type, or give it another class than type: a spec says that."""
    words = [token.text for token in lex_fragment(text, Span(0, len(text)))]
    fields = (at for at, word in enumerate(words) if word.startswith(_PREFIXES) and words[at + 1 : at + 2] == [b"="])
    is_field = any(at and words[at - 1] in (b".", b"->") for at in fields)
    return is_field or (not SET_TYPE.isdisjoint(words) and b"PyType_Type" not in words)


def _readies(model: Extension, macro: Macro, depth: int = 0) -> bool:
    """Tell whether a macro sets a class or fields, or calls PyType_Ready, itself or by another macro or a function."""
    if any(token.text == _READY for token in macro.body) or _sets_class(macro) or _changes_type(_body(macro)):
        return True
    called = (symbol for name in macro.mentions for symbol in model.functions_named.get(name, ()))
    if any(token.text == _READY for symbol in called for token in model.body(symbol).tokens):
        return True
    inner = (model.macros[name] for name in macro.mentions if name in model.macros)
    return depth < _DEPTH and any(_readies(model, item, depth + 1) for item in inner)


def _body(macro: Macro) -> bytes:
    return b" ".join(token.text for token in macro.body)


def _sets_class(macro: Macro) -> bool:
    """Tell whether a macro is `((PyObject *)(type))->ob_type = &PyType_Type`, or does that by a function."""
    texts = [token.text for token in macro.body]
    head = next((at for at, text in enumerate(texts) if text in SET_TYPE), None)
    return head is not None and (texts[head] != TYPE_FIELD or texts[head + 1 : head + 2] == [b"="])


def _types_in(text: bytes | None, types: dict[bytes, StaticType]) -> tuple[StaticType, ...]:
    """Return the types that a text names."""
    words = dict.fromkeys(token.text for token in lex_fragment(text or b"", Span(0, len(text or b""))))
    return tuple(types[word] for word in words if word in types)


REWRITE: Preparation = TypeMacros()
