"""Lost temporaries: new references that the initialisation gives to calls which take a reference of their own (G102).

`PyDict_SetItem(names, PyLong_FromLong(1), value)` never releases the number. With an initialisation that runs once per
process, it is lost once; each import loses one where each import initialises a module of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import closing, strip_casts
from unstatic.capi.references import GIVES_NEW, KEEP_THEIR_OWN
from unstatic.facts.macros.called_functions import aliased, called
from unstatic.model.extension import Extension
from unstatic.text.source import Location


def lost_temporaries(model: Extension) -> Iterator[tuple[Location, str]]:
    """Yield where the initialisation loses what a call gave, with the name of the call that it was given to."""
    for function in model.init_only_functions:
        path = model.functions[function].definition.path
        for call in model.calls(function):
            if called(model, call) in KEEP_THEIR_OWN:
                given = (argument for argument in call.arguments if _is_new(model, strip_casts(argument)))
                for argument in given:
                    yield model.location(path, argument[0].start), call.name.text.decode()


def _is_new(model: Extension, tokens: tuple[Token, ...]) -> bool:
    """Tell whether an argument is nothing but a call that gives a new reference."""
    is_call = len(tokens) > 2 and tokens[1].text == b"(" and closing(tokens, 1) == len(tokens) - 1
    return is_call and tokens[0].kind is TokenKind.IDENT and aliased(model, tokens[0].text) in GIVES_NEW
