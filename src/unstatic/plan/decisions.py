"""Decisions: what is migrated, kept or refused, and why. Names only, no offsets: a plan survives reparsing."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from unstatic.model.obstacle import Obstacle
from unstatic.text.edits import Safety
from unstatic.text.source import Location


class Verdict(enum.Enum):
    """What happens to a subject."""

    MIGRATE = "migrate"
    KEEP = "keep"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class Decision:
    """What happens to one subject, why, and where it stands.

    `subject` is `type:Name`, `global:name`, `global:function.name`, `spec:name` or `init:PyInit_x`.
    """

    subject: str
    verdict: Verdict
    reason: str
    rule: str
    location: Location
    safety: Safety = Safety.SAFE
    obstacles: tuple[Obstacle, ...] = ()
    """All that is in the way of a refused subject: the reason first, then what it would meet without that."""

    @property
    def kind(self) -> str:
        """`type`, `global`, `spec` or `init`."""
        return self.subject.partition(":")[0]

    @property
    def name(self) -> str:
        """The subject without its kind."""
        return self.subject.partition(":")[2]


@dataclass(frozen=True, slots=True)
class TypeChoice:
    """How one type is converted."""

    subject: str
    name: str
    stem: str
    """What the names of its slots and spec begin with."""
    gc: str
    """`add`, `keep` or `none`."""
    disallow_instantiation: bool
    spec_name: str
    """The C expression for the spec's name; the original text unless it had no dot."""
    refuses_pickling: bool = False
    """Whether it gets a `__reduce__` that raises, as protocols 0 and 1 would write what can't be read (G35)."""
    shared_reducer: str = ""
    """The function that raises for several types of one source; empty if the type has one of its own."""
    holds_module: bool = False
    """Whether an instance keeps its module from being cleared, so that its deallocator reaches the state."""
    visits: tuple[str, ...] = ()
    """The fields that a traverse function visits from now on, the type apart."""
    unseen: tuple[str, ...] = ()
    """What else its instances own: the garbage collector doesn't find cycles through that, as before."""
    keeps_name: bool = False
    """Whether tp_name stays as it is written, without the module of `spec_name`, as something reads it."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names that are written into the project, free of collisions with those that are there."""

    prefix: str
    state_type: str
    state: str
    getter: str
    getter_by_type: str
    getter_by_types: str
    getter_by_self: str
    exec: str
    traverse: str
    clear: str
    free: str
    slots: str
    loaded: str

    @property
    def module_getter_by_types(self) -> str:
        """For slots such as nb_add that call functions of the module."""
        of_module = "" if self.prefix == "module" else f"_{self.prefix}"
        return f"get{of_module}_module_by_types"

    @property
    def finder_by_type(self) -> str:
        """For deallocators of instances that may outlive their module."""
        return f"find_{self.prefix}_state_by_type"

    @property
    def by_interpreter(self) -> tuple[str, ...]:
        """For functions that nothing leads to the module: what finds it, and what leaves it to be found."""
        return f"find_{self.prefix}_state", f"keep_{self.prefix}"

    @property
    def by_object(self) -> str:
        """For callbacks that ask an object that they are given for its type: what finds the module by that first."""
        return f"find_{self.prefix}_state_by_object"

    @property
    def importing(self) -> str:
        """For functions of a C API: what imports the module where nobody has."""
        return f"import_{self.prefix}_state"

    @property
    def submodules(self) -> tuple[str, ...]:
        """For modules that keep the one that made them: the struct, its accessor, the maker, traverse and free."""
        made = f"{self.prefix}_submodule"
        accessor = f"get_{self.prefix}_state_by_submodule"
        return made, accessor, f"{made}_create", f"{made}_traverse", f"{made}_free"


@dataclass(frozen=True, slots=True)
class Claims:
    """What the module will say of itself, and what stands in the way of more."""

    multiple_interpreters: str
    """`per-interpreter-gil`, `shared-gil`, `not-supported`, or `` for no claim."""
    load_once: bool
    reasons: tuple[Residue, ...]
    """Process state that stays, or that couldn't be ruled out."""
    loading: str = ""
    """How the module can be loaded, compared with before: a clause for the report, where objects stay."""


@dataclass(frozen=True, slots=True)
class Residue:
    """Something that stays shared by the whole process."""

    name: str
    location: Location
    reason: str
    rule: str
    is_object: bool
    """Whether it can lead to a Python object (then two modules can't be independent)."""
    is_variable: bool = True
    """Whether it is a variable or a type of the project; else something that it uses."""


@dataclass(frozen=True)
class Plan:
    """All decisions for one extension."""

    extension: str
    decisions: tuple[Decision, ...]
    types: tuple[TypeChoice, ...]
    names: Names
    claims: Claims
    minimum: tuple[int, int]
    rewrites: tuple[str, ...]
    """The rewrites that run, in order."""
    pep573: bool = False
    by_interpreter: tuple[str, ...] = ()
    """The functions that find the module by the interpreter, in the order of the source."""
    asks_for_types: bool = False
    """Whether they may find types there that something asks for."""
    header: str = ""
    """The header that the module state goes to, relative to the root; empty if one source is all that needs it."""
    given_state: Mapping[str, bool] = field(default_factory=dict)
    """The functions that need the state, by symbol, and whether they get it as a parameter."""

    def decision(self, subject: str) -> Decision | None:
        """Return what was decided about *subject*."""
        return self._by_subject.get(subject)

    def migrates(self, subject: str) -> bool:
        """Tell whether *subject* is migrated."""
        found = self.decision(subject)
        return found is not None and found.verdict is Verdict.MIGRATE

    def choice(self, subject: str) -> TypeChoice | None:
        """Return how the type *subject* is converted."""
        return self._choices.get(subject)

    @cached_property
    def _by_subject(self) -> Mapping[str, Decision]:
        # The first is the one, should a subject have several.
        return {item.subject: item for item in reversed(self.decisions)}

    @cached_property
    def _choices(self) -> Mapping[str, TypeChoice]:
        return {item.subject: item for item in reversed(self.types)}

    def of_kind(self, kind: str) -> tuple[Decision, ...]:
        """Return the decisions on types, globals, specs or init, in source order."""
        return tuple(item for item in self.decisions if item.kind == kind)

    @property
    def refuses_anything(self) -> bool:
        """Whether at least one subject is refused."""
        return any(item.verdict is Verdict.REFUSE for item in self.decisions)

    @property
    def changes_anything(self) -> bool:
        """Whether at least one subject migrates."""
        return any(item.verdict is Verdict.MIGRATE for item in self.decisions)
