"""The uses of macros in the builder that may return from it, or do something with the module by themselves."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.module.exec_conversion.builder import Builder
from unstatic.facts.module.exec_conversion.returning_macros import MacroReturn, MacroReturns
from unstatic.model.extension import Inclusion, Macro, MacroExpansion
from unstatic.model.obstacle import Obstacle


def macro_returns(builder: Builder, known: set[int]) -> Iterator[MacroReturn | Obstacle]:
    """Yield what macros return in ways that aren't *known*, and the uses of macros that can't be changed."""
    macros, uses = returning(builder, known)
    for use in uses:
        found = macros.of(use)
        if isinstance(found, str):
            yield builder.problem(use.span.start, f"the macro {use.name} returns from it, {found}")
        else:
            yield from found
    for inclusion in _inclusions(builder):
        changes = macros.of_included(inclusion)
        if isinstance(changes, str):
            yield builder.problem(inclusion.offset, f"{inclusion.path.name} returns from it, {changes}")
        else:
            yield from changes


def _inclusions(builder: Builder) -> Iterator[Inclusion]:
    """Yield the files of the project that are included between the function's braces."""
    for inclusion in dict.fromkeys(builder.model.inclusions):
        if inclusion.includer == builder.file.source.path and inclusion.offset in builder.body.span:
            yield inclusion


def returning(builder: Builder, known: set[int]) -> tuple[MacroReturns, list[MacroExpansion]]:
    """Return the uses of macros that may return from the function, in ways that aren't *known*."""
    uses = [
        builder.file.expansions[offset] for offset in builder.file.uses_in(builder.body.span) if offset not in known
    ]
    macros = MacroReturns(builder.model, builder.file, builder.function, builder.name)
    return macros, [use for use in uses if _uses_module(builder, use)]


def _uses_module(builder: Builder, use: MacroExpansion) -> bool:
    """Tell whether a use of a macro may return, or do something with the module by itself."""
    written = {token.text.decode("latin-1") for token in builder.file.tokens_in(use.span)}
    macros = (builder.model.macros[name] for name in sorted(written & builder.model.macros.keys()))
    return "return" in written or any(_concerns_module(builder, macro, frozenset()) for macro in macros)


def _concerns_module(builder: Builder, macro: Macro, seen: frozenset[str]) -> bool:
    """Tell whether the body of a macro, or of one that it names, has a `return` or names the module.

    Any of its definitions counts: the one that is meant here is looked at where what it returns is.
    """
    name = macro.definition.name
    rivals = builder.model.rival_macros.get(name, frozenset()) | builder.model.superseded_macros.get(name, frozenset())
    if any(token.text in (b"return", builder.name) for one in macro.all for token in one.body):
        return True
    if not rivals.isdisjoint(("return", builder.name.decode("latin-1"))):
        return True
    inner = macro.mentions & builder.model.macros.keys() - seen - {macro.definition.name}
    return any(_concerns_module(builder, builder.model.macros[name], seen | inner) for name in sorted(inner))
