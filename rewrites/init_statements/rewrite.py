"""`m = the_module = PyModule_Create(...)` becomes two statements: the one that makes the module can go (G168)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Call, Statement, StatementKind, calls, split, strip_casts, whole_call
from unstatic.capi.modules import CREATE
from unstatic.facts.module.exec_conversion import early_returns
from unstatic.facts.places.in_functions import is_declaration, outside_conditionals
from unstatic.facts.trust.protected_files import protected
from unstatic.model.extension import Extension, File, Function
from unstatic.model.initialiser_values import is_null, symbol_at
from unstatic.model.subjects import init_subject
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import style_of
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .early import early_change
from .first_tests import first_tests
from .forwarders import without_forwarder
from .repeated import repeated_calls

_LEAVES = (StatementKind.BLOCK, StatementKind.RETURN, StatementKind.JUMP)


class InitStatements(Preparation):
    """Make the module in a statement that does nothing else."""

    name = "init-statements"
    title = "Make the module in a statement that does nothing else"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change where the module is made together with something else."""
        init = model.init
        if init is None:
            return
        if init.multi_phase:
            early = early_change(model, self.name)
            if early is not None:
                yield early
            return
        subject = init_subject(model, init.entry)
        if init.create is None:
            edits, reason = _direct_return(model), "what makes the module is called, and its result returned"
            if not edits:
                edits = _moved_ahead(model)
                reason = "what is done before the module is made belongs to its initialisation"
            if not edits:
                edits = list(without_forwarder(model))
                reason = "a function that only hands on what another one makes goes"
        else:
            edits, reason = _apart(model), "the statement that makes the module goes, and does something else as well"
        if edits:
            yield Change(subject, self.name, reason, Safety.SAFE, tuple(edits))
        yield from _null_returns(model, subject)
        yield from first_tests(model, self.name)
        yield from repeated_calls(model, self.name)


REWRITE = InitStatements()


def _null_returns(model: Extension, subject: str) -> Iterator[Change]:
    """Yield `return NULL;` for `return m;` where the variable of the module is still empty."""
    init = model.init
    assert init is not None
    path = model.functions[init.builder].definition.path
    edits = tuple(
        Edit(path, span, b"NULL") for span in early_returns(model) if protected(model, path, span.start) is None
    )
    reason = "the module's variable is NULL there, and holds the module once types are made with it"
    yield from (Change(subject, REWRITE.name, reason, Safety.SAFE, edits),) if edits else ()


def _apart(model: Extension) -> list[Edit]:
    """Return the edits that take the creation out of a chain of assignments, or a declaration of several variables."""
    init = model.init
    assert init is not None and init.create is not None
    path = model.body(init.builder).path_to(init.create.start)
    if len(path) < 2 or path[-2].kind is not StatementKind.BLOCK:
        return []
    file = model.files[model.functions[init.builder].definition.path]
    return _unchained(model, file, path[-1]) or _declared_alone(model, file, path[-1])


def _unchained(model: Extension, file: File, statement: Statement) -> list[Edit]:
    """Return the edits that write `a = b = PyModule_Create(...)` as `a = PyModule_Create(...); b = a;`."""
    init = model.init
    assert init is not None and init.create is not None
    names = _chain(statement.head, init.create.start)
    simple = statement.kind is StatementKind.SIMPLE
    if len(names) < 2 or len(split(statement.head)) > 1 or not (simple or _only_guards(statement)):
        return []
    kept = _kept(model, file, statement, names)
    if kept is None:
        return []
    first, last = names[0], names[-1]
    others = [name for name in names if name is not kept]
    source = file.source
    line = source.newline + source.indent_at(statement.span.start)
    stores = b"".join(filled(b"$line$other = $kept;", line=line, other=one.text, kept=kept.text) for one in others)
    end = statement.span.end
    return [
        Edit(source.path, Span(first.start, last.end), kept.text),
        Edit(source.path, Span(end, end), stores),
    ]


def _chain(head: Sequence[Token], made: int) -> list[Token]:
    """Return the names that are assigned what the call at *made* gives, as they are written."""
    index = next(i for i, token in enumerate(head) if token.start == made)
    equal = next((i for i in range(index, 0, -1) if head[i].text == b"="), 0)
    if not equal or strip_casts(head[equal + 1 : index + 1])[0].start != made:
        return []
    names: list[Token] = []
    while equal > 0 and head[equal].text == b"=" and head[equal - 1].kind is TokenKind.IDENT:
        names.insert(0, head[equal - 1])
        equal -= 2
    return names


def _only_guards(statement: Statement) -> bool:
    """Tell whether it is an `if` without `else` that does nothing but leave."""
    if statement.kind is not StatementKind.IF or len(statement.children) != 1:
        return False
    return all(item.kind in _LEAVES for item in statement.children[0].walk())


def _kept(model: Extension, file: File, statement: Statement, names: Sequence[Token]) -> Token | None:
    """Return the local variable of a chain that the function returns, or the only one; None if that can't be told."""
    init = model.init
    assert init is not None
    inside = {item.symbol for item in model.locals.get(init.builder, ())}
    # The first name may be declared there.
    declared = [names[0]] if statement.head[0] is not names[0] and statement.kind is StatementKind.SIMPLE else []
    found = declared + [name for name in names if name not in declared and symbol_at(file, name) in inside]
    body = model.body(init.builder)
    heads = [strip_casts(item.head) for item in body.walk() if item.kind is StatementKind.RETURN and item.head]
    returned = {head[0].text for head in heads if len(head) == 1}
    best = [name for name in found if name.text in returned] or found
    return best[0] if len(best) == 1 and (not declared or best == declared) else None


def _declared_alone(model: Extension, file: File, statement: Statement) -> list[Edit]:
    """Return the edits that write `PyObject *a, *m = PyModule_Create(...)` as two declarations."""
    init = model.init
    assert init is not None and init.create is not None
    pieces = split(statement.head)
    mine = next((i for i, one in enumerate(pieces) if one and one[0].start <= init.create.start < one[-1].end), 0)
    count = _specifiers(statement.head)
    if statement.kind is not StatementKind.SIMPLE or len(pieces) < 2 or not all(pieces) or not count:
        return []
    source = file.source
    specifiers = source.text(Span(statement.head[0].start, statement.head[count - 1].end))
    line = filled(b";$newline$indent$type ", newline=source.newline, indent=_indent(file, statement), type=specifiers)
    cuts = [at for at in (mine, mine + 1) if 0 < at < len(pieces)]
    return [Edit(source.path, Span(pieces[at - 1][-1].end, pieces[at][0].start), line) for at in cuts]


def _indent(file: File, statement: Statement) -> bytes:
    return file.source.indent_at(statement.span.start)


def _specifiers(head: Sequence[Token]) -> int:
    """Return how many tokens of a declaration say the type; 0 if it isn't one."""
    for index, token in enumerate(head):
        following = head[index + 1].text if index + 1 < len(head) else b","
        if token.text == b"*" or following in (b"=", b",", b"["):
            return index
        if token.kind is not TokenKind.IDENT:
            return 0
    return 0


def _direct_return(model: Extension) -> list[Edit]:
    """Return the edit that writes `m = make(); return m;`, where nothing else happens, as `return make();`."""
    init = model.init
    assert init is not None
    children = model.body(init.builder).children
    file = model.files[model.functions[init.builder].definition.path]
    call = _returned_call(children)
    if call is None or symbol_at(file, call.name) not in model.functions:
        return []
    whole = Span(children[0].span.start, children[-1].span.end)
    written = (*file.lexed.comments, *(item.span for item in file.lexed.directives))
    if any(span.start in whole for span in written):
        return []
    return [Edit(file.source.path, whole, filled(b"return $call;", call=file.source.text(call.span)))]


def _moved_ahead(model: Extension) -> list[Edit]:
    """Return the edits that move what `import_array(); return make();` does first to the start of the helper."""
    init = model.init
    assert init is not None
    children = model.body(init.builder).children
    file = model.files[model.functions[init.builder].definition.path]
    first, last = children[:-1], children[-1] if children else None
    call = next(iter(calls(last.head)), None) if last is not None and last.kind is StatementKind.RETURN else None
    if not first or last is None or call is None or [call.name, call.close] != [last.head[0], last.head[-1]]:
        return []
    helper = model.functions.get(symbol_at(file, call.name) or "")
    if helper is None or any(call.arguments) or not _is_for(model, helper, init.builder):
        return []
    whole = Span(first[0].span.start, file.source.line_end(first[-1].span.end - 1))
    if not all(_can_move(model, init.builder, item) for item in first):
        return []
    if any(item.span.start in whole for item in file.lexed.directives) or last.span.start < whole.end:
        return []
    at = _behind_declarations(model, helper)
    start = file.source.line_start(whole.start)
    old, new = file.source.indent_at(whole.start), style_of(model, file).indent
    lines = file.source.text(Span(start, whole.end)).splitlines(keepends=True)
    text = b"".join(new + line.removeprefix(old) if line.strip() else line for line in lines)
    return [Edit(file.source.path, Span(start, whole.end), b""), Edit(file.source.path, Span(at, at), text)]


def _is_for(model: Extension, helper: Function, entry: str) -> bool:
    """Tell whether a function of the same file makes the module, and is called by *entry* alone."""
    uses = model.uses.get(helper.symbol, ())
    is_near = helper.definition.path == model.functions[entry].definition.path and not helper.alternatives
    is_only = all(use.function == entry and use.is_call for use in uses) and len(uses) == 1
    makes = any(token.text in CREATE for token in model.body(helper.symbol).tokens)
    return is_near and is_only and makes and helper.definition.storage == "static"


def _can_move(model: Extension, entry: str, statement: Statement) -> bool:
    """Tell whether a statement does the same in the helper: it names no local, and leaves by returning NULL."""
    inside = {item.symbol for item in model.locals.get(entry, ())}
    file = model.files[model.functions[entry].definition.path]
    if any(symbol_at(file, token) in inside for token in statement.tokens if token.kind is TokenKind.IDENT):
        return False
    kinds = (StatementKind.SIMPLE, StatementKind.IF, StatementKind.BLOCK, StatementKind.RETURN)
    inner = list(statement.walk())
    return all(item.kind in kinds and (item.kind is not StatementKind.RETURN or is_null(item.head)) for item in inner)


def _behind_declarations(model: Extension, helper: Function) -> int:
    """Return the start of the line of the first statement that declares nothing, or calls something."""
    body = model.body(helper.symbol)
    file = model.files[helper.definition.path]
    for statement in body.children:
        if not is_declaration(model, helper.symbol, statement) or next(iter(calls(statement.head)), None) is not None:
            return file.source.line_start(outside_conditionals(file, body.span, statement.span.start))
    return file.source.line_start(body.span.end - 1)


def _returned_call(children: Sequence[Statement]) -> Call | None:
    """Return the only call of a function that does nothing but return its result, by way of a variable."""
    last = children[-1] if children else None
    if last is None or last.kind is not StatementKind.RETURN or len(last.head) != 1:
        return None
    made: list[Call] = []
    for statement in children[:-1]:
        if made and _returns_null(statement, last.head[0].text):
            continue
        name, value = _assigned(statement)
        if name != last.head[0].text:
            return None
        call = whole_call(value)
        if call is not None:
            made.append(call)
        elif value and not is_null(value):
            return None
    return made[0] if len(made) == 1 else None


def _assigned(statement: Statement) -> tuple[bytes, Sequence[Token]]:
    """Return the variable that a statement declares or assigns to, and what it gives it; none if it does more."""
    head = statement.head
    if statement.kind is not StatementKind.SIMPLE or len(split(head)) > 1:
        return b"", ()
    index = next((i for i, token in enumerate(head) if token.text == b"="), len(head))
    return head[index - 1].text, strip_casts(head[index + 1 :]) if index + 1 < len(head) else ()


def _returns_null(statement: Statement, name: bytes) -> bool:
    """Tell whether it is `if (name == NULL) return NULL;`."""
    texts = tuple(token.text for token in statement.head)
    tests = {(b"!", name), (name, b"==", b"NULL"), (b"NULL", b"==", name)}
    if statement.kind is not StatementKind.IF or texts not in tests:
        return False
    inner = [item for child in statement.children for item in child.walk() if item.kind is not StatementKind.BLOCK]
    return all(item.kind is StatementKind.RETURN and is_null(item.head) for item in inner)
