"""Where a macro is defined and where it is named, whether that is compiled or not: one that nothing names can go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from unstatic.c.lexer import Directive, lex_body
from unstatic.facts.trust.outside_callers import is_macro_named_elsewhere
from unstatic.facts.trust.protected_files import protected
from unstatic.model.extension import Extension, File, Macro
from unstatic.model.fact import fact
from unstatic.text.edits import Edit
from unstatic.text.source import Span

_DEFINES = (b"define", b"undef")


def mentions(model: Extension, name: bytes) -> Iterator[tuple[Path, Span]]:
    """Yield the places that name a macro, a directive as a whole; where it is defined isn't one of them."""
    places = ((path, span if directive is None else directive.span) for path, span, directive in _named(model, name))
    yield from dict.fromkeys(places)


def _named(model: Extension, name: bytes) -> Iterator[tuple[Path, Span, Directive | None]]:
    """Yield each place that names a macro but those that define it, with the directive that it stands in."""
    for path, file in _with_word(model, name):
        yield from ((path, token.span, None) for token in file.lexed.tokens if token.text == name)
        for directive in _naming(file, name):
            words = lex_body(file.source.data, directive.rest)
            said = words[1:] if directive.name in _DEFINES else words
            yield from ((path, token.span, directive) for token in said if token.text == name)


def definitions(model: Extension, name: bytes) -> Iterator[tuple[Path, Directive]]:
    """Yield the directives that define a macro, or take it back."""
    for path, file in _with_word(model, name):
        for directive in _naming(file, name):
            if directive.name in _DEFINES and words_of(file, directive)[:1] == [name]:
                yield path, directive


def only_definition(model: Extension, name: str) -> Macro | None:
    """Return the macro *name* if no directive defines it in another way, or takes it back, in whatever group."""
    macro = model.sole_macro(name)
    is_alone = len(list(definitions(model, name.encode("utf-8", "surrogateescape")))) == 1
    return macro if is_alone else None


def last_named_by(model: Extension, going: Sequence[Edit], names: Iterable[bytes]) -> Iterator[tuple[Path, Directive]]:
    """Yield the definitions, not yet gone, of those macros of *names* that nothing names but what edits take away.

    What an `#if` asks for may be meant for the headers of others, as `PY_SSIZE_T_CLEAN` is.
    """
    for name in names:
        defined = list(definitions(model, name))
        # What an edit takes away at one place another may write at the next.
        if any(name in item.new for item in going) or not all(_is_unshared(model, name, *one) for one in defined):
            continue
        if all(_is_code(directive) and _goes(going, path, span) for path, span, directive in _named(model, name)):
            yield from (one for one in defined if not _goes(going, one[0], one[1].span))


def macros_leading_to(model: Extension, names: Iterable[str]) -> frozenset[str]:
    """Return the macros whose bodies have one of *names*, or such a macro, and so on."""
    found, wanted = set[str](), set(names)
    while more := {name for name, macro in model.macros.items() if name not in found and macro.mentions & wanted}:
        found |= more
        wanted |= more
    return frozenset(found)


@fact
def unneeded_macros(model: Extension, variable: str) -> tuple[tuple[Path, Directive], ...] | None:
    """Return the definitions of the macros that lead to a variable, which nothing uses; None if some may be needed."""
    names = [name.encode("utf-8", "surrogateescape") for name in sorted(macros_leading_to(model, (variable,)))]
    found: list[tuple[Path, Directive]] = []
    going: list[Edit] = []
    while unnamed := list(last_named_by(model, going, names)):
        found += unnamed
        going += [Edit(path, item.span, b"") for path, item in unnamed]
    is_gone = {words_of(model.files[path], item)[0] for path, item in found}.issuperset(names)
    return tuple(found) if is_gone else None


def _goes(edits: Sequence[Edit], path: Path, place: Span) -> bool:
    return any(item.path == path and item.span.covers(place) for item in edits)


def _is_code(directive: Directive | None) -> bool:
    """Tell whether what stands in a directive, or in none, may be compiled: no `#if` asks for it there."""
    return directive is None or directive.name in _DEFINES


def _is_unshared(model: Extension, name: bytes, path: Path, directive: Directive) -> bool:
    """Tell whether a directive defines a macro that no other extension needs: in a unit, or for a return statement.

    Or one with parameters in a header, if no other source of the project names it: a number may be for those to come.
    """
    if directive.name != b"define" or not is_ours(model, path, directive.span.start):
        return False
    is_return = words_of(model.files[path], directive)[:2] == [name, b"return"]
    is_function_like = model.files[path].source.text(directive.rest).lstrip().startswith(name + b"(")
    return is_return or path in model.units or (is_function_like and not is_macro_named_elsewhere(model, name))


def is_ours(model: Extension, path: Path, offset: int) -> bool:
    """Tell whether a macro that is defined there may go: the place can be edited, and no other project reads it."""
    return path not in model.public_headers and protected(model, path, offset) is None


def _with_word(model: Extension, name: bytes) -> Iterator[tuple[Path, File]]:
    """Yield the files that have a name somewhere: most of a library's don't, and needn't be split into tokens."""
    return ((path, file) for path, file in model.files.items() if name in file.source.data)


def _naming(file: File, name: bytes) -> Iterator[Directive]:
    """Yield the directives that have a name somewhere, which may be part of another."""
    return (item for item in file.lexed.directives if name in file.source.text(item.rest))


def words_of(file: File, directive: Directive) -> list[bytes]:
    """Return the tokens of what a directive says."""
    return [token.text for token in lex_body(file.source.data, directive.rest)]
