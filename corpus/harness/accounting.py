"""Whether every identifier that spells a migrated name is accounted for, in the result as it will be compiled."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic import pipeline
from unstatic.c.lexer import Directive, Token, TokenKind, lex_body, lex_fragment
from unstatic.model.configurations.conditions import dead_spans
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.extension import Extension, File
from unstatic.model.subjects import global_subject, type_subject
from unstatic.pipeline import ExtensionInput, Outcome
from unstatic.plan.decisions import Plan
from unstatic.settings.config import Settings
from unstatic.text.source import Location, Spans

_ACCESS = (b".", b"->", b"::")
_TYPES = (b"int", b"char", b"long", b"void", b"PyObject", b"PyTypeObject")
_TAGS = (b"struct", b"union", b"enum", b"class", b"goto")


@dataclass(frozen=True, slots=True)
class Account:
    """
    What became of the names of one extension's migrated types and globals.

    *named* is how many tokens meant them before. *explained* tells, by kind, what the tokens are that spell them
    afterwards; *unexplained* are those that nothing explains.
    """

    extension: str
    named: int
    explained: Mapping[str, int]
    unexplained: tuple[tuple[str, Location], ...]

    def __str__(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.explained.items()))
        rest = f"{len(self.unexplained)} unexplained"
        return f"{self.extension}: {self.named} named before; after: {kinds or 'none'}; {rest}"


def account(extension: ExtensionInput, settings: Settings, outcome: Outcome) -> Account:
    """Compare the sources with what *outcome* makes of them."""
    assert outcome.plan is not None
    before = pipeline.model_of(extension, settings, {})
    after = pipeline.model_of(extension, settings, outcome.after)
    symbols = migrated(before, outcome.plan)
    names = frozenset(before.by_symbol[symbol][0].name.encode() for symbol in symbols)
    uses = {(use.path, use.offset) for symbol in symbols for use in before.uses.get(symbol, ())}
    uses |= {(item.path, item.name_span.start) for symbol in symbols for item in before.by_symbol[symbol]}
    reader = _Reader(after, symbols, settings.min_python)
    explained: Counter[str] = Counter()
    unexplained: list[tuple[str, Location]] = []
    for path in after.files:
        for token, kind in reader.kinds(path, names):
            if kind:
                explained[kind] += 1
            else:
                unexplained.append((token.text.decode("latin-1"), after.location(path, token.start)))
    return Account(outcome.report.name, len(uses), explained, tuple(unexplained))


def migrated(model: Extension, plan: Plan) -> frozenset[str]:
    """Return the symbols of the types and globals that *plan* migrates."""
    types = {item.symbol for item in model.types if plan.migrates(type_subject(item))}
    return frozenset(types | {item.symbol for item in model.globals if plan.migrates(global_subject(model, item))})


class _Reader:
    """Tells what a token of the result is, going by the parser's facts and by nothing that the rewrites know."""

    def __init__(self, model: Extension, gone: frozenset[str], minimum: tuple[int, int]) -> None:
        self._model = model
        self._gone = gone
        self._known = known_macros(minimum, texts_of(model))
        self._declared = {(item.path, item.name_span.start): item.symbol for item in model.declarations}

    def kinds(self, path: Path, names: frozenset[bytes]) -> Iterator[tuple[Token, str]]:
        """Yield the tokens of one file that spell one of *names*, each with what it is; empty if that's unknown."""
        file = self._model.files[path]
        dead = Spans(dead_spans(file, self._known))
        tokens = file.lexed.tokens
        for index, token in enumerate(tokens):
            if token.kind is TokenKind.IDENT and token.text in names:
                yield token, "in dead groups" if token.start in dead else self._written(file, tokens, index)
        for directive in file.lexed.directives:
            for token, kind in self._in_directive(file, directive, names):
                yield token, "in dead groups" if token.start in dead else kind

    def _written(self, file: File, tokens: tuple[Token, ...], index: int) -> str:
        token = tokens[index]
        before = tokens[index - 1].text if index else b""
        if before in _ACCESS:
            return "fields"
        if before in _TAGS:
            return "tags and labels"
        declared = self._declared.get((file.source.path, token.start))
        reference = file.written.get(token.start)
        symbol = declared or (reference.symbol if reference is not None else None)
        if symbol is not None:
            return "" if symbol in self._gone and not self._is_local(symbol) else "other things of that name"
        following = tokens[index + 1].text if index + 1 < len(tokens) else b""
        if before in (b"*", *_TYPES) and following in (b",", b")", b"["):
            return "parameters of function types"
        return ""

    def _is_local(self, symbol: str) -> bool:
        return all(item.function is not None and item.storage != "static" for item in self._model.by_symbol[symbol])

    def _in_directive(self, file: File, directive: Directive, names: frozenset[bytes]) -> Iterator[tuple[Token, str]]:
        data = file.source.data
        if directive.name == b"define":
            yield from self._in_macro(file, directive, names)
            return
        for token in lex_fragment(data, directive.rest):
            if token.text in names and token.kind is TokenKind.IDENT:
                yield token, "included files" if directive.name == b"include" else ""

    def _in_macro(self, file: File, directive: Directive, names: frozenset[bytes]) -> Iterator[tuple[Token, str]]:
        places = (item for item in self._model.macro_definitions if item.path == file.source.path)
        macro = next((item for item in places if item.span.start == directive.span.start), None)
        tokens = lex_body(file.source.data, directive.rest)
        parameters = _parameters(tokens)
        for before, token in zip((None, *tokens), tokens, strict=False):
            if token.kind is not TokenKind.IDENT or token.text not in names:
                continue
            if before is None:
                yield token, "macros of that name"
            elif before.text in _ACCESS:
                yield token, "fields"
            elif token.text in parameters:
                yield token, "parameters of macros"
            else:
                yield token, self._in_body(token, macro.name if macro is not None else "")

    def _in_body(self, token: Token, macro: str) -> str:
        name = token.text.decode("latin-1")
        meant = {item.symbol for item in self._model.references if item.via_macro == macro and item.name == name}
        return "other things of that name" if meant and meant.isdisjoint(self._gone) else ""


def _parameters(tokens: Sequence[Token]) -> frozenset[bytes]:
    """Return the parameters of the macro that *tokens* define, which may be in a group that isn't compiled."""
    if len(tokens) < 2 or tokens[1].text != b"(" or tokens[1].start != tokens[0].end:
        return frozenset()
    inside = itertools.takewhile(lambda token: token.text != b")", tokens[2:])
    return frozenset(token.text for token in inside if token.kind is TokenKind.IDENT)
