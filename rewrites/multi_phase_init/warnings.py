"""What the initialisation warns of is told of the code that imports, which is one frame less away (G581)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import calls
from unstatic.capi.errors import WARNS
from unstatic.facts.module.helpers import running_once
from unstatic.model.extension import Extension
from unstatic.text.edits import Edit

_IMPORTING = 3
"""The frames of importlib that both ways begin with, or have in the same place."""


def level_edits(model: Extension) -> Iterator[Edit]:
    """Yield the levels of warnings as they are in an exec function.

    PyInit_x is called by create_module, which module_from_spec calls for _load_unlocked; an exec function by
    exec_module, which _load_unlocked calls itself.
    """
    for symbol in running_once(model):
        for file, body in model.bodies(symbol):
            for call in calls(body.tokens, lambda token: token.text in WARNS):
                position = WARNS[call.name.text]
                given = call.arguments[position] if position < len(call.arguments) else ()
                level = given[0].text if len(given) == 1 else b""
                if level.isdigit() and not level.startswith(b"0") and int(level) > _IMPORTING:
                    yield Edit(file.source.path, given[0].span, str(int(level) - 1).encode())
