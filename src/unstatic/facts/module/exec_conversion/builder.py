"""The function that builds the module, as one configuration has it."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, only_call, split, strip_casts
from unstatic.capi.references import RELEASE
from unstatic.facts.places.file_order import offset_met
from unstatic.model.extension import Declaration, Extension, File, InitFunction, Reference
from unstatic.model.initialiser_values import is_null
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Span

_JUMPS = frozenset((b"return", b"goto"))
_CHOICES = frozenset((b"if", b"?", b"&&", b"||", b"switch"))


@dataclass(frozen=True)
class Builder:
    """The function that calls PyModule_Create, with its tokens and its variable for the module."""

    model: Extension
    init: InitFunction
    function: Declaration
    file: File
    body: Statement

    @cached_property
    def declaration(self) -> Declaration | None:
        """The declaration of the variable that receives the module."""
        declarations = self.model.by_symbol.get(self.init.module_variable or "", ())
        return declarations[0] if declarations else None

    @cached_property
    def name(self) -> bytes:
        """The name of that variable; empty if there is none."""
        return self.declaration.name.encode() if self.declaration is not None else b""

    def problem(self, offset: int, reason: str, path: Path | None = None) -> Obstacle:
        """Return a problem at a place, in the file of the builder unless *path* is another."""
        return Obstacle(reason, "init", self.model.location(path or self.function.path, offset))

    def module_uses(self) -> tuple[tuple[int, Reference], ...]:
        """Return the uses of that variable in the function, with where the compiler meets each in its file."""
        return tuple(
            (offset_met(self.model, self.function.path, self.body.span, use), use)
            for use in self.model.uses.get(self.init.module_variable or "", ())
            if use.function == self.init.builder
        )

    def is_module(self, tokens: Sequence[Token]) -> bool:
        """Tell whether the tokens are the variable, whatever casts are around it, or a macro that stands for it."""
        inner = strip_casts(tokens)
        if len(inner) != 1 or not self.name:
            return False
        meant = self._meant(inner)
        return inner[0].text == self.name or (len(meant) == 1 and meant[0].text == self.name)

    def is_null(self, tokens: Sequence[Token]) -> bool:
        """Tell whether the tokens are NULL, or a macro of the project that stands for it."""
        return is_null(tokens) or is_null(self._meant(tokens))

    def _meant(self, tokens: Sequence[Token]) -> Sequence[Token]:
        """Return what a macro of the project stands for, if that is all there is."""
        macro = self.model.macros.get(tokens[0].text.decode("latin-1")) if len(tokens) == 1 else None
        return macro.body if macro is not None and macro.definition.parameters is None else ()


def builder_of(model: Extension) -> Builder:
    """Return the builder of a model whose init function is known."""
    assert model.init is not None
    function = model.functions[model.init.builder].definition
    return Builder(model, model.init, function, model.files[function.path], model.body(model.init.builder))


def leaves(builder: Builder, statement: Statement, returns: Container[Span] = ()) -> bool:
    """Tell whether a statement leaves the function in the end, and nothing jumps into it; all of *returns* do.

    What it does before, as setting an error because there is no module, is never done once the module is given.
    """
    if statement.kind is StatementKind.BLOCK:
        is_entered = any(item.kind is StatementKind.LABEL for item in statement.walk())
        return bool(statement.children) and not is_entered and leaves(builder, statement.children[-1], returns)
    if statement.is_exit or statement.span in returns:
        return True
    return statement.kind is StatementKind.SIMPLE and bool(statement.head) and _leaves_by_macro(builder, statement)


def _leaves_by_macro(builder: Builder, statement: Statement) -> bool:
    """Tell whether a statement is one macro, or the use of one that returns under no condition."""
    macro = builder.model.macros.get(statement.head[0].text.decode("latin-1"))
    if macro is None or len(statement.head) == 1:
        return len(statement.head) == 1
    texts = [{token.text for token in one.body} for one in macro.all]
    return all(_JUMPS & text and text.isdisjoint(_CHOICES) for text in texts)


def only_releases(statement: Statement) -> bool:
    """Tell whether a statement only releases a reference."""
    call = only_call(statement)
    return call is not None and call.name.text in RELEASE


def sides_of_equal(tokens: Sequence[Token]) -> tuple[tuple[Token, ...], tuple[Token, ...]] | None:
    """Return the two sides of `a == b`."""
    parts = split(tokens, b"==")
    return (parts[0], parts[1]) if len(parts) == 2 and parts[0] and parts[1] else None
