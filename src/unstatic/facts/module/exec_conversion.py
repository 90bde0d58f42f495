"""What the function that builds the module does with the module object: how it becomes an exec function.

An exec function receives the module, returns 0 or -1, and owns no reference to the module (G101, G103).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, Statement, StatementKind, calls, split, strip_casts, strip_parentheses
from unstatic.capi.other_apis import NUMPY_IMPORTS
from unstatic.capi.references import CLEAR, DECREASE, GIVES_NULL
from unstatic.facts.module.module_lookups import lookups
from unstatic.facts.module.module_releases import HelperRelease, called_through, helper_releases, losses
from unstatic.facts.module.returning_macros import MacroReturn, MacroReturns, Returned
from unstatic.facts.places.in_functions import first_statement, free_name
from unstatic.facts.places.namespaces import namespaces_at
from unstatic.model.configurations.conditions import dead_groups
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.extension import Declaration, Extension, Macro, MacroExpansion, ModuleDef
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null
from unstatic.model.obstacle import Obstacle
from unstatic.settings.requires import OLDEST
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class ReturnSite:
    """One `return`; there is no `value` to change in place when the whole statement is one macro."""

    span: Span
    returned: Returned
    value: Span | None
    macro: str = ""
    """The macro that is the whole statement."""


@dataclass(frozen=True, slots=True)
class InitFlow:
    """The statements of the builder that concern the module object."""

    function: str
    module_name: bytes
    """The variable's name; empty when the module is returned at once."""
    variable: bytes
    """The variable's name, or the one that it gets: never that of the module definition."""
    declaration: Declaration | None
    create: Statement | None
    """The statement that creates the module: an assignment, a declaration, or an `if` around it."""
    made: Span | None
    """The PyModule_Create call."""
    operand: Span | None
    """The creation's part of a longer `a || b` condition, with the `||`; then only that part goes."""
    checks: tuple[Statement, ...]
    """Null tests of the module that only leave the function: an exec function doesn't need them."""
    returns: tuple[ReturnSite, ...]
    releases: tuple[Statement, ...]
    """`Py_DECREF(module);` statements."""
    clears: tuple[Statement, ...]
    """`Py_CLEAR(module);` and `module = NULL;` statements."""
    set_gil: tuple[Statement, ...]
    problems: tuple[Obstacle, ...]
    renamed: tuple[Span, ...] = ()
    """Where the module goes by a name that means something else before it is made: it gets one of its own."""
    helper_releases: tuple[HelperRelease, ...] = ()
    """`Py_DECREF(module);` statements in the functions that it calls with the module."""
    imports: tuple[tuple[Span, bytes], ...] = ()
    """Calls of NumPy's macros that return NULL on failure, and what returns -1 instead."""
    macro_returns: tuple[MacroReturn, ...] = ()
    """What macros return from the function, and where they release the module."""


def _joined(flow: InitFlow, other: InitFlow) -> InitFlow:
    """Return *flow* with what *other*, the same function in another configuration, adds to it."""
    return replace(
        flow,
        checks=_once((*flow.checks, *other.checks)),
        returns=tuple({item.span: item for item in (*other.returns, *flow.returns)}.values()),
        releases=_once((*flow.releases, *other.releases)),
        clears=_once((*flow.clears, *other.clears)),
        helper_releases=tuple(
            {item.statement.span: item for item in (*other.helper_releases, *flow.helper_releases)}.values()
        ),
        problems=tuple(dict.fromkeys((*flow.problems, *other.problems))),
        imports=tuple(dict.fromkeys((*flow.imports, *other.imports))),
    )


def _with_macros(flow: InitFlow, found: Sequence[MacroReturn | Obstacle]) -> InitFlow:
    """Return *flow* with what macros return; a macro whose body changes stays as it is where it is used."""
    changes = tuple(item for item in found if isinstance(item, MacroReturn))
    problems = dict.fromkeys((*flow.problems, *(item for item in found if isinstance(item, Obstacle))))
    names = {item.macro for item in changes if item.returned is not None}
    returns = tuple(item for item in flow.returns if item.value is not None or item.macro not in names)
    return replace(flow, returns=returns, macro_returns=tuple(dict.fromkeys(changes)), problems=tuple(problems))


def _once(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    return tuple({item.span: item for item in reversed(statements)}.values())


@fact
def init_flow(model: Extension) -> InitFlow:
    """Return the statements that concern the module, and what prevents the conversion."""
    return _InitReader(model).read()


def shared_macros(model: Extension) -> tuple[MacroExpansion, ...]:
    """Return the uses of macros that return from the builder, and from other functions, which return something else."""
    return _InitReader(model).shared_macros()


class _InitReader:
    """Reads the builder of one extension."""

    def __init__(self, model: Extension) -> None:
        assert model.init is not None
        self._model = model
        self._init = model.init
        self._function = model.functions[model.init.builder].definition
        self._file = model.files[self._function.path]
        self._body = model.body(model.init.builder)

    def read(self) -> InitFlow:
        """Return the statements that concern the module, and what prevents the conversion."""
        readers = [self, *(_InitReader(model) for model in self._model.configurations)]
        flow = self._read()
        for reader in readers[1:]:
            flow = self._with(flow, reader._read())
        if not self._init.multi_phase:
            known = {site.span.start for site in flow.returns}
            hidden = [item for reader in readers for item in reader._macro_returns(known)]
            flow = _with_macros(flow, hidden)
        for other in self._model.functions[self._init.builder].alternatives[:1]:
            problem = self._at(other.name_span.start, "another #if group defines it in another way", other.path)
            flow = replace(flow, problems=(*flow.problems, problem))
        return replace(flow, problems=(*flow.problems, *self._other_heads()))

    def _other_heads(self) -> Iterator[Obstacle]:
        """Yield the heads that other `#if` groups put before the same body: it couldn't be an exec function there."""
        name, body, data = self._function.name_span.start, self._function.body, self._file.source.data
        for item in self._file.lexed.conditionals:
            if body is None or not item.span.start < name < item.span.end <= body.start:
                continue
            dead = dead_groups(data, [item], known_macros(OLDEST, texts_of(self._model)))
            for branch in item.branches:
                if name not in branch.body and branch.body not in dead and self._file.lexed.between(*branch.body):
                    yield self._at(branch.directive.span.start, "another #if group gives it another head")

    def _with(self, flow: InitFlow, other: InitFlow) -> InitFlow:
        """Return what both configurations have; the module must be made at one place."""
        joined = _joined(flow, other)
        made = [None if item.create is None else (item.create.span, item.operand) for item in (flow, other)]
        if made[0] == made[1]:
            return joined
        where = next(item.create.span.start for item in (other, flow) if item.create is not None)
        problem = self._at(where, "the module is created in different ways in different #if groups")
        return replace(joined, problems=(*joined.problems, problem))

    def _at(self, offset: int, reason: str, path: Path | None = None) -> Obstacle:
        """Return a problem at a place, in the file of the builder unless *path* is another."""
        return Obstacle(reason, "init", self._model.location(path or self._function.path, offset))

    def _read(self) -> InitFlow:
        problems = list(self._init.problems)
        name, declaration = self._variable()
        create = self._create()
        renamed = self._renamed(declaration, create, problems)
        if create is None:
            problems.append(self._at(self._function.name_span.start, "where the module is created can't be seen"))
        operand = None if create is None else self._operand(create, problems)
        returns = tuple(self._returns(name, problems))
        releases = tuple(self._module_calls(DECREASE, name, problems))
        clears = (*self._module_calls(CLEAR, name, problems), *self._null_stores(name))
        set_gil = tuple(self._module_calls({b"PyUnstable_Module_SetGIL"}, name, problems, whole=False))
        if renamed and create is not None:
            earlier = create.span.start
            releases = tuple(item for item in releases if item.span.start > earlier)
            clears = tuple(item for item in clears if item.span.start > earlier)
        problems += self._other_problems(name, create.span.start if renamed and create is not None else 0)
        problems += self._macro_problems(name, declaration, bool(renamed))
        # What gets a variable of its own is declared with it.
        problems += () if renamed else self._late_declaration(declaration, create)
        others = () if self._init.multi_phase else tuple(helper_releases(self._model, problems))
        problems += () if self._init.multi_phase else losses(self._model)
        return InitFlow(
            self._init.builder,
            name,
            self._new_name(name) if renamed else name or self._new_name(name),
            None if renamed or (declaration is not None and declaration.function is None) else declaration,
            create,
            self._init.create,
            operand,
            tuple(self._checks(name, create, {site.span for site in returns})),
            returns,
            releases,
            clears,
            set_gil,
            tuple(dict.fromkeys(problems)),
            renamed,
            others,
            () if self._init.multi_phase else tuple(self._numpy_imports()),
        )

    def _numpy_imports(self) -> Iterator[tuple[Span, bytes]]:
        """Yield `import_array()` and `import_umath()`: macros of NumPy's headers with a `return NULL` in them."""
        for call in calls(self._body.tokens):
            name = call.name.text
            if name in NUMPY_IMPORTS and not call.arguments and name.decode() not in self._model.macros:
                yield call.span, name + b"1(-1)"

    def _variable(self) -> tuple[bytes, Declaration | None]:
        symbol = self._init.module_variable
        if symbol is None:
            return b"", None
        declarations = self._model.by_symbol.get(symbol, ())
        if not declarations:
            return b"", None
        return declarations[0].name.encode(), declarations[0]

    def _new_name(self, taken: bytes) -> bytes:
        definition = self._model.module_def()
        if taken:
            return free_name(self._model, self._init.builder, b"mod" if taken == b"module" else b"module", b"m")
        return b"mod" if definition is not None and definition.declaration.name == "module" else b"module"

    def _create(self) -> Statement | None:
        if self._init.create is None:
            return None
        path = self._body.path_to(self._init.create.start)
        return path[-1] if path else None

    def _operand(self, create: Statement, problems: list[Obstacle]) -> Span | None:
        """Check that the creating statement does nothing else; return the part of its condition if it does."""
        assert self._init.create is not None
        made = self._init.create.start
        if create.kind is StatementKind.RETURN:
            if strip_casts(create.head)[0].start != made:
                problems.append(self._at(made, "PyModule_Create stands inside a longer expression"))
            return None
        if create.kind is not StatementKind.IF:
            if len(split(create.head)) > 1 or not self._is_assignment(create.head):
                problems.append(self._at(made, "the module is created in a statement that does more than that"))
            return None
        if len(create.children) != 1 or not all(_only_leaves(item) for item in create.children[0].walk()):
            reason = "the module is created in a condition that guards more than leaving the function"
            problems.append(self._at(made, reason))
        parts = split(create.head, b"||")
        mine = [part for part in parts if part[0].start <= made < part[-1].end]
        if len(mine) != 1 or not self._is_assigning_test(mine[0]):
            problems.append(self._at(made, "PyModule_Create stands inside a longer condition"))
            return None
        if len(parts) == 1:
            return None
        return _part_with_operator(parts, parts.index(mine[0]))

    def _is_assignment(self, head: Sequence[Token]) -> bool:
        """Tell whether the tokens are `[type *]name = [cast]PyModule_Create(...)`."""
        assert self._init.create is not None
        index = next((i for i, token in enumerate(head) if token.text == b"="), 0)
        value = strip_casts(head[index + 1 :])
        return bool(index) and value[0].start == self._init.create.start and value[-1].end == self._init.create.end

    def _is_assigning_test(self, tokens: Sequence[Token]) -> bool:
        """Tell whether the tokens are `(m = PyModule_Create(...)) == NULL`, `!(m = ...)` or the like."""
        inner = strip_parentheses(tokens)
        if inner and inner[0].text == b"!":
            return self._is_assignment(strip_parentheses(inner[1:]))
        sides = _split_equal(inner)
        if sides is None:
            return False
        left, right = sides
        return (self._is_assignment(strip_parentheses(left)) and is_null(right)) or (
            is_null(left) and self._is_assignment(strip_parentheses(right))
        )

    def _is_module(self, tokens: Sequence[Token], name: bytes) -> bool:
        inner = strip_casts(tokens)
        return len(inner) == 1 and bool(name) and inner[0].text == name

    def _returns(self, name: bytes, problems: list[Obstacle]) -> Iterator[ReturnSite]:
        for statement in self._body.walk():
            if statement.kind is StatementKind.RETURN:
                yield from self._return(statement, name, problems)
            elif statement.kind is StatementKind.SIMPLE:
                yield from self._macro_return(statement)

    def _return(self, statement: Statement, name: bytes, problems: list[Obstacle]) -> Iterator[ReturnSite]:
        head = self._opened(strip_parentheses(statement.head))
        value = Span(statement.head[0].start, statement.head[-1].end) if statement.head else None
        if not head:
            problems.append(self._at(statement.span.start, "it has a return without a value"))
        elif self._is_null(head):
            yield ReturnSite(statement.span, Returned.FAILURE, value)
        elif self._is_module(head, name) or self._init.create is not None and self._init.create.start in statement.span:
            yield ReturnSite(statement.span, Returned.MODULE, value)
        elif self._raises(head) and self._can_be_two(statement):
            yield ReturnSite(statement.span, Returned.RAISED, Span(head[0].start, head[-1].end))
        elif self._raises(head) or self._is_failing_call(head):
            problems.append(self._at(statement.span.start, "it returns the result of a call that sets an error"))
        else:
            text = b" ".join(token.text for token in head).decode("latin-1")
            problems.append(self._at(statement.span.start, f"it returns {text}, neither the module nor NULL"))

    def _opened(self, head: Sequence[Token]) -> Sequence[Token]:
        """Return *head* without a macro around it that only gives its argument back: `MOD_SUCCESS_VAL(m)`."""
        macro = self._model.macros.get(head[0].text.decode("latin-1")) if len(head) > 3 else None
        call = next(iter(calls(head)), None)
        if macro is None or call is None or call.name is not head[0] or call.close is not head[-1]:
            return head
        parameters = macro.definition.parameters or ()
        body = [token.text for token in strip_parentheses(macro.body)]
        if len(parameters) != 1 or len(call.arguments) != 1 or body != [parameters[0].encode()]:
            return head
        return self._opened(strip_parentheses(call.arguments[0]))

    def _raises(self, head: Sequence[Token]) -> bool:
        """Tell whether the tokens are a call such as `PyErr_NoMemory()`, which sets an error and gives NULL."""
        call = next(iter(calls(head)), None)
        return call is not None and call.name is head[0] and call.close is head[-1] and call.name.text in GIVES_NULL

    def _can_be_two(self, statement: Statement) -> bool:
        """Tell whether another statement has its place behind this one, in braces of their own if need be."""
        parent = self._body.path_to(statement.span.start)[-2]
        between = Span(parent.span.start, statement.span.end)
        has_comment = any(between.covers(item) for item in self._file.lexed.comments)
        plain = not has_comment and not self._file.directives_in(between)
        return parent.kind is StatementKind.BLOCK or (parent.kind is StatementKind.IF and plain)

    def _is_failing_call(self, head: Sequence[Token]) -> bool:
        return len(head) > 2 and head[0].text.startswith(b"PyErr_")

    def _is_null(self, head: Sequence[Token]) -> bool:
        if is_null(head):
            return True
        macro = self._model.macros.get(head[0].text.decode("latin-1")) if len(head) == 1 else None
        return macro is not None and macro.definition.parameters is None and is_null(macro.body)

    def _macro_return(self, statement: Statement) -> Iterator[ReturnSite]:
        """Recognise `INITERROR;` and `INITRETURN;`, macros whose bodies are `return NULL` and `return m`."""
        head = statement.head
        if len(head) > 3 and head[1].text == b"(":
            yield from self._macro_value(statement)
            return
        if len(head) != 1:
            return
        macro = self._model.macros.get(head[0].text.decode("latin-1"))
        if macro is None or macro.definition.parameters is not None or not macro.body:
            return
        body = macro.body[:-1] if macro.body[-1].text == b";" else macro.body
        if body[0].text == b"return" and is_null(body[1:]):
            yield ReturnSite(statement.span, Returned.FAILURE, None, macro.definition.name)
        elif body[0].text == b"return" and self._is_module(body[1:], self._variable()[0]):
            yield ReturnSite(statement.span, Returned.MODULE, None, macro.definition.name)

    def _macro_value(self, statement: Statement) -> Iterator[ReturnSite]:
        """Recognise `MOD_RETURN(m);`, a macro whose body is `return m`."""
        macro = self._model.macros.get(statement.head[0].text.decode("latin-1"))
        call = next(iter(calls(statement.head)), None)
        if macro is None or call is None or len(macro.definition.parameters or ()) != 1 or len(call.arguments) != 1:
            return
        body = [token.text for token in macro.body if token.text not in (b";", b"(", b")")]
        assert macro.definition.parameters is not None
        if body != [b"return", macro.definition.parameters[0].encode()]:
            return
        name, _ = self._variable()
        if self._is_null(strip_parentheses(call.arguments[0])):
            yield ReturnSite(statement.span, Returned.FAILURE, None, macro.definition.name)
        elif self._is_module(call.arguments[0], name):
            yield ReturnSite(statement.span, Returned.MODULE, None, macro.definition.name)

    def _module_calls(
        self, names: Container[bytes], name: bytes, problems: list[Obstacle], whole: bool = True
    ) -> Iterator[Statement]:
        for call in calls(self._body.tokens):
            if (
                called_through(self._model, call) not in names
                or not call.arguments
                or not self._is_module(call.arguments[0], name)
            ):
                continue
            statement = self._body.path_to(call.name.start)[-1]
            if not whole or _is_whole(statement, call):
                yield statement
            else:
                reason = f"{call.name.text.decode()} of the module stands inside another expression"
                problems.append(self._at(call.name.start, reason))

    def _null_stores(self, name: bytes) -> Iterator[Statement]:
        for statement in self._body.walk():
            head = statement.head
            if statement.kind is not StatementKind.SIMPLE or len(head) < 3 or head[0].text != name:
                continue
            if head[1].text == b"=" and is_null(head[2:]):
                yield statement

    def _checks(self, name: bytes, create: Statement | None, returns: Container[Span]) -> Iterator[Statement]:
        """Yield `if (module == NULL) return NULL;` and the like, after the creation."""
        for statement in self._body.walk():
            if statement.kind is not StatementKind.IF or len(statement.children) != 1 or not name:
                continue
            if statement is create or not self._is_null_test(statement.head, name):
                continue
            if create is not None and statement.span.start < create.span.start:
                continue
            inner = statement.children[0].walk()
            if all(_only_leaves(item) or item.span in returns for item in inner) or _is_jump(statement.children[0]):
                yield statement

    def _is_null_test(self, head: Sequence[Token], name: bytes) -> bool:
        inner = strip_parentheses(head)
        if inner and inner[0].text == b"!":
            return self._is_module(inner[1:], name)
        sides = _split_equal(inner)
        if sides is None:
            return False
        left, right = sides
        return (self._is_module(left, name) and is_null(right)) or (is_null(left) and self._is_module(right, name))

    def _other_problems(self, name: bytes, start: int) -> Iterator[Obstacle]:
        if self._init.definition is None:
            where = self._init.create.start if self._init.create is not None else self._function.name_span.start
            yield self._at(where, "the module definition isn't a variable of this project")
        definition = self._model.module_def()
        if definition is not None:
            yield from self._hidden_fields(definition)
            yield from self._filled_later(definition)
            yield from self._bound_definition(definition)
        if name:
            for statement in self._body.walk():
                head = statement.head
                reassigns = statement.kind is StatementKind.SIMPLE and len(head) > 2 and head[0].text == name
                reassigns = reassigns and head[0].start >= start
                is_creation = self._init.create is not None and self._init.create.start in statement.span
                if reassigns and head[1].text == b"=" and not is_null(head[2:]) and not is_creation:
                    yield self._at(head[0].start, f"{name.decode()} is assigned more than once")
        yield from self._namespace_problems()
        yield from lookups(self._model).problems
        for symbol in dict.fromkeys((self._init.entry, self._init.builder)):
            yield from self._outside_calls(symbol)

    def _hidden_fields(self, definition: ModuleDef) -> Iterator[Obstacle]:
        for entry in definition.declaration.hidden:
            if entry.field != "m_base":
                path = definition.declaration.path
                yield self._at(entry.span.start, "the module definition differs between #if groups", path)
                return

    def _filled_later(self, definition: ModuleDef) -> Iterator[Obstacle]:
        """Fields of the definition that are set at run time can't be told from those of its initialiser (G107)."""
        for use in self._model.uses.get(definition.declaration.symbol, ()):
            file = self._model.files[use.path].at(use.offset)
            index = file.index_at(use.offset)
            following = [token.text for token in file.tokens[index + 1 : index + 4]]
            if following[:1] == [b"."] and following[2:] == [b"="]:
                yield self._at(use.offset, "the module definition is changed at run time", use.path)
                return

    def _bound_definition(self, definition: ModuleDef) -> Iterator[Obstacle]:
        """A definition inside the function has to leave it: nothing that it names may be known there only."""
        where = definition.declaration
        if where.function is None or where.initialiser is None:
            return
        file = self._model.files[where.path].at(where.span.start)
        inside = {item.symbol for item in self._model.locals.get(where.function, ())}
        for token in file.tokens_in(where.initialiser):
            reference = file.written.get(token.start)
            if reference is not None and reference.symbol in inside:
                reason = f"the module definition names {reference.name}, which is declared in the function as well"
                yield self._at(token.start, reason, where.path)
                return

    def _renamed(
        self, declaration: Declaration | None, create: Statement | None, problems: list[Obstacle]
    ) -> tuple[Span, ...]:
        """Return the uses of the module under a name that held something else before it was made (G101).

        An exec function has the module from the start, so the module needs a name of its own there.
        """
        if declaration is None or declaration.function is None or create is None or self._init.create is None:
            return ()
        gone = [item.span for item in lookups(self._model).dropped]
        uses = [use for use in self._model.uses.get(declaration.symbol, ()) if use.function == self._init.builder]
        uses = [use for use in uses if not any(use.offset in span for span in gone)]
        earlier = [use for use in uses if use.offset < create.span.start and not self._is_target(use.offset)]
        if not earlier:
            return ()
        name = declaration.name
        later = [use for use in uses if use.offset >= create.span.end]
        if create.kind is not StatementKind.SIMPLE or declaration.name_span.start in create.span:
            problems.append(self._at(earlier[0].offset, f"{name} is used for something else before the module is made"))
        label = self._label_after(create)
        for use in later:
            if use.via_macro is not None:
                reason = f"{name} is used for something else before the module is made, and then in a macro"
                problems.append(self._at(use.offset, reason))
            elif label is not None and use.offset > label.span.start:
                problems.append(self._at(use.offset, f"{name} may be the module or something else here"))
        length = len(name.encode())
        return tuple(Span(use.offset, use.offset + length) for use in later)

    def _label_after(self, statement: Statement) -> Statement | None:
        """Return the first label after *statement*: what follows it can be reached from before."""
        labels = [item for item in self._body.walk() if item.kind is StatementKind.LABEL]
        return next((item for item in labels if item.span.start > statement.span.end), None)

    def _macro_problems(self, name: bytes, declaration: Declaration | None, split: bool) -> Iterator[Obstacle]:
        """An exec function has the module from the start: no macro may give its variable another value (G101)."""
        if declaration is None or self._init.create is None or self._init.multi_phase:
            return
        for use in self._model.uses.get(declaration.symbol, ()):
            if use.function != self._init.builder or (split and use.offset < self._init.create.start):
                continue
            macro = self._model.macros.get(use.via_macro or "")
            texts = [token.text for token in macro.body] if macro else []
            if any(a == name and b == b"=" for a, b in zip(texts, texts[1:], strict=False)):
                yield self._at(use.offset, f"the macro {use.via_macro} assigns to {name.decode()}", use.path)
                return

    def _late_declaration(self, declaration: Declaration | None, create: Statement | None) -> Iterator[Obstacle]:
        """The module may have to be made earlier, and its variable goes along: if nothing else depends on that."""
        if declaration is None or declaration.function is None or create is None:
            return
        path = self._body.path_to(declaration.name_span.start)
        first = first_statement(self._model, self._init.builder)
        if not path or first is None or declaration.name_span.start < first.span.start or path[-1] is create:
            return
        texts = [token.text for token in path[-1].head]
        if len(path) != 2 or b"=" in texts or b"," in texts:
            reason = f"{declaration.name} is declared after other statements, and not by itself"
            yield self._at(declaration.name_span.start, reason)

    def _is_target(self, offset: int) -> bool:
        """Tell whether the use at *offset* is the left side of the creation, or the variable's own declaration."""
        assert self._init.create is not None
        path = self._body.path_to(offset)
        return bool(path) and self._init.create.start in path[-1].span

    def _macro_returns(self, known: set[int]) -> Iterator[MacroReturn | Obstacle]:
        """Yield what macros return in ways that aren't *known*, and the uses of macros that can't be changed."""
        macros, uses = self._returning(known)
        for use in uses:
            found = macros.of(use)
            if isinstance(found, str):
                yield self._at(use.span.start, f"the macro {use.name} returns from it, {found}")
            else:
                yield from found

    def shared_macros(self) -> tuple[MacroExpansion, ...]:
        """Return the uses of macros that return from this function and from others."""
        readers = [self, *(_InitReader(model) for model in self._model.configurations)]
        known = {site.span.start for reader in readers for site in reader._read().returns}
        found = [(use, macros) for macros, uses in (reader._returning(known) for reader in readers) for use in uses]
        return tuple(dict.fromkeys(use for use, macros in found if macros.is_shared(use)))

    def _returning(self, known: set[int]) -> tuple[MacroReturns, list[MacroExpansion]]:
        """Return the uses of macros that may return from the function, in ways that aren't *known*."""
        uses = [self._file.expansions[offset] for offset in self._file.uses_in(self._body.span) if offset not in known]
        macros = MacroReturns(self._model, self._file, self._function, self._variable()[0])
        return macros, [use for use in uses if self._uses_module(use)]

    def _uses_module(self, use: MacroExpansion) -> bool:
        """Tell whether a use of a macro may return, or do something with the module by itself."""
        written = {token.text.decode("latin-1") for token in self._file.tokens_in(use.span)}
        macros = (self._model.macros[name] for name in sorted(written & self._model.macros.keys()))
        return "return" in written or any(self._concerns_module(macro, frozenset()) for macro in macros)

    def _concerns_module(self, macro: Macro, seen: frozenset[str]) -> bool:
        """Tell whether the body of a macro, or of one that it names, has a `return` or names the module."""
        if any(token.text in (b"return", self._variable()[0]) for token in macro.body):
            return True
        inner = macro.mentions & self._model.macros.keys() - seen - {macro.definition.name}
        return any(self._concerns_module(self._model.macros[name], seen | inner) for name in sorted(inner))

    def _namespace_problems(self) -> Iterator[Obstacle]:
        """What is written beside the definition must mean the same as what is written beside the init function."""
        definition = self._model.module_def()
        if self._model.language != "c++" or definition is None or self._init.multi_phase:
            return
        own = namespaces_at(self._file, self._function.span.start)
        items = [definition.declaration, *(item.declaration for item in self._model.types)]
        items += [item.declaration for item in self._model.globals]
        for item in items:
            around = namespaces_at(self._model.files[item.path], item.span.start)
            if around[: len(own)] != own:
                reason = f"{item.name} isn't in the namespace that the init function is in"
                yield self._at(item.name_span.start, reason, item.path)
                return

    def _outside_calls(self, symbol: str) -> Iterator[Obstacle]:
        for use in self._model.uses.get(symbol, ()):
            expected = symbol == self._init.builder and use.function == self._init.entry
            if not expected:
                yield self._at(use.offset, f"{self._model.functions[symbol].name} is used elsewhere as well", use.path)


def _is_whole(statement: Statement, call: Call) -> bool:
    head = statement.head
    return (
        statement.kind is StatementKind.SIMPLE
        and bool(head)
        and head[0].start == call.name.start
        and head[-1].end == call.close.end
        and statement.tokens[-1].text == b";"
    )


def _only_leaves(statement: Statement) -> bool:
    if statement.kind in (StatementKind.BLOCK, StatementKind.RETURN, StatementKind.JUMP):
        return True
    return statement.kind is StatementKind.SIMPLE and len(statement.head) == 1


def _is_jump(statement: Statement) -> bool:
    return statement.kind is StatementKind.JUMP


def _split_equal(tokens: Sequence[Token]) -> tuple[tuple[Token, ...], tuple[Token, ...]] | None:
    parts = split(tokens, b"==")
    return (parts[0], parts[1]) if len(parts) == 2 and parts[0] and parts[1] else None


def _part_with_operator(parts: Sequence[Sequence[Token]], index: int) -> Span:
    """Return the span of one operand of a chain, with the operator that joins it to a neighbour."""
    if index == 0:
        return Span(parts[0][0].start, parts[1][0].start)
    return Span(parts[index - 1][-1].end, parts[index][-1].end)
