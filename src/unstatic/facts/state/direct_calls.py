"""Functions of tables that C code calls as well, and with what (G142).

CPython calls a module's function with the module, a method with an instance. C code that calls the same function may
pass NULL, where it isn't used, or something else: no way leads from that to the module.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator
from dataclasses import dataclass, replace

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.nodes import Call as CallNode
from unstatic.c.syntax import Call, StatementKind, calls, strip_casts, whole_call
from unstatic.capi.slots import EITHER_OPERAND, TEARDOWN
from unstatic.facts.module.failing_frees import failing_frees
from unstatic.facts.state.filled_fields import is_filled
from unstatic.facts.state.instance_parameters import Instances
from unstatic.facts.state.null_or_module import does_for_null
from unstatic.facts.state.object_tests import is_asked_for
from unstatic.facts.types.direct_slot_calls import slot_calls
from unstatic.model.extension import Declaration, Extension, File, Function, Macro, Reference, Role, RoleKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null, named, symbol_at
from unstatic.model.opened_code import as_tokens
from unstatic.model.uses import UsedAs, may_store, use_of, uses_as
from unstatic.text.source import Span

_BY_DEFINITION = b"PyType_GetModuleByDef"


@dataclass(frozen=True, slots=True)
class Given:
    """One argument of a direct call of a function that a table names, too."""

    caller: str
    file: File
    tokens: tuple[Token, ...]

    @property
    def span(self) -> Span:
        """From the first byte of the argument to its last."""
        return Span(self.tokens[0].start, self.tokens[-1].end)

    @property
    def is_cast(self) -> bool:
        """Whether it is a cast of one word, such as `(Box *)NULL`."""
        return len(self.tokens) > 1 and self.tokens[-1].text != b")"

    @property
    def text(self) -> str:
        """The argument as written."""
        return self.file.source.text(self.span).decode("utf-8", "replace")


class DirectCalls:
    """Tells whether direct calls pass what CPython would: the module, an instance or a type."""

    def __init__(
        self, model: Extension, heap_types: Container[str], instances: Instances, subclassable: Container[str]
    ) -> None:
        self._model = model
        self._heap_types = heap_types
        self._instances = instances
        self._subclassable = subclassable
        self._kind = ""
        self._owners: frozenset[str | None] = frozenset()
        self._by_def = True
        self._asked: set[tuple[str, int]] = set()

    def misled(
        self, function: str, kind: str, parameter: int, *, by_def: bool, owners: frozenset[str | None]
    ) -> Iterator[tuple[Reference, str]]:
        """Yield the calls that pass something else as *parameter* than *kind* says, and what they pass.

        *kind* is `module`, `self` or `type`, of one of *owners*; *by_def* tells whether a subclass leads to the module
        as well.
        """
        self._kind, self._by_def, self._asked = kind, by_def, {(function, parameter)}
        self._owners = owners
        for use, given in direct_calls(self._model, function, parameter):
            if given is None:
                yield use, "what can't be seen here"
            elif not (
                self._is_right(function, parameter, given)
                or own_instead(self._model, function, parameter, given)
                or self._is_asked_instead(function, parameter, given)
            ):
                yield use, "NULL" if is_null(given.tokens) else given.text

    def _is_asked_instead(self, function: str, parameter: int, given: Given) -> bool:
        found = caller_of_module(self._model, function, parameter, given)
        return found is not None and all(owner in self._heap_types for owner in found.owners)

    def _is_right(self, function: str, parameter: int, given: Given) -> bool:
        if is_null(given.tokens) or self._may_be_null(function, parameter, given):
            return False
        return (self._kind == "self" and self._is_relied_on(function, parameter)) or self._fits(self._kind, given)

    def _may_be_null(self, function: str, parameter: int, given: Given) -> bool:
        """Tell whether a function is given a field as it is, and may leave before it looks into the object (G402).

        A local that holds the field may have been asked for NULL before (G586).
        """
        tokens = strip_casts(given.tokens)
        declared = self._model.by_symbol.get(symbol_at(given.file, tokens[0]) or "", ()) if len(tokens) == 1 else ()
        if len(declared) == 1 and declared[0].function == given.caller:
            name, tokens = tokens[0].text, strip_casts(value_before(self._model, given, declared[0]))
            body = self._model.body_at(given.caller, given.file.source.path, given.span.start)
            if tokens and is_asked_for(body, given.span.start, name):
                return False
        is_field = len(tokens) > 2 and tokens[-2].text == b"->"
        if not is_field or _is_looked_into_first(self._model, function, parameter):
            return False
        return not is_filled(self._model, symbol_at(given.file, tokens[-1]) or "")

    def _is_relied_on(self, function: str, parameter: int) -> bool:
        """Tell whether a function uses its parameter as an instance, so that it could be given nothing else before."""
        item = self._model.functions[function]
        if len(item.definition.parameters) <= parameter:
            return False
        symbol = item.definition.parameters[parameter]
        if self._is_instance(symbol):
            # Whoever passes something else has to cast it.
            return True
        uses = self._model.uses.get(symbol, ())
        owned = {static.record for static in self._model.types if static.symbol in self._owners and static.record}
        if not all(self._instances.owners_of(record) for record in owned) or item.alternatives:
            return False
        if self._instances.is_trusted(uses):
            return True
        is_cast = any(
            _is_cast_to_struct(self._model, use)
            or any(map(self._leads_all_to_module, _casts_by_macro(self._model, use)))
            for use in uses
        )
        return is_cast and self._instances.is_undoubted(uses)

    def _fits(self, kind: str, given: Given) -> bool:
        tokens = strip_casts(given.tokens)
        if kind == "type" and tokens[0].text == b"&":
            return symbol_at(given.file, named(tokens)) in self._heap_types
        call = next(iter(calls(tokens)), None)
        if kind == "type" and call is not None and call.name.text == b"Py_TYPE" and call.name is tokens[0]:
            return self._fits("self", replace(given, tokens=call.arguments[0]))
        if kind == "module" and (whole := whole_call(tokens)) is not None:
            argument = self._type_of_module(given, whole)
            return argument is not None and self._finds_module(replace(given, tokens=argument))
        symbol = symbol_at(given.file, tokens[0]) if len(tokens) == 1 else None
        if symbol is None:
            is_field = len(tokens) > 2 and tokens[-2].text in (b".", b"->")
            return kind == "self" and is_field and self._is_instance(symbol_at(given.file, tokens[-1]) or "")
        if kind == "type" and any(item.holder == symbol for item in self._model.specs):
            return True
        return self._is_right_variable(kind, given, symbol)

    def _finds_module(self, given: Given) -> bool:
        """Tell whether a type leads to the module by the definition, as that of a subclass does."""
        by_def, self._by_def = self._by_def, True
        found = self._fits("type", given)
        self._by_def = by_def
        return found

    def _type_of_module(self, given: Given, call: Call) -> tuple[Token, ...] | None:
        """Return the type of which a call gives the module, by the definition; None for any other call."""
        if call.name.text == _BY_DEFINITION:
            is_own = len(call.arguments) == 2 and symbol_at(given.file, named(call.arguments[1])) in self._owners
            return call.arguments[0] if is_own else None
        found = module_finder(self._model, symbol_at(given.file, call.name) or "")
        is_own = found is not None and found.definition in self._owners and len(call.arguments) > found.parameter
        return call.arguments[found.parameter] if found is not None and is_own else None

    def _is_right_variable(self, kind: str, given: Given, symbol: str) -> bool:
        init = self._model.init
        if kind == "module" and init is not None and symbol == init.module_variable:
            return init.definition in self._owners
        if kind == "self" and self._is_instance(symbol):
            return True
        parameters = self._model.functions[given.caller].definition.parameters
        if symbol in parameters:
            return self._is_right_parameter(kind, given.caller, parameters.index(symbol))
        declared = self._model.by_symbol.get(symbol, ())
        if len(declared) != 1 or declared[0].function != given.caller:
            return False
        tokens = value_before(self._model, given, declared[0])
        return bool(tokens) and self._fits(kind, replace(given, tokens=tokens))

    def _is_instance(self, symbol: str) -> bool:
        """Tell whether a variable points to a struct of which all types lead to their module."""
        declared = self._model.by_symbol.get(symbol, ())
        if not declared or not declared[0].pointee_record or declared[0].canonical_type.count("*") != 1:
            return False
        return self._leads_all_to_module(declared[0].pointee_record)

    def _leads_all_to_module(self, record: str) -> bool:
        owners = self._instances.owners_of(record)
        return bool(owners) and all(self._leads_to_module(owner) for owner in owners)

    def _leads_to_module(self, owner: str | None) -> bool:
        return owner in self._heap_types and (self._by_def or owner not in self._subclassable)

    def _is_right_parameter(self, kind: str, function: str, index: int) -> bool:
        """Tell whether a parameter is what it should be, whoever calls the function."""
        if (function, index) in self._asked:
            return True
        self._asked.add((function, index))
        item = self._model.functions[function]
        if item.escapes or item.alternatives or may_store(self._model, item.definition.parameters[index]):
            return False
        if index and item.roles or not all(self._gives(role) == kind for role in item.roles):
            return False
        given = [one for _, one in direct_calls(self._model, function, index)]
        return bool(given or item.roles) and all(
            one is not None and not is_null(one.tokens) and self._fits(kind, one) for one in given
        )

    def _gives(self, role: Role) -> str:
        """Return what CPython passes first to a function of this role; empty if that doesn't lead to the module."""
        kind = first_argument_of(self._model, role)
        if kind == "module":
            return kind if role.kind is RoleKind.EXEC or role.owner in self._owners else ""
        return kind if self._leads_to_module(role.owner) else ""


def value_before(model: Extension, given: Given, variable: Declaration) -> tuple[Token, ...]:
    """Return what alone a local variable holds where it is given; empty if that can't be told.

    It is declared with that, or a statement of the function itself assigns it before.
    """
    if variable.initialiser is not None:
        return given.file.tokens_in(variable.initialiser) if not may_store(model, variable.symbol) else ()
    uses = uses_as(model, variable.symbol)
    stores = [use for use in uses if use.role in (UsedAs.WRITTEN, UsedAs.CHANGED, UsedAs.ADDRESS)]
    if len(stores) != 1 or stores[0].role is not UsedAs.WRITTEN or any(use.statement is None for use in uses):
        return ()
    statement = stores[0].statement
    if statement is None or statement not in model.body(given.caller).children or statement.span.end > given.span.start:
        return ()
    head = statement.head
    is_plain = len(head) > 2 and head[0].start == stores[0].reference.offset and head[1].text == b"="
    return head[2:] if is_plain and statement.kind is StatementKind.SIMPLE else ()


def first_argument_of(model: Extension, role: Role) -> str:
    """Return what CPython passes first to a function of this role: `module`, `type` or `self`; empty for neither."""
    if role.kind is RoleKind.STATIC_METHOD:
        return ""
    modules = {item.symbol for item in model.module_defs}
    if role.kind in (RoleKind.MODULE_FUNCTION, RoleKind.EXEC) or role.owner in modules:
        return "module"
    is_type = role.kind is RoleKind.CLASS_METHOD or role.slot in ("tp_new", "tp_alloc")
    return "type" if is_type else "self"


def direct_calls(model: Extension, function: str, index: int) -> Iterator[tuple[Reference, Given | None]]:
    """Yield the calls of *function* by its name, or through the slot of a type, with the argument at *index*.

    The argument is None where a macro makes the call, unless it's a name that the macro is given. Calls that go aren't
    told.
    """
    gone = failing_frees(model)
    for use in model.uses.get(function, ()):
        if use.is_call and use.function is not None and (use.path, use.offset) not in gone:
            yield use, argument_at(model, use, index)
    for (path, offset), call in slot_calls(model).items() if index == 0 else ():
        if call.function == function:
            for use in model.references_at(path, offset)[:1]:
                file = model.files[path].at(offset)
                seen = use.function in model.functions
                yield use, Given(use.function or "", file, file.tokens_in(call.argument)) if seen else None


def argument_at(model: Extension, use: Reference, index: int) -> Given | None:
    """Return the argument at *index* of the direct call at *use*; None if it can't be seen."""
    if use.function not in model.functions:
        return None
    if use.via_macro is not None:
        return _passed_on(model, use, index)
    call = model.call_at(use.function or "", use.offset)
    if call is None or len(call.arguments) <= index or not call.arguments[index]:
        return None
    return Given(use.function or "", model.files[use.path].at(use.offset), call.arguments[index])


def _passed_on(model: Extension, use: Reference, index: int) -> Given | None:
    """Return the name that a macro is given and passes on to the function that it calls: `CHECK_OPEN(self)`."""
    file = model.files[use.path].at(use.offset)
    expansion = file.expansions.get(use.offset)
    opened = model.expanded(expansion) if expansion is not None else None
    found = calls(as_tokens(opened.tokens)) if opened is not None else ()
    given = {call.arguments[index : index + 1] for call in found if call.name.text == use.name.encode()}
    name = next(iter(given), ((),))[0] if len(given) == 1 and () not in given else ()
    if opened is None or len(name) != 1 or name[0].kind is not TokenKind.IDENT or is_null(name):
        return None
    places = {(item.path, item.macro) for item in opened.tokens if item.span == name[0].span}
    return Given(use.function or "", file, name) if places == {(use.path, None)} else None


def own_instead(model: Extension, function: str, parameter: int, given: Given) -> bool:
    """Tell whether the caller can pass on its own module or object for NULL, which the function didn't look at."""
    called, caller = model.functions[function], model.functions[given.caller]
    if parameter or not is_null(given.tokens) or not (called.definition.parameters and caller.definition.parameters):
        return False
    kinds = [{(first_argument_of(model, role), role.owner) for role in item.roles} for item in (called, caller)]
    if len(kinds[1]) != 1 or not kinds[1] <= kinds[0] or caller.escapes or caller.alternatives:
        return False
    if not _is_indifferent(model, called, {kind for kind, _ in kinds[0]}, next(iter(kinds[1]))[0]):
        return False
    declared = [one for item in (called, caller) for one in model.by_symbol.get(item.definition.parameters[0], ())[:1]]
    if len(declared) != 2:
        return False
    is_same = declared[0].canonical_type == declared[1].canonical_type or given.is_cast
    is_same &= bool(declared[1].name)
    is_called = any(use.is_call for use in model.uses.get(given.caller, ()))
    return is_same and not is_called and not may_store(model, declared[1].symbol)


@dataclass(frozen=True, slots=True)
class ModuleOfCaller:
    """What leads to the module where a slot or method passes NULL for it to a function that didn't look at it."""

    owners: frozenset[str]
    """The types whose slot or method it is."""
    operands: bool
    """Whether either of its first two parameters may be the instance, as in nb_add."""


def caller_of_module(model: Extension, function: str, parameter: int, given: Given) -> ModuleOfCaller | None:
    """Return what leads to the module where NULL is passed for it; None if nothing does."""
    called, caller, definition = model.functions[function], model.functions[given.caller], model.module_def()
    if parameter or not is_null(given.tokens) or not called.definition.parameters or definition is None:
        return None
    owners = frozenset(role.owner or "" for role in caller.roles)
    if {role.owner for role in called.roles} != {definition.symbol} or not all(owners) or model.language != "c":
        return None
    slots = {role.slot if role.kind is RoleKind.SLOT else "" for role in caller.roles}
    operands = bool(slots & EITHER_OPERAND)
    is_of_instance = all(first_argument_of(model, role) == "self" for role in caller.roles) and not slots & TEARDOWN
    if not is_of_instance or (operands and not slots <= EITHER_OPERAND - {"nb_power"}):
        return None
    if not owners or caller.escapes or caller.alternatives or _is_looked_at(model, called):
        return None
    needed = caller.definition.parameters[: 1 + operands]
    declared = [next(iter(model.by_symbol.get(symbol, ())), None) for symbol in needed]
    is_called = any(use.is_call for use in model.uses.get(given.caller, ()))
    is_kept = len(declared) == 1 + operands and all(
        item is not None and bool(item.name) and not may_store(model, item.symbol) for item in declared
    )
    # The definition is named there.
    is_kept &= all(item.name != definition.declaration.name for item in model.locals.get(given.caller, ()))
    return ModuleOfCaller(owners, operands) if is_kept and not is_called else None


def asks_operands_for_module(model: Extension, function: str) -> bool:
    """Tell whether a slot such as nb_add calls the function with NULL for the module."""
    return any(found.operands for found in _callers_of_module(model, function))


def passes_no_module(model: Extension, function: str) -> bool:
    """Tell whether a method or slot calls the function with NULL for the module."""
    return any(_callers_of_module(model, function))


def _callers_of_module(model: Extension, function: str) -> Iterator[ModuleOfCaller]:
    given = [one for _, one in direct_calls(model, function, 0) if one is not None]
    found = (caller_of_module(model, function, 0, one) for one in given)
    return (one for one in found if one is not None)


def _is_indifferent(model: Extension, called: Function, kinds: Collection[str], given: str) -> bool:
    """Tell whether a function does the same with what its caller got as with NULL."""
    is_either = len(called.roles) > 1 and len(kinds) > 1
    return given == "module" and does_for_null(model, called) if is_either else not _is_looked_at(model, called)


def _is_looked_at(model: Extension, function: Function) -> bool:
    """Tell whether a function uses its first parameter at all: what that is makes a difference then."""
    symbol = function.definition.parameters[0]
    declared = {item.name_span.start for item in model.by_symbol.get(symbol, ())}
    return any(use.offset not in declared for use in model.uses.get(symbol, ()))


def _is_looked_into_first(model: Extension, function: str, parameter: int) -> bool:
    """Tell whether a function reads a field of its parameter on every way, before it can leave."""
    parameters = model.functions[function].definition.parameters
    symbol = parameters[parameter] if parameter < len(parameters) else ""
    read = {use.reference.offset for use in uses_as(model, symbol) if use.member}
    for statement in model.body(function).children:
        tokens = statement.head if statement.kind is not StatementKind.LOOP else ()
        if any(token.start in read for token in tokens):
            return True
        if any(item.is_exit for item in statement.walk()):
            return False
    return False


def _is_cast_to_struct(model: Extension, use: Reference) -> bool:
    """Tell whether a parameter is cast like `(Box *)self`: to have its fields read, or to be kept as a Box."""
    if use.via_macro is not None:
        return False
    file = model.files[use.path].at(use.offset)
    index = file.index_at(use.offset)
    before = [token.text for token in file.tokens[max(0, index - 4) : index]]
    is_cast = len(before) == 4 and before[0] == b"(" and before[2:] == [b"*", b")"]
    return is_cast and not before[1].startswith(b"Py") and before[1] not in (b"void", b"char")


def _casts_by_macro(model: Extension, use: Reference) -> frozenset[str]:
    """Return the structs to which a macro casts the parameter that it is given: `COUNT(self)`."""
    around = use_of(model, use).around if use.via_macro is None else ()
    call = next((node for node in around if isinstance(node, CallNode)), None)
    macro = model.macros.get(call.function.tokens[-1].text.decode("latin-1")) if call is not None else None
    if call is None or macro is None:
        return frozenset()
    at = next((index for index, one in enumerate(call.arguments) if one.bare.span.start == use.offset), -1)
    return frozenset.intersection(*(frozenset(_casts(one, at)) for one in macro.all))


def _casts(macro: Macro, position: int) -> Iterator[str]:
    """Yield the types to which a macro casts a parameter: `((Box *)(o))`."""
    parameters = macro.definition.parameters or ()
    texts = [token.text.decode("latin-1") for token in macro.body if token.text not in (b"(", b")")]
    for name, star, named_ in zip(texts, texts[1:], texts[2:], strict=False):
        if star == "*" and named_ in parameters[position : position + 1]:
            yield name


@dataclass(frozen=True, slots=True)
class ModuleFinder:
    """A function that gives the module of a definition, or NULL, for the type that one parameter is."""

    definition: str
    parameter: int


@fact
def module_finder(model: Extension, function: str) -> ModuleFinder | None:
    """Return how a function finds the module; None if it returns anything else than that and NULL."""
    item = model.functions.get(function)
    if item is None or item.alternatives or item.definition.body is None:
        return None
    file, parameters = model.files[item.definition.path], item.definition.parameters
    found: set[tuple[str, str]] = set()
    for statement in model.body(function).walk():
        if statement.kind is not StatementKind.RETURN or is_null(statement.head):
            continue
        call = whole_call(strip_casts(statement.head))
        if call is None or len(call.arguments) != 2 or call.name.text != _BY_DEFINITION:
            return None
        found.add((symbol_at(file, named(call.arguments[0])) or "", symbol_at(file, named(call.arguments[1])) or ""))
    if len(found) != 1:
        return None
    given, definition = found.pop()
    is_kept = given in parameters and not may_store(model, given)
    return ModuleFinder(definition, parameters.index(given)) if is_kept else None
