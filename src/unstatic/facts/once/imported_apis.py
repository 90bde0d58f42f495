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
    body = definition.body
    assert body is not None
    file = model.files[definition.path].at(body.start)
    tokens = list(file.tokens_in(body))
    for use in file.expansions.values():
        if use.span.start in body and model.expander.opens(use):
            try:
                tokens += as_tokens(model.expander.expand(use).tokens)
            except Unfollowed:
                if any(word.decode("latin-1") in IMPORT for word in words_of_macro(model, use.name)):
                    yield UNKNOWN
    for index, token in enumerate(tokens):
        if token.text.decode("latin-1") in IMPORT:
            yield module_of(token.text.decode("latin-1"), "".join(_texts(tokens[index + 2 :])))


def _texts(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.kind is not TokenKind.STRING:
            return
        yield text_of(token)
