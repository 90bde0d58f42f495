"""The C APIs of other modules that one keeps for as long as the process.

A module that keeps the pointer of a capsule in a static variable has one for all interpreters: that of the interpreter
which imported it last. So the types there have to be the same in all interpreters (G505).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Token, TokenKind
from unstatic.capi.modules import IMPORT
from unstatic.facts.macros.opened_words import words_of_macro
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.module.import_cycles import module_of, text_of
from unstatic.facts.references.api_tables import leads_into_capsule
from unstatic.model.expansion import Unfollowed
from unstatic.model.extension import Extension, Global
from unstatic.model.opened_code import as_tokens

_IMPORT = frozenset(name.encode() for name in IMPORT)
UNKNOWN = "*"
"""Some module, whose name can't be told."""


def kept_apis(model: Extension, staying: Sequence[Global]) -> frozenset[str]:
    """Return the modules that the initialisation imports, if variables among *staying* keep the C API of any."""
    if model.init is None or not any(leads_into_capsule(model, item) for item in staying):
        return frozenset()
    names = {name for function in reached(model, model.init.builder) for name in _imported(model, function)}
    return frozenset(names or {UNKNOWN})


def _imported(model: Extension, function: str) -> Iterator[str]:
    """Yield the names that a function imports, also by macros: `PyImport_ImportModule("package." #name)`."""
    if function not in model.functions or model.functions[function].definition.body is None:
        return
    definition = model.functions[function].definition
    assert definition.body is not None
    file = model.files[definition.path].at(definition.body.start)
    tokens = file.tokens_in(definition.body)
    yield from _named(tokens)
    for token in tokens if file.expansions else ():
        use = file.expansions.get(token.start)
        if use is None or _IMPORT.isdisjoint(words_of_macro(model, use.name)) or not model.expander.opens(use):
            continue
        try:
            yield from _named(as_tokens(model.expander.expand(use).tokens))
        except Unfollowed:
            yield UNKNOWN


def _named(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield the names in calls that import."""
    for index, token in enumerate(tokens):
        if token.text in _IMPORT:
            yield module_of(token.text.decode(), "".join(_texts(tokens[index + 2 :])))


def _texts(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.kind is not TokenKind.STRING:
            return
        yield text_of(token)
