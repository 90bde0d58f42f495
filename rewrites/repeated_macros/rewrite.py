"""`#define Box_Check(op) ...` in a source that has the same from further up, or from a header: one of them says it."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.lexer import defined_name, lex_body
from unstatic.facts.places.at_file_level import conditions_of
from unstatic.model.extension import Extension, MacroDefinition
from unstatic.model.subjects import global_subject, type_subject
from unstatic.rewriting.hoisting import removal
from unstatic.rewriting.protocol import Preparation
from unstatic.text.edits import Change, Safety


class RepeatedMacros(Preparation):
    """Define each macro once."""

    name = "repeated-macros"
    title = "Define each macro once"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each such macro that names what may move."""
        subjects = {item.name: type_subject(item) for item in model.types}
        subjects |= {item.name: global_subject(model, item) for item in model.globals}
        for name, mentions in {**model.rival_macros, **model.superseded_macros}.items():
            named = [subjects[item] for item in sorted(mentions & subjects.keys())]
            repeated = list(_repeated(model, name)) if named else []
            if repeated:
                edits = tuple(removal(model.files[item.path], item.span) for item in repeated)
                reason = f"{name} is defined already, word for word"
                yield Change(named[0], self.name, reason, Safety.SAFE, edits, frozenset(named[1:]))


def _repeated(model: Extension, name: str) -> Iterator[MacroDefinition]:
    """Yield the definitions that repeat another, if all that there are say the same and nothing takes one back."""
    found = {(item.path, item.span): item for item in model.macro_definitions if item.name == name}
    texts = {_text(model, item) for item in found.values()}
    is_undone = any(
        directive.name == b"undef" and defined_name(file.source.data, directive) == name.encode()
        for file in model.files.values()
        for directive in file.lexed.directives
    )
    for item in found.values() if len(texts) == 1 and not is_undone else ():
        is_certain = not conditions_of(model.files[item.path], item.span.start)
        if is_certain and any(_is_in_force(model, one, item) for one in found.values() if one is not item):
            yield item


def _text(model: Extension, item: MacroDefinition) -> tuple[object, ...]:
    return item.parameters, tuple(token.text for token in lex_body(model.files[item.path].source.data, item.body))


def _is_in_force(model: Extension, other: MacroDefinition, item: MacroDefinition) -> bool:
    """Tell whether another definition surely stands further up, or in a header that the source includes further up."""
    if conditions_of(model.files[other.path], other.span.start):
        return False
    if other.path == item.path:
        return other.span.start < item.span.start
    included = (one for one in model.unit_inclusions.get(item.path, ()) if one.includer == item.path)
    here = (one.offset for one in included if one.path == other.path)
    return any(at < item.span.start and not conditions_of(model.files[item.path], at) for at in here)


REWRITE: Preparation = RepeatedMacros()
