"""`_channels_init(&channels)` in an initialisation that runs for each module from now on, while `channels` stays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from unstatic.facts.once.resets import Reset, resets
from unstatic.facts.once.second_runs import runs_once
from unstatic.model.extension import Extension, Global
from unstatic.model.subjects import global_subject
from unstatic.plan.decisions import Plan, Verdict
from unstatic.rewriting.guards import guarded, run_once, set_once
from unstatic.rewriting.style import style_of
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span


class ProcessData:
    """Set what stays with the process for its first module only."""

    name = "process-data"
    title = "Set data of the process once"

    def changes(self, model: Extension, plan: Plan) -> Iterator[Change]:
        """Yield one change for each group of statements that set variables of the process."""
        decision = next(iter(plan.of_kind("init")), None)
        if decision is None or decision.verdict is not Verdict.MIGRATE or not runs_once(model):
            return
        taken: set[bytes] = set()
        found = tuple(resets(model, _staying(model, plan)))
        by_helper = {item.helper: item for item in reversed(found) if item.helper is not None}
        helpers = ((item,) for item in reversed(by_helper.values()))
        for group in chain(helpers, _groups(model, found)):
            how = _in_helper if group[0].helper is not None else _edits
            edits = tuple(how(model, group, taken))
            if edits:
                names = " and ".join(dict.fromkeys(item.item.name for item in group))
                reason = f"{names} stays with the process, and modules that are loaded later would reset it"
                yield Change(decision.subject, self.name, reason, Safety.SAFE, edits)


REWRITE = ProcessData()


def _staying(model: Extension, plan: Plan) -> list[Global]:
    decided = {decision.subject: decision.verdict for decision in plan.of_kind("global")}
    return [item for item in model.globals if decided.get(global_subject(model, item)) is not Verdict.MIGRATE]


def _groups(model: Extension, found: Iterable[Reset]) -> Iterator[tuple[Reset, ...]]:
    """Yield what is set by statements one after the other, or by one statement."""
    together: list[Reset] = []
    for item in sorted(found, key=lambda one: (one.location.path, one.location.line, one.location.column)):
        if item.statement is None:
            continue
        if together and not _is_next(model, together[-1], item):
            yield tuple(together)
            together = []
        together.append(item)
    if together:
        yield tuple(together)


def _is_next(model: Extension, one: Reset, other: Reset) -> bool:
    """Tell whether nothing but blanks stands between two statements that are put under the same flag."""
    assert one.statement is not None and other.statement is not None
    if one.function != other.function:
        return False
    if one.statement.span == other.statement.span:
        return True
    between = Span(one.statement.span.end, other.statement.span.start)
    file = model.files[model.functions[one.function].definition.path]
    return not (one.tells_itself or other.tells_itself) and not file.source.text(between).strip()


def _edits(model: Extension, group: tuple[Reset, ...], taken: set[bytes]) -> Iterator[Edit]:
    """Yield a flag, and the test of it around the statements; the pointer is its own flag if it is one."""
    function = model.functions[group[0].function].definition
    file = model.files[function.path]
    style = style_of(model, file)
    first, last = group[0].statement, group[-1].statement
    assert first is not None and last is not None
    span = Span(first.span.start, last.span.end)
    name = group[0].item.name.encode()
    if all(item.tells_itself for item in group):
        yield guarded(style, file, span, pointer=name)
        return
    flag = _flag(model, name, taken)
    if flag:
        yield from set_once(style, file, function, span, name, flag)


def _in_helper(model: Extension, group: tuple[Reset, ...], taken: set[bytes]) -> Iterator[Edit]:
    """Yield a flag, and the test of it at the start of the function that fills data of the process."""
    helper, name = group[0].helper, group[0].item.name.encode()
    assert helper is not None
    flag = _flag(model, name, taken)
    if flag:
        function = model.functions[helper.function].definition
        file = model.file_of(function)
        yield from run_once(style_of(model, file), file, function, helper, name, flag)


def _flag(model: Extension, name: bytes, taken: set[bytes]) -> bytes:
    """Return the name of a flag; empty if it is in use."""
    flag = name + b"_set"
    if flag in model.identifiers or flag in taken:
        return b""
    taken.add(flag)
    return flag
