"""What an init function says about the GIL: by PyUnstable_Module_SetGIL, or by a macro that may call it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from unstatic.c.lexer import Token, defined_name, lex_body
from unstatic.c.syntax import Call, Statement, StatementKind, calls
from unstatic.facts.macros.called_functions import called
from unstatic.facts.module.exec_conversion.builder import Builder
from unstatic.model.extension import Extension, File
from unstatic.model.fact import fact

SET_GIL = b"PyUnstable_Module_SetGIL"
# What macros that do nothing are made of, and the loop around statements.
_NOTHING = frozenset((b"do", b"while", b"void", b"0", b"(", b")", b"{", b"}", b";"))


def gil_declarations(builder: Builder) -> Iterator[Statement]:
    """Yield the statements that say it of the module."""
    for call in calls(builder.body.tokens):
        if call.arguments and builder.is_module(call.arguments[0]) and _said(builder.model, call) is not None:
            statement = builder.body.path_to(call.name.start)[-1]
            is_alone = statement.kind is StatementKind.SIMPLE and statement.head[:1] == (call.name,)
            if is_alone or called(builder.model, call) == SET_GIL:
                yield statement


def said_of_gil(model: Extension, tokens: tuple[Token, ...]) -> bytes:
    """Return what such a statement says."""
    return next(said for call in calls(tokens) if (said := _said(model, call)) is not None)


def _said(model: Extension, call: Call) -> bytes | None:
    if called(model, call) == SET_GIL:
        return _text(call.arguments[1]) if len(call.arguments) == 2 else None
    found = gil_macros(model).get(call.name.text, ())
    if len(call.arguments) != 1 or not found or None in found:
        return None
    said = {item for item in found if item}
    return said.pop() if len(said) == 1 else None


@fact
def gil_macros(model: Extension) -> Mapping[bytes, tuple[bytes | None, ...]]:
    """Return what each macro that says it of its one parameter says in each `#if` group, compiled or not."""
    files = [file for file in model.files.values() if SET_GIL in file.source.data]
    saying = {name for name, body in _with_one_parameter(files, ()) if any(token.text == SET_GIL for token in body)}
    found: dict[bytes, list[bytes | None]] = {}
    for name, body in _with_one_parameter(model.files.values() if saying else (), saying):
        found.setdefault(name, []).append(_of_macro(body[0], body[2:]))
    return {name: tuple(said) for name, said in found.items()}


def _with_one_parameter(files: Iterable[File], names: Collection[bytes]) -> Iterator[tuple[bytes, tuple[Token, ...]]]:
    """Yield the macros of one parameter, those called one of *names* if there are any, with what is behind `NAME(`."""
    for file in files:
        data = file.source.data
        for directive in file.lexed.directives:
            if directive.name == b"define" and (not names or defined_name(data, directive) in names):
                tokens = lex_body(data, directive.rest)
                if [token.text for token in tokens[1:4:2]] == [b"(", b")"]:
                    yield tokens[0].text, tokens[2:]


def _of_macro(parameter: Token, body: tuple[Token, ...]) -> bytes | None:
    """Return what a macro says about the module that it is given; empty if it does nothing, None if it does more."""
    made = next((call for call in calls(body) if call.name.text == SET_GIL), None)
    if any(token.text not in _NOTHING for token in body if made is None or token.start not in made.span):
        return None
    if made is None:
        return b""
    is_given = len(made.arguments) == 2 and _text(made.arguments[0]) == parameter.text
    return _text(made.arguments[1]) if is_given else None


def _text(tokens: tuple[Token, ...]) -> bytes:
    return b"".join(token.text for token in tokens)
