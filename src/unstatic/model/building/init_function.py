"""How the module is made: PyInit_x, the function that calls PyModule_Create, the module definition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, Statement, StatementKind, calls, is_plain_call, parse_block, strip_casts
from unstatic.capi.modules import CREATE
from unstatic.cparse.facts import Declaration, Linkage, SymbolKind
from unstatic.model.extension import File, InitFunction, ModuleDef
from unstatic.model.initialiser_values import element_type, given_fields, is_null, named, symbol_at
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Span


def module_defs_of(files: Mapping[Path, File], by_symbol: Mapping[str, Sequence[Declaration]]) -> tuple[ModuleDef, ...]:
    """Return the PyModuleDef variables."""
    found = []
    for declarations in by_symbol.values():
        definition = next((item for item in declarations if item.entries is not None), None)
        if definition is None or element_type(definition.canonical_type) != "PyModuleDef":
            continue
        others = tuple(item for item in declarations if item is not definition)
        fields = given_fields(files[definition.path], definition.entries or ())
        found.append(ModuleDef(definition, others, fields))
    return tuple(found)


def is_entry(item: Declaration) -> bool:
    """Tell whether it is a PyInit_x that the import system can call: others see it, and it takes nothing."""
    is_defined = item.kind is SymbolKind.FUNCTION and item.body is not None
    is_called = item.linkage is not Linkage.INTERNAL and not item.parameters
    return is_defined and is_called and item.name.startswith("PyInit_")


def init_of(
    files: Mapping[Path, File],
    by_symbol: Mapping[str, Sequence[Declaration]],
) -> InitFunction | None:
    """Return how the module is made, or None when there is no active PyInit function."""
    functions = {
        symbol: item
        for symbol, items in by_symbol.items()
        for item in reversed(items)
        if item.kind is SymbolKind.FUNCTION and item.body is not None
    }
    entries = sorted(
        symbol
        for symbol, item in functions.items()
        if is_entry(item) and not files[item.path].is_inactive(item.name_span.start)
    )
    entries = [symbol for symbol in entries if not _gives_another(files, functions, symbol, entries)]
    if not entries:
        return None
    entry = entries[0]
    reason = f"there are several init functions: {', '.join(entries)}"
    more = tuple(_problem_of(files, functions[symbol], reason) for symbol in entries[1:2])
    body = _body(files, functions[entry])
    maker = _called(files, functions, entry, body, (b"PyModuleDef_Init",))
    if maker is not None:
        tokens = _tokens(files, functions[maker])
        made = next(call for call in calls(tokens) if call.name.text == b"PyModuleDef_Init")
        definition = _definition(files[functions[maker].path], made)
        executed = _exec_functions(files, by_symbol, definition, functions)
        builder = executed[0] if len(executed) == 1 else entry
        module = functions[builder].parameters[0] if builder != entry and functions[builder].parameters else None
        if len(executed) > 1:
            more = (*more, _problem_of(files, functions[executed[1]], "there are several exec functions"))
        return InitFunction(entry, builder, definition, True, None, module, more)
    creator = _called(files, functions, entry, body, CREATE)
    if creator is None:
        more = (*more, _problem_of(files, functions[entry], "PyModule_Create isn't called"))
        return InitFunction(entry, entry, None, False, None, None, more)
    return _single_phase(files, functions, entry, creator, more)


def _gives_another(
    files: Mapping[Path, File], functions: Mapping[str, Declaration], entry: str, entries: Sequence[str]
) -> bool:
    """Tell whether the init function only names the module of another: `return PyInit_x();` is all that it returns."""
    returned = [item.head for item in _body(files, functions[entry]).walk() if item.kind is StatementKind.RETURN]
    given = {symbol_at(files[functions[entry].path], head[0]) if is_plain_call(head) else None for head in returned}
    return len(given) == 1 and bool(given & set(entries) - {entry})


def _exec_functions(
    files: Mapping[Path, File],
    by_symbol: Mapping[str, Sequence[Declaration]],
    definition: str | None,
    functions: Mapping[str, Declaration],
) -> list[str]:
    """Return the functions of the Py_mod_exec slots of a module definition."""
    declared = next((item for item in by_symbol.get(definition or "", ()) if item.entries is not None), None)
    if declared is None:
        return []
    slots = given_fields(files[declared.path], declared.entries or ()).get("m_slots")
    table = next(
        (item for item in by_symbol.get((slots.symbol if slots else None) or "", ()) if item.initialiser), None
    )
    if table is None or table.initialiser is None:
        return []
    file = files[table.path]
    found: dict[str, None] = {}
    slot = b""
    for token in file.tokens_in(table.initialiser):
        slot = token.text if token.text.startswith(b"Py_mod_") else slot
        symbol = symbol_at(file, token)
        if symbol is not None and symbol in functions and slot in (b"", b"Py_mod_exec"):
            found[symbol] = None
    return list(found)


def _single_phase(
    files: Mapping[Path, File],
    functions: Mapping[str, Declaration],
    entry: str,
    builder: str,
    problems: tuple[Obstacle, ...],
) -> InitFunction:
    file = files[functions[builder].path]
    tokens = _tokens(files, functions[builder])
    creates = [call for call in calls(tokens) if call.name.text in CREATE]
    body = _body(files, functions[builder])
    main = creates[0] if len(creates) == 1 else _returned_one(body, creates)
    if main is None:
        reason = "PyModule_Create is called more than once, and which module is returned can't be told"
        problems = (*problems, _problem(file, creates[1].name.start, reason))
    create = main or creates[0]
    path = body.path_to(create.name.start)
    if any(item.kind in (StatementKind.LOOP, StatementKind.SWITCH) for item in path):
        problems = (*problems, _problem(file, create.name.start, "PyModule_Create is called in a loop or switch"))
    variable = _receiver(file, path[-1], create)
    return InitFunction(entry, builder, _definition(file, create), False, create.span, variable, problems)


def _problem_of(files: Mapping[Path, File], function: Declaration, reason: str) -> Obstacle:
    return _problem(files[function.path], function.name_span.start, reason)


def _problem(file: File, offset: int, reason: str) -> Obstacle:
    return Obstacle(reason, "init", file.source.location(offset))


def _returned_one(body: Statement, creates: Sequence[Call]) -> Call | None:
    """Return the creation whose module every `return` of a variable gives; None if there isn't exactly one."""
    heads = [strip_casts(item.head) for item in body.walk() if item.kind is StatementKind.RETURN and item.head]
    names = {head[0].text for head in heads if len(head) == 1 and not is_null(head)}
    if len(names) != 1 or any(len(head) != 1 for head in heads):
        return None
    targets = [(_target(body.path_to(call.name.start)[-1], call), call) for call in creates]
    found = [call for target, call in targets if target is not None and target.text in names]
    return found[0] if len(found) == 1 else None


def _tokens(files: Mapping[Path, File], function: Declaration) -> tuple[Token, ...]:
    assert function.body is not None
    return files[function.path].tokens_in(function.body)


def _body(files: Mapping[Path, File], function: Declaration) -> Statement:
    return parse_block(_tokens(files, function))


def _called(
    files: Mapping[Path, File],
    functions: Mapping[str, Declaration],
    entry: str,
    body: Statement,
    names: Sequence[bytes],
) -> str | None:
    """Return the function that calls one of *names*: *entry*, or the one whose result it returns."""
    if any(call.name.text in names for call in calls(body.tokens)):
        return entry
    file = files[functions[entry].path]
    inner = [item for item in body.children if item.tokens[0].text != b";"]
    if len(inner) != 1 or inner[0].kind is not StatementKind.RETURN:
        return None
    called = [symbol_at(file, call.name) for call in calls(inner[0].head)]
    target = called[0] if len(called) == 1 else None
    if target is None or target not in functions:
        return None
    if any(call.name.text in names for call in calls(_tokens(files, functions[target]))):
        return target
    return None


def _definition(file: File, call: Call) -> str | None:
    return symbol_at(file, named(call.arguments[0])) if call.arguments else None


def _receiver(file: File, statement: Statement, call: Call) -> str | None:
    """Return the variable that the created module is assigned to."""
    name = _target(statement, call)
    if name is None:
        return None
    reference = file.written.get(name.start)
    return reference.symbol if reference else f"@{name.start}"


def _target(statement: Statement, call: Call) -> Token | None:
    """Return the name that the created module is assigned to."""
    tokens = [token for token in statement.tokens if token.start < call.name.start]
    while tokens and tokens[-1].text in (b"(", b")", b"*") or (tokens and tokens[-1].text == b"PyObject"):
        tokens.pop()
    return tokens[-2] if len(tokens) > 1 and tokens[-1].text == b"=" else None


def find_local(by_symbol: Mapping[str, Sequence[Declaration]], path: Path, offset: int) -> str | None:
    """Return the symbol of the variable whose name is declared at *offset*."""
    for symbol, declarations in by_symbol.items():
        for item in declarations:
            if item.path == path and item.name_span == Span(offset, item.name_span.end):
                return symbol
    return None
