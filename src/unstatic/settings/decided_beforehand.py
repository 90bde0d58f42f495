"""What was decided beforehand about one extension: the part of a plan file that a run obeys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

YES, NO, LATER = "yes", "no", "later"


@dataclass(frozen=True, slots=True)
class HandEdit:
    """Text of the result that a person replaced in a review; *old* stands there once."""

    subject: str
    path: str
    old: bytes
    new: bytes


@dataclass(frozen=True, slots=True)
class Planned:
    """The decisions and names that a plan file has for one extension; *source* tells where they stand."""

    source: str
    name: str
    decisions: Mapping[str, str]
    """By subject: `migrate`, `keep` or `refuse`."""
    names: Mapping[str, str] = field(default_factory=dict)
    """By field of `plan.Names`."""
    stems: Mapping[str, str] = field(default_factory=dict)
    """By subject of a type: what the names of its slots and spec begin with."""
    edits: tuple[HandEdit, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    """By subject, what a review was answered: `yes`, `no` or `later`."""

    def leaves(self, subject: str) -> str:
        """Return why *subject* isn't to be migrated, or nothing if it is.

        Only what the plan says to migrate is migrated. The initialisation, which everything else needs, is the
        exception: it goes along unless the plan keeps it.
        """
        wanted = self.decisions.get(subject)
        if subject.startswith("init:"):
            return "it was declined" if wanted == "keep" else ""
        if wanted is None:
            return "the plan doesn't name it"
        return {"migrate": "", "keep": "it was declined", "refuse": "the plan has it as refused"}[wanted]
