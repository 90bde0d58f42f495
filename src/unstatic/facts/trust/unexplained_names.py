"""Every identifier that spells a migrating name must be explained by a fact; what isn't can't be rewritten.

A compiler drops text that the next build may need: the argument of a macro that is empty here, a name that only
becomes a string. The lexer sees all of it, so its tokens are checked against what the parser reported (G130).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from unstatic.c.lexer import Directive, Token, TokenKind, defined_name, included_name, lex_fragment
from unstatic.capi.macros import MAKING_NAMES, SHOWING_TEXT
from unstatic.cparse.facts import Linkage
from unstatic.facts.trust.macro_calls import MacroCalls
from unstatic.model.configurations.conditions import dead_spans
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.extension import Extension, File, Macro, MacroExpansion, Reference
from unstatic.model.fact import common_fact, fact
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Location, Span, Spans

_MEMBER_ACCESS = (b".", b"->", b"::")
_TAGS = (b"struct", b"union", b"enum", b"class", b"goto")
# How many tokens to both sides tell a member's or a parameter's name.
_NEAR = 16
ANY_FILE = ""
"""What `#include NAME` names isn't known."""


def gaps(model: Extension, names: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, Obstacle]]:
    """Yield the places that forbid to rewrite some of *names* (symbols by the name that they share), with the name.

    Each is written without the parser having seen what it means.

    All configurations of the model are looked at, one after the other.
    """
    spelled = {name.encode(): name for name in names}
    declared = {(item.path, item.name_span.start) for item in model.declarations if not item.from_macro}
    places = {path: file.lexed.named_places(spelled) for path, file in model.files.items()}
    yield from _gaps(model, model.files, names, declared, places)
    yield from _shared_macros(model, names)
    for configuration in model.configurations:
        # Most files are one in all of them.
        other = {path: file for path, file in configuration.files.items() if file is not model.files[path]}
        yield from _gaps(configuration, other, names, declared, places)


def _gaps(
    model: Extension,
    files: Mapping[Path, File],
    names: Mapping[str, frozenset[str]],
    declared: Container[tuple[Path, int]],
    places: Mapping[Path, Sequence[tuple[int, bytes]]],
) -> Iterator[tuple[str, Obstacle]]:
    for path, file in files.items():
        calls = MacroCalls(file)
        for offset, text in places[path]:
            name = text.decode()
            reference = file.written.get(offset)
            if reference is None and (path, offset) not in declared and _is_explicit(file, offset):
                is_text = _is_only_text(model, file, calls, offset) or _is_left_out(model, file, calls, offset)
                if _may_mean(model, path, names[name]) and not is_text:
                    yield name, _unseen(file, calls, offset)
            elif reference is not None and reference.symbol in names[name] and not file.is_inactive(offset):
                yield from _made_a_string(model, file, calls, offset, name)


def _may_mean(model: Extension, path: Path, symbols: frozenset[str]) -> bool:
    """Tell whether what a file spells can be one of *symbols*: what is static in one source means nothing in others.

    A file that this source could include in another configuration counts as one that it reads.
    """
    for symbol in symbols:
        declared = model.by_symbol.get(symbol, ())
        if not declared or any(item.linkage is not Linkage.INTERNAL for item in declared):
            return True
        units = {unit for item in declared for unit in model.readers.get(item.path, (item.path,))}
        included = included_names(model, frozenset(units))
        if not units.isdisjoint(model.readers.get(path, (path,))) or not included.isdisjoint((path.name, ANY_FILE)):
            return True
    return False


@fact
def included_names(model: Extension, units: frozenset[Path]) -> frozenset[str]:
    """Return the names of the files that some sources include, in whatever configuration; ANY_FILE among them too."""
    found: set[str] = set()
    for path, file in model.files.items():
        if units.isdisjoint(model.readers.get(path, (path,))):
            continue
        for directive in file.lexed.directives:
            if directive.name in (b"include", b"include_next", b"import"):
                text = file.source.text(directive.rest).strip()
                name = included_name(file.source.data, directive).decode("utf-8", "replace")
                found.add(name if text.startswith((b"<", b'"')) else ANY_FILE)
    return frozenset(found)


def _is_explicit(file: File, offset: int) -> bool:
    """Tell whether a name stands in the code at *offset*, and isn't what only looks like one of the project's."""
    token = next(iter(file.lexed.between(offset, offset + 1)), None)
    if token is None or token.kind is not TokenKind.IDENT or file.is_inactive(offset):
        return False
    # The rest of a long table isn't looked at.
    return not _is_other_name(*file.around(offset, _NEAR))


def _is_other_name(tokens: tuple[Token, ...], index: int) -> bool:
    """Tell whether the name is a member's, a tag's, a label's or that of a parameter of a function pointer's type."""
    before = tokens[index - 1].text if index else b""
    after = tokens[index + 1].text if index + 1 < len(tokens) else b""
    if before in _MEMBER_ACCESS or before in _TAGS:
        return True
    if after == b":" and before in (b";", b"{", b"}", b":"):
        return True
    if before == b"~":
        return _is_destructor(tokens, index)
    return _is_unused_parameter(tokens, index, before, after)


def _is_destructor(tokens: tuple[Token, ...], index: int) -> bool:
    """`~Name()` of a class, as it is declared or defined there, whose name is that of a global elsewhere."""
    following = [token.text for token in tokens[index + 1 : index + 3]]
    ahead = tokens[index - 2] if index > 1 else None
    is_start = ahead is None or ahead.text in (b";", b"{", b"}", b":", b"::", b"virtual", b"inline")
    return following == [b"(", b")"] and is_start


def _is_unused_parameter(tokens: tuple[Token, ...], index: int, before: bytes, after: bytes) -> bool:
    """`PyObject *name,` or `int name)`: such a declaration hides the global, and nothing can refer to it."""
    if after not in (b",", b")", b"["):
        return False
    while before == b"*":
        index -= 1
        before = tokens[index - 1].text if index else b""
    kind = tokens[index - 1].kind if index else TokenKind.PUNCT
    return kind is TokenKind.IDENT and before not in (b"return", b"sizeof", b"else", b"do")


def _unseen(file: File, calls: MacroCalls, offset: int) -> Obstacle:
    where = file.source.location(offset)
    around = next(iter(calls.around(offset)), None)
    if around is not None:
        return Obstacle(f"the macro {around.name} drops it or makes it something else", "unexplained-name", where)
    return Obstacle("what it means at this place can't be told", "unexplained-name", where)


def _made_a_string(
    model: Extension, file: File, calls: MacroCalls, offset: int, name: str
) -> Iterator[tuple[str, Obstacle]]:
    expansion = _spelling_use(model, file, calls, offset)
    if expansion is not None:
        reason = f"the macro {expansion.name} uses its spelling (with # or ##), which would change"
        yield name, Obstacle(reason, "spelling-used", file.source.location(offset))


def _spelling_use(model: Extension, file: File, calls: MacroCalls, offset: int) -> MacroExpansion | None:
    """Return the outermost use of a macro that makes a string or another name of the name at *offset*."""
    for expansion in calls.around(offset):
        macro = model.macros.get(expansion.name)
        if macro is None or macro.definition.parameters is None or expansion.name in SHOWING_TEXT:
            continue
        index = _argument_index(file.tokens_in(expansion.span), offset)
        if index is not None and _spells(model, expansion.name, index):
            return expansion
    return None


@common_fact
def _spells(model: Extension, macro: str, index: int) -> bool:
    """Tell whether a macro makes a string or another name of what it is given: asked for each use, and few differ."""
    return uses_spelling(model, model.macros[macro], index)


def _is_only_text(model: Extension, file: File, calls: MacroCalls, offset: int) -> bool:
    """Tell whether a name is a macro's argument of which only other names and strings are made, in all builds.

    `#define INIT(S) str_##S = PyUnicode_FromString(#S)`: what else is called `check` isn't meant by INIT(check).
    """
    expansion = next(iter(calls.around(offset)), None)
    if expansion is not None and expansion.definition is None and expansion.name in MAKING_NAMES:
        return _argument_index(file.tokens_in(expansion.span), offset) == 0
    index = _argument_index(file.tokens_in(expansion.span), offset) if expansion is not None else None
    return expansion is not None and index is not None and _makes_text(model, expansion.name, index)


def _makes_text(model: Extension, macro: str, index: int, seen: frozenset[str] = frozenset()) -> bool:
    """Tell whether a macro, and those that it hands the argument on to, make nothing but text of it in all builds."""
    places = _places_in_body(model, macro, index) if macro not in seen else ()
    if not places:
        return False
    within = seen | {macro}
    return all(
        _is_spelling(model.macros[macro].body, at)
        or any(_makes_text(model, *inner, within) for inner in _handed_on(model, model.macros[macro], at))
        for at in places
    )


def _is_left_out(model: Extension, file: File, calls: MacroCalls, offset: int) -> bool:
    """Tell whether a type's initialiser names something that a macro leaves out of it in all builds (G352).

    `#define DEFERRED(address) 0`: the field is set later, and `DEFERRED(&Base_Type)` says to what.
    """
    spans = (item.declaration.initialiser for item in model.types if item.declaration.path == file.source.path)
    if not any(span is not None and offset in span for span in spans):
        return False
    given = ((item.name, _argument_index(file.tokens_in(item.span), offset)) for item in calls.around(offset))
    return any(index is not None and _places_in_body(model, name, index) == () for name, index in given)


def _places_in_body(model: Extension, name: str, index: int) -> tuple[int, ...] | None:
    """Return where in its body a macro puts the argument at *index*, by tokens; None if builds differ in it."""
    macro = model.sole_macro(name)
    if macro is None or macro.definition.parameters is None or _times_defined(model)[name] != 1:
        return None
    parameters = macro.definition.parameters
    if index >= len(parameters) or parameters[index].endswith("..."):
        return None
    wanted = parameters[index].encode()
    return tuple(at for at, token in enumerate(macro.body) if token.text == wanted)


def _is_spelling(body: Sequence[Token], at: int) -> bool:
    """Tell whether a string, or another name, is made of the parameter at *at*."""
    return (at > 0 and body[at - 1].text in (b"#", b"##")) or (at + 1 < len(body) and body[at + 1].text == b"##")


@fact
def _times_defined(model: Extension) -> Counter[str]:
    """Return how often each macro is defined, in `#if` groups that no parse reads too."""
    found: Counter[str] = Counter()
    for file in model.files.values():
        for directive in file.lexed.directives:
            if directive.name == b"define":
                found[defined_name(file.source.data, directive).decode("latin-1")] += 1
    return found


def spelling_uses(model: Extension, symbols: Container[str]) -> Iterator[tuple[str, File, MacroExpansion]]:
    """Yield the uses of macros that make a string or another name of one of *symbols*, in whatever configuration."""
    for configuration in (model, *model.configurations):
        for file in configuration.files.values():
            calls = MacroCalls(file)
            for offset, reference in file.written.items():
                if reference.symbol not in symbols or file.is_inactive(offset):
                    continue
                found = _spelling_use(configuration, file, calls, offset)
                if found is not None:
                    yield reference.symbol, file, found


def _argument_index(tokens: tuple[Token, ...], wanted: int) -> int | None:
    """Return which argument of the call `NAME(...)` in *tokens* holds the token at the offset *wanted*."""
    depth = 0
    index = 0
    for token in tokens[1:]:
        if token.start == wanted:
            return index if depth else None
        depth += {b"(": 1, b")": -1}.get(token.text, 0)
        index += token.text == b"," and depth == 1
    return None


def uses_spelling(model: Extension, macro: Macro, index: int, seen: frozenset[str] = frozenset()) -> bool:
    """Tell whether the macro, or one that it hands the argument on to, makes a string or another name of it."""
    given = macro.definition.given
    if not given or macro.definition.name in seen:
        return False
    parameter = given[min(index, len(given) - 1)]
    body = macro.body
    for at, token in enumerate(body):
        if token.text != parameter:
            continue
        within = seen | {macro.definition.name}
        handed_on = _handed_on(model, macro, at)
        if _is_spelling(body, at) or any(uses_spelling(model, model.macros[name], i, within) for name, i in handed_on):
            return True
    return False


def _handed_on(model: Extension, macro: Macro, at: int) -> Iterator[tuple[str, int]]:
    """Yield the macros that are given the word at *at* of the body, and as which argument."""
    for opening in range(at):
        name = macro.body[opening].text.decode("latin-1")
        inner = model.macros.get(name)
        if inner is None or inner.definition.parameters is None or macro.body[opening + 1].text != b"(":
            continue
        index = _argument_index(macro.body[opening:], macro.body[at].start)
        if index is not None:
            yield name, index


def _shared_macros(model: Extension, names: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, Obstacle]]:
    """Yield the macros whose bodies spell a name that means something else where one of them is expanded."""
    meant = _meanings(model)
    expansions = _expansions_by_name(model)
    for macro in model.macros.values():
        for name in sorted(macro.mentions & names.keys()):
            for expansion, file in expansions.get(macro.definition.name, ()):
                found = meant.get((expansion.path, expansion.span.start), ())
                symbols = {item.symbol for item in found if item.name == name}
                if symbols and not symbols <= names[name]:
                    where = file.source.location(expansion.span.start)
                    reason = f"the macro {macro.definition.name} means something else by it here"
                    yield name, Obstacle(reason, "unexplained-name", where)
            if len(names[name]) > 1 and macro.definition.path in model.files and not _is_own(model, macro, name, names):
                where = model.location(macro.definition.path, macro.definition.span.start)
                reason = f"the macro {macro.definition.name} spells it, and several variables have that name"
                yield name, Obstacle(reason, "unexplained-name", where)


def _is_own(model: Extension, macro: Macro, name: str, names: Mapping[str, frozenset[str]]) -> bool:
    """Tell whether a macro of one source means the variable that this has for itself, and the others move as well."""
    path = macro.definition.path
    declared = (*(item.declaration for item in model.globals), *(item.declaration for item in model.types))
    found = [item for item in declared if item.name == name]
    here = [item for item in found if item.path == path and item.linkage is Linkage.INTERNAL]
    is_private = path in model.units and tuple(model.readers.get(path, ())) == (path,)
    return is_private and not macro.alternatives and len(here) == 1 and {item.symbol for item in found} == names[name]


def _meanings(model: Extension) -> dict[tuple[object, int], list[Reference]]:
    found: dict[tuple[object, int], list[Reference]] = {}
    for reference in model.references:
        if reference.via_macro is not None:
            found.setdefault((reference.path, reference.offset), []).append(reference)
    return found


def _expansions_by_name(model: Extension) -> dict[str, list[tuple[MacroExpansion, File]]]:
    found: dict[str, list[tuple[MacroExpansion, File]]] = {}
    for file in model.files.values():
        for expansion in file.expansions.values():
            found.setdefault(expansion.name, []).append((expansion, file))
    return found


def unexplained(model: Extension, minimum: tuple[int, int]) -> dict[bytes, tuple[Location, ...]]:
    """Return the identifiers in groups that this parse skipped, that aren't dead, and whose meaning isn't known.

    Each comes with one place in every file that has it. Groups that were read in another parse are known, unless errors
    hid what stands there.
    """
    known = known_macros(minimum, texts_of(model))
    declared = {(item.path, item.name_span.start) for item in model.declarations}
    own = (each.definition for item in model.macros.values() for each in item.all)
    defined = {(item.path, item.span.start) for item in (*own, *model.macros_of_others)}
    found: dict[bytes, dict[Path, Location]] = {}
    for path, file in model.files.items():
        if not file.inactive:
            continue
        dead = Spans(dead_spans(file, known))
        for name, offset in _skipped_names(file, defined):
            if offset in dead:
                continue
            means_something = offset in file.written or offset in file.expansions or (path, offset) in declared
            if path not in found.get(name, ()) and (file.is_unseen(offset) or not means_something):
                found.setdefault(name, {})[path] = file.source.location(offset)
    return {name: tuple(places.values()) for name, places in found.items()}


def _skipped_names(file: File, defined: Container[tuple[Path, int]]) -> Iterator[tuple[bytes, int]]:
    """Yield the identifiers of skipped groups, and of macros that are defined there and weren't read."""
    skipped = [item for item in file.lexed.directives if item.name == b"define" and file.is_inactive(item.span.start)]
    unread = [item for item in skipped if (file.source.path, item.span.start) not in defined]
    groups, left = _groups_defining(file, skipped), _groups_defining(file, unread)
    for span in file.inactive:
        first = file.lexed.before(span.start)
        before = first.text if first is not None else b""
        for token in file.lexed.between(*span):
            is_free = token.kind is TokenKind.IDENT and before not in (b".", b"->") and file.is_inactive(token.start)
            if is_free and not _is_defined_around(left, token.text, token.start):
                yield token.text, token.start
            before = token.text
    for directive in unread:
        at = directive.span.start
        for token in lex_fragment(file.source.data, directive.rest):
            if token.kind is TokenKind.IDENT and not _is_defined_around(groups, token.text, at):
                yield token.text, at


def _groups_defining(file: File, directives: Iterable[Directive]) -> Mapping[bytes, Spans]:
    """Return the innermost groups around definitions, by the macros that these define."""
    found: dict[bytes, list[Span]] = {}
    for directive in directives:
        at = directive.span.start
        around = next(iter(file.conditionals_around(at)), None)
        branches = around.branches if around is not None else ()
        name = defined_name(file.source.data, directive)
        found.setdefault(name, []).extend(one.body for one in branches if at in one.body)
    return {name: Spans(groups) for name, groups in found.items()}


def _is_defined_around(groups: Mapping[bytes, Spans], name: bytes, offset: int) -> bool:
    """Tell whether a group around *offset* makes a macro of *name*: it means nothing else there (G405)."""
    return name in groups and offset in groups[name]


def unseen_groups(model: Extension, minimum: tuple[int, int]) -> Iterator[tuple[Path, tuple[int, ...]]]:
    """Yield the files with groups that some supported Python may compile, but no parse kept: the lines of these."""
    known = known_macros(minimum, texts_of(model))
    for path, file in model.files.items():
        dead = Spans(dead_spans(file, known))
        groups = [branch.body for item in file.lexed.conditionals for branch in item.branches]
        unseen = [span for span in sorted(groups) if file.is_unseen(span.start) and span.start not in dead]
        outer: list[Span] = []
        for span in unseen:
            if not outer or not outer[-1].covers(span):
                outer.append(span)
        if outer:
            yield path, tuple(file.source.location(span.start).line for span in outer)
