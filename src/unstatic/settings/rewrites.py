"""The registry of rewrites: their names in running order, and when each of them runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Moment = Literal["preparation", "pass"]


@dataclass(frozen=True, slots=True)
class Registered:
    """One rewrite, which the folder of its name holds."""

    name: str
    moment: Moment
    """Before the plan is made, or after."""
    is_on_request: bool = False
    """Whether it runs only where its name or an option of its own asks for it."""
    is_first_stage: bool = False
    """Whether it belongs to what gives heap types to a module whose initialisation has to stay."""

    @property
    def folder(self) -> str:
        """The name of the package with its code."""
        return self.name.replace("-", "_")


REWRITES = (
    Registered("dead-branches", "preparation", is_on_request=True),
    Registered("lvalue-macros", "preparation", is_first_stage=True),
    Registered("init-macros", "preparation", is_first_stage=True),
    Registered("init-statements", "preparation"),
    Registered("repeated-macros", "preparation", is_first_stage=True),
    Registered("name-macros", "preparation", is_first_stage=True),
    Registered("class-members", "preparation"),
    Registered("struct-members", "preparation"),
    Registered("type-macros", "preparation", is_first_stage=True),
    Registered("type-aliases", "preparation", is_first_stage=True),
    Registered("early-assertions", "preparation", is_first_stage=True),
    Registered("field-chains", "preparation", is_first_stage=True),
    Registered("borrowed-slots", "preparation", is_first_stage=True),
    Registered("joined-slots", "preparation", is_first_stage=True),
    Registered("uncalled-slots", "preparation", is_first_stage=True),
    Registered("slot-prototypes", "preparation", is_first_stage=True),
    Registered("freed-instances", "preparation", is_first_stage=True),
    Registered("finalisers", "preparation", is_first_stage=True),
    Registered("type-fillers", "preparation", is_first_stage=True),
    Registered("type-tables", "preparation", is_first_stage=True),
    Registered("type-dicts", "preparation", is_first_stage=True),
    Registered("capsule-tables", "preparation"),
    Registered("capsule-copies", "preparation"),
    Registered("ready-helpers", "preparation", is_first_stage=True),
    Registered("late-bases", "preparation", is_first_stage=True),
    Registered("late-imports", "preparation"),
    Registered("void-helpers", "preparation"),
    Registered("module-constants", "preparation"),
    Registered("checked-results", "preparation"),
    Registered("released-temporaries", "preparation"),
    Registered("counted-types", "preparation", is_first_stage=True),
    Registered("filled-globals", "preparation"),
    Registered("owned-stores", "preparation"),
    Registered("lazy-statics", "preparation"),
    Registered("static-instances", "preparation", is_first_stage=True),
    Registered("instance-attributes", "preparation", is_first_stage=True),
    Registered("direct-converters", "preparation", is_first_stage=True),
    Registered("split-macros", "preparation", is_first_stage=True),
    Registered("state-getters", "preparation"),
    Registered("split-methods", "preparation"),
    Registered("split-exports", "preparation"),
    Registered("method-parameters", "preparation"),
    Registered("state-hooks", "preparation"),
    Registered("process-data", "pass"),
    Registered("spec-lifetimes", "pass", is_first_stage=True),
    Registered("tp-alloc", "pass", is_first_stage=True),
    Registered("heap-types", "pass", is_first_stage=True),
    Registered("module-state", "pass"),
    Registered("interpreter-dict", "pass", is_on_request=True),
    Registered("multi-phase-init", "pass"),
    Registered("isolation-claims", "pass"),
)
FIRST_STAGE = tuple(item.name for item in REWRITES if item.is_first_stage)


def registered(moment: Moment) -> tuple[Registered, ...]:
    """Return the rewrites that run at one moment, in order."""
    return tuple(item for item in REWRITES if item.moment == moment)
