"""The work in hand while a plan is made: the subjects still in the running, and why the others fell out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from unstatic.facts.references.interpreter_constants import holds_shared_constants
from unstatic.facts.state.routes import Asking
from unstatic.facts.trust.other_platforms import named_on_other_platforms
from unstatic.facts.trust.unexplained_names import unexplained
from unstatic.model.extension import Extension, Global, GlobalKind, StaticType
from unstatic.model.obstacle import Obstacle
from unstatic.plan.deciding.choices import Choices, selected_rewrites
from unstatic.plan.decisions import Decision
from unstatic.plan.obstacles.variables import constant
from unstatic.text.source import Location

Found = tuple[str, Obstacle]
"""The symbol of a type or global, and why it stays."""


@dataclass
class Work:
    """The subjects still in the running, and why the others fell out."""

    model: Extension
    choices: Choices
    types: dict[str, StaticType]
    globals: dict[str, Global]
    unexplained: dict[bytes, tuple[Location, ...]]
    """Names in `#if` groups that aren't compiled here, whose meaning isn't known."""
    init: Decision | None = None
    """What becomes of the initialisation, as far as it is known."""
    refused: dict[str, Obstacle] = field(default_factory=dict)
    kept: dict[str, Obstacle] = field(default_factory=dict)
    unclear: dict[str, Obstacle] = field(default_factory=dict)
    """Functions, by name, that are written where it can't be told whether they are called."""
    header: str = ""
    shared: dict[str, Obstacle] = field(default_factory=dict)
    """Globals that each interpreter keeps, and what is in the way of the module state."""
    holding: frozenset[str] = frozenset()
    """Types of which an instance keeps its module from being cleared."""
    lookup: Obstacle | None = None
    """Why what finds the module by what is one per process can't be replaced."""
    later: Mapping[str, Obstacle] | None = None
    """What a first stage, which makes heap types only, leaves for a second one, and why."""
    asking: Asking = Asking.NOTHING
    """What may be reached by asking the interpreter for the module, where nothing else leads to it."""
    once: bool = False
    """Whether a guard lets the module be loaded once only."""

    @property
    def running(self) -> list[tuple[str, StaticType | Global]]:
        """What still migrates, types first."""
        return [*self.types.items(), *self.globals.items()]

    @property
    def staying(self) -> dict[str, Obstacle]:
        """What doesn't migrate, and why."""
        return {**self.refused, **self.kept}

    @property
    def heap_types(self) -> frozenset[str]:
        """The types that will lead to their module."""
        return frozenset(self.types) if self.selects("heap-types") else frozenset()

    def selects(self, rewrite: str) -> bool:
        """Tell whether a rewrite runs."""
        return rewrite in selected_rewrites(self.choices)

    def refuse(self, found: Iterable[Found]) -> None:
        """Take subjects out; the first reason for that counts."""
        for symbol, obstacle in found:
            self.drop(symbol, obstacle)

    def keep(self, found: Iterable[Found]) -> None:
        """Leave subjects as they are because somebody wants that, whatever else could be said of them."""
        for symbol, obstacle in found:
            self.types.pop(symbol, None)
            self.globals.pop(symbol, None)
            self.refused.pop(symbol, None)
            self.kept[symbol] = obstacle

    def each(self, symbol: str, obstacles: Iterable[Obstacle]) -> Iterator[Found]:
        """Yield what is in the way of one subject, until it falls out."""
        for obstacle in obstacles:
            yield symbol, obstacle
            if symbol not in self.types and symbol not in self.globals:
                return

    def refuse_all(self, obstacle: Obstacle) -> None:
        """Take everything out for one reason."""
        self.refuse([(symbol, obstacle) for symbol, _ in self.running])

    def drop(self, symbol: str, obstacle: Obstacle) -> None:
        """Refuse a subject, or keep it if it is C data or a constant: that limits the claim, but breaks nothing."""
        if symbol in self.kept:
            return
        item = self.globals.pop(symbol, None)
        self.types.pop(symbol, None)
        if item is None or not is_harmless(self.model, item):
            self.refused.setdefault(symbol, obstacle)
        else:
            self.kept[symbol] = obstacle if item.kind is GlobalKind.DATA else constant(self.model, item)


def start(model: Extension, choices: Choices) -> Work:
    """Return the work with every subject in the running."""
    types = {item.symbol: item for item in model.types}
    variables = {item.symbol: item for item in model.globals}
    unknown = {**named_on_other_platforms(model), **unexplained(model, choices.minimum)}
    return Work(model, choices, types, variables, unknown)


def is_harmless(model: Extension, item: Global) -> bool:
    """Tell whether a variable that stays limits what the module claims, but breaks nothing: C data, and constants."""
    return item.kind is GlobalKind.DATA or holds_shared_constants(model, item)


def declared(model: Extension, item: StaticType | Global) -> Location:
    """Return where a subject stands."""
    return model.location(item.declaration.path, item.declaration.name_span.start)


def unwritable(choices: Choices, subject: str, where: Location) -> Iterator[Obstacle]:
    """Yield that what was written for a subject doesn't compile, if an earlier attempt has shown that."""
    complaint = dict(choices.unwritable).get(subject)
    if complaint is not None:
        reason = f"what was written for it doesn't compile, which is a bug in unstatic: {complaint}"
        yield Obstacle(reason, "does-not-compile", where)
