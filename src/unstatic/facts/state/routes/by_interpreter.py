"""The last way to the state: through the interpreter, for functions that are given nothing of the module.

Each module leaves a weak reference to itself in the interpreter's dict once it is initialised; a callback finds the one
that was initialised last. That is right where the function holds the GIL, or takes it before it needs the state, and
can tell that there is no module any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain, pairwise

from unstatic.c.syntax import StatementKind, calls, split, strip_parentheses
from unstatic.capi.arguments import CALL_PREFIXES
from unstatic.capi.gil import BLOCKS, DEALS_WITH_IT, RELEASES
from unstatic.capi.modules import HOLD_POINTERS
from unstatic.capi.slots import TEARDOWN
from unstatic.facts.macros.generated_functions import generated_functions
from unstatic.facts.macros.opened_words import opened_words
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.module.helpers import exec_functions, init_functions
from unstatic.facts.module.module_lookups import lookups
from unstatic.facts.places.gil_taken import RELEASED, TAKEN, GilTaken, body_of, gil_taken
from unstatic.facts.places.in_functions import after_brace
from unstatic.facts.state.interpreter_dict import gil_problems, way_out
from unstatic.facts.state.routes.type_questions import types_asked_for
from unstatic.facts.state.teardown.existing_hooks import module_hooks
from unstatic.facts.trust.limited_api import INTERPRETERS, lacks
from unstatic.facts.trust.protected_files import protected
from unstatic.model.expansion.made import Unfollowed
from unstatic.model.extension import Declaration, Extension, Function, GlobalKind, Reference, RoleKind
from unstatic.model.fact import fact
from unstatic.model.opened_code import as_tokens

_GIL = re.compile(rb"(?<![a-z])(gil|GIL|Gil)(?![a-z])")
_CHARACTERS = re.compile(r"(un)?(signed )?char ?\[\d+\]$")


def asks_interpreter(model: Extension, symbol: str, also_module_functions: bool = False) -> bool:
    """Tell whether a function may find the state of the module that was initialised last in its interpreter.

    Functions of the module are given theirs, so that they ask only where that is what was meant.
    """
    function = model.functions.get(symbol)
    if function is None or not _is_plain(model, function) or lacks(model, INTERPRETERS):
        return False
    is_given = any(role.kind is RoleKind.MODULE_FUNCTION for role in function.roles)
    if _is_special(model, function) or (is_given and not also_module_functions) or symbol in _run_by_init(model):
        return False
    texts = [item for item in (function.definition, *function.alternatives) if _may_need_it(model, function, item)]
    return all(leaving(model, function, item) is not None and _holds_gil(model, function, item) for item in texts)


def _may_need_it(model: Extension, function: Function, definition: Declaration) -> bool:
    """Tell whether one of several definitions names anything of the project, or looks the module up."""
    if not function.alternatives or definition.body is None:
        return True
    used = (use for use in model.uses_in.get(function.symbol, ()) if use.path == definition.path)
    inside = any(use.symbol in model.own_symbols and use.offset in definition.body for use in used)
    found = (item for item in lookups(model).found if item.path == definition.path)
    return inside or any(item.span.start in definition.body for item in found)


def leaving(model: Extension, function: Function, definition: Declaration) -> tuple[bytes, ...] | None:
    """Return the statements by which a definition of the function ends where there is no module; None if it can't."""
    found = _left_without(model, function, definition) or way_out(model, function, definition)
    if found is None and types_asked_for(model, function.symbol, definition) is not None:
        found = (b"PyErr_Clear();", b"return 0;")
    taken = gil_taken(model, function, definition)
    if found is None or taken is None:
        return found
    return (*found[:-1], taken.release, found[-1])


def _left_without(model: Extension, function: Function, definition: Declaration) -> tuple[bytes, ...] | None:
    """Return how a definition of the function returns already where it looked for the module, and there was none."""
    body = body_of(model, function, definition)
    starts = {item.span.start for item in lookups(model).found if item.path == definition.path}
    for statement, test in pairwise(body.children):
        value = split(statement.tokens, b"=")
        if len(value) != 2 or not value[1] or value[1][0].start not in starts or not test.is_exit_test:  # noqa: PLR2004
            continue
        name = value[0][-1].text
        asked = [token.text for token in strip_parentheses(test.head)]
        branch = test.children[0]
        is_plain = len(branch.inside) == 1 and branch.last.kind is StatementKind.RETURN
        if asked in ([name, b"==", b"NULL"], [b"!", name]) and is_plain:
            return (b"PyErr_Clear();", b"return " + b" ".join(token.text for token in branch.last.head) + b";")
    return None


def _is_plain(model: Extension, function: Function) -> bool:
    """Tell whether each body of the function is its own, on lines of its own, and can be edited."""
    if function.symbol in model.twins or function.symbol in generated_functions(model):
        return False
    for item in (function.definition, *function.alternatives):
        headers = {one.name_span for one in function.prototypes if one.path == item.path and one.body == item.body}
        is_shared = not headers <= {item.name_span}
        if item.body is None or is_shared or protected(model, item.path, item.name_span.start):
            return False
        file = model.files[item.path].at(item.body.start)
        if after_brace(file, item.body.start) <= item.body.start + 1:
            return False
    return True


def _is_special(model: Extension, function: Function) -> bool:
    """Tell whether the function runs before the module is initialised, or when it may be gone."""
    init = model.init
    if init is None or function.symbol in (init.entry, init.builder, *init_functions(model)):
        return True
    hooks = {item.symbol for item in module_hooks(model).values()}
    return function.symbol in hooks or any(
        role.slot in TEARDOWN or role.kind is RoleKind.EXEC for role in function.roles
    )


def _holds_gil(model: Extension, function: Function, definition: Declaration) -> bool:
    """Tell whether the function surely holds the GIL where it asks: it is Python that calls it, or it takes the GIL."""
    taken = gil_taken(model, function, definition)
    if taken is None:
        is_seen = model.language == "c" or not _may_have_guards(model)
        return bool(function.roles) or (is_seen and next(gil_problems(model, function), None) is None)
    body = body_of(model, function, definition)
    if model.language != "c" and any(item.kind is StatementKind.LABEL for item in body.walk()):
        # No goto of C++ may lead past the local that is declared below.
        return False
    words = list(opened_words(model, body.tokens))
    is_alone = words.count(TAKEN) == 1 and DEALS_WITH_IT.isdisjoint(set(words) - {TAKEN})
    return is_alone and RELEASED in words and not _needs_before(model, function, definition, taken)


@fact
def _may_have_guards(model: Extension) -> bool:
    """Tell whether an object of C++ may take the GIL, or give it up, as long as it lives: no call shows that."""
    words = frozenset[bytes]().union(*(file.lexed.words for file in model.files.values()))
    return not words.isdisjoint(DEALS_WITH_IT | RELEASES - BLOCKS) or any(_GIL.search(word) for word in words)


def _needs_before(model: Extension, function: Function, definition: Declaration, taken: GilTaken) -> bool:
    """Tell whether something of the project may be used before the GIL is taken."""
    body = body_of(model, function, definition)
    words = {token.text.decode() for token in body.tokens if token.start < taken.statement.span.start}
    waiting = words & model.macros.keys()
    while waiting:
        # A macro for a number needs nothing.
        found = {word for name in waiting for word in model.macros[name].mentions} - words
        words |= found
        waiting = found & model.macros.keys()
    return not words.isdisjoint(model.own_names - _buffers(model, function) - {function.name})


def _buffers(model: Extension, function: Function) -> frozenset[str]:
    """Return the names of the function's own static buffers of characters: what is read into them is no state."""
    own = (item.declaration for item in model.globals if item.is_local and item.kind is GlobalKind.DATA)
    return frozenset(
        item.name for item in own if item.function == function.symbol and _CHARACTERS.match(item.canonical_type)
    )


@fact
def _run_by_init(model: Extension) -> frozenset[str]:
    """Return the functions that run before the module is left where they would look for it (G305).

    Those that the initialisation calls, and what Python calls of our types if it calls one of these.
    """
    starts = exec_functions(model) | {model.init.builder if model.init is not None else ""} & model.functions.keys()
    found = _called_from(model, starts)
    if any(_calls_type(model, symbol) for symbol in found):
        found |= _called_from(model, (symbol for symbol, item in model.functions.items() if item.roles))
    return frozenset(found)


def _called_from(model: Extension, starts: Iterable[str]) -> set[str]:
    return {one for start in starts for one in reached(model, start, lambda use: _may_call(model, use))}


def _may_call(model: Extension, use: Reference) -> bool:
    """Tell whether a use calls a function, or a macro may, unless that only makes an object of its address."""
    return use.is_call or (bool(use.via_macro) and not _is_held(model, use))


def _is_held(model: Extension, use: Reference) -> bool:
    """Tell whether all that a macro does with a function is to make an object of its address."""
    expansion = model.files[use.path].at(use.offset).expansions.get(use.offset)
    try:
        made = model.expander.expand(expansion).tokens if expansion is not None else ()
    except Unfollowed:
        return False
    name, tokens = use.name.encode(), as_tokens(made)
    given = [
        token.text for call in calls(tokens) if call.name.text in HOLD_POINTERS for token in chain(*call.arguments)
    ]
    return 0 < given.count(name) == [token.text for token in tokens].count(name)


def _calls_type(model: Extension, symbol: str) -> bool:
    """Tell whether a function calls one of the module's types as Python code does: `PyObject_CallNoArgs(type)`."""
    types = {item.name.encode() for item in model.types}
    return any(
        call.name.text.startswith(CALL_PREFIXES) and not types.isdisjoint(token.text for token in call.arguments[0])
        for call in model.calls(symbol)
        if call.arguments
    )
