"""Run-once flags that no module needs: what tests them runs once for each module anyway (G299).

`if (inited) return 0; ...; inited = 1; return 0;` in the function that fills the module: in a state that starts out
empty the test would never hold.
"""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.c.lexer import TokenKind
from unstatic.c.syntax import Statement, StatementKind, split, strip_parentheses
from unstatic.model.extension import Extension, Global, GlobalKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null

_FALSE = (b"0", b"false", b"FALSE", b"False")


@dataclass(frozen=True, slots=True)
class SpentFlag:
    """A variable, the function that alone names it, and its statements that go."""

    item: Global
    function: str
    statements: tuple[Statement, ...]
    """The test that leaves the function, and what sets the variable."""


@fact
def spent_flag(model: Extension, item: Global) -> SpentFlag | None:
    """Return how a variable goes that only lets the function that fills the module run once; None if it doesn't."""
    init = model.init
    if init is None or not init.multi_phase or init.builder == init.entry:
        return None
    if item.kind is not GlobalKind.DATA or not _starts_false(model, item):
        return None
    function = model.functions[init.builder].definition
    file, body = model.files[function.path], model.body(init.builder)
    named = [token.start for token in file.lexed.tokens if token.text == item.name.encode()]
    is_split = any(file.is_conditional(offset) for offset in named)
    if is_split or any(use.is_call for use in model.uses.get(init.builder, ())):
        return None
    found: list[Statement] = []
    for use in model.uses.get(item.symbol, ()):
        is_own = use.path == function.path and use.function == init.builder and use.via_macro is None
        around = body.path_to(use.offset) if is_own else ()
        if len(around) != 2:
            return None
        found.append(around[1])
    tests = [one for one in found if _only_returns(one)]
    is_set = all(one in tests or _sets(model, one) for one in found)
    return SpentFlag(item, init.builder, tuple(found)) if tests and is_set and len(tests) < len(found) else None


def _starts_false(model: Extension, item: Global) -> bool:
    """Tell whether a static variable alone has its name, and starts as zero."""
    declaration = item.declaration
    if declaration.storage != "static" or item.others or "*" in declaration.type or "[" in declaration.type:
        return False
    if declaration.initialiser is None:
        return True
    value = model.files[declaration.path].tokens_in(declaration.initialiser)
    return is_null(value) or [token.text for token in value[-1:]] in [[word] for word in _FALSE]


def _only_returns(statement: Statement) -> bool:
    """Tell whether it is `if (flag) return 0;`, with the value that says that all went well."""
    if statement.kind is not StatementKind.IF or len(statement.children) != 1:
        return False
    tested = strip_parentheses(statement.head)
    sides = split(tested, b"!=")
    if len(tested) != 1 and (len(sides) != 2 or len(sides[0]) != 1 or [one.text for one in sides[1]] != [b"0"]):
        return False
    inner = [one for one in statement.children[0].walk() if one.kind is not StatementKind.BLOCK]
    return len(inner) == 1 and inner[0].kind is StatementKind.RETURN and [t.text for t in inner[0].head] == [b"0"]


def _sets(model: Extension, statement: Statement) -> bool:
    """Tell whether it is `flag = 1;`."""
    head = statement.head
    if statement.kind is not StatementKind.SIMPLE or len(head) != 3 or head[1].text != b"=":
        return False
    value = head[2]
    macro = model.macros.get(value.text.decode("latin-1"))
    words = [value.text] if macro is None else [token.text for token in macro.body]
    is_true = words in ([b"true"], [b"TRUE"], [b"True"]) or (len(words) == 1 and words[0].strip(b"0").isdigit())
    return value.kind in (TokenKind.NUMBER, TokenKind.IDENT) and is_true
