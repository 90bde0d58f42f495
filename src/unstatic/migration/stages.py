"""The steps that one rewrite becomes: one, or one per type where a series is to be reviewed type by type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from unstatic.model.extension import Extension
from unstatic.plan.deciding.parts import parts, restricted
from unstatic.plan.decisions import Plan
from unstatic.rewriting.protocol import Rewrite
from unstatic.text.edits import Change

_SPLIT = "heap-types"
_INITIALISATION = "multi-phase-init"
_MENDED = "Release nothing in the exec function that it doesn't own"
"""What that does to a module that had an exec function before."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A rewrite for the whole plan, or for its types up to *subjects*, which are new in this stage."""

    rewrite: Rewrite
    plan: Plan
    subjects: tuple[str, ...] = ()
    is_first: bool = True
    is_last: bool = True
    is_mended: bool = False
    """Whether it only mends what was there."""

    @property
    def name(self) -> str:
        """The rewrite's name, with the first type of a part."""
        return f"{self.rewrite.name}-{_names(self.subjects)[0]}" if self.subjects else self.rewrite.name

    @property
    def title(self) -> str:
        """The subject of the commit."""
        names = _names(self.subjects)
        if not names:
            return _MENDED if self.is_mended else self.rewrite.title
        return f"Convert {_listed(names)} to {'a heap type' if len(names) == 1 else 'heap types'}"

    def with_earlier(self, subjects: tuple[str, ...]) -> Stage:
        """Return the stage with types of one before it, which couldn't go alone."""
        return replace(self, subjects=(*subjects, *self.subjects)) if subjects else self

    def own(self, changes: Iterable[Change]) -> tuple[Change, ...]:
        """Return those of *changes* that no stage before has made."""
        if not self.subjects:
            return tuple(changes)
        others = ("type:",) if self.is_first else ("type:", "init:")
        return tuple(item for item in changes if item.subject in self.subjects or not item.subject.startswith(others))


def stages(rewrite: Rewrite, model: Extension, plan: Plan, *, each_type: bool) -> Iterator[Stage]:
    """Yield the stages of *rewrite*, each for what the stages before it converted as well."""
    found = parts(model, plan) if each_type and rewrite.name == _SPLIT else ()
    if len(found) < 2:
        is_there = model.init is not None and model.init.multi_phase
        yield Stage(rewrite, plan, is_mended=is_there and rewrite.name == _INITIALISATION)
        return
    for number, subjects in enumerate(found, start=1):
        done = [subject for group in found[:number] for subject in group]
        yield Stage(rewrite, restricted(plan, done), subjects, number == 1, number == len(found))


def _names(subjects: Sequence[str]) -> list[str]:
    return [subject.partition(":")[2] for subject in subjects]


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
