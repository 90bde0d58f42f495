"""Requests: what the command line, a plan file or a comment wants to stay as it is."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.trust.keep_comments import keep_comments
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import subject_of
from unstatic.plan.deciding.choices import Choices, selected_rewrites
from unstatic.plan.deciding.work import Found, Work, declared
from unstatic.settings.rewrites import registered
from unstatic.text.source import Location


def unselected(work: Work) -> Iterator[Found]:
    """Yield what `--only` doesn't name, and everything where no rewrite changes subjects."""
    is_prepared_only = set(selected_rewrites(work.choices)) <= {item.name for item in registered("preparation")}
    for symbol, item in work.running if is_prepared_only or work.choices.only else ():
        where = declared(work.model, item)
        found = unasked(work.choices, subject_of(work.model, item), where, is_asked_for=not is_prepared_only)
        if found is not None:
            yield symbol, found


def unasked(choices: Choices, subject: str, where: Location, *, is_asked_for: bool = True) -> Obstacle | None:
    """Return that nobody asked for a subject, unless `--only` leaves it in or isn't given."""
    if is_asked_for and (not choices.only or subject in choices.only):
        return None
    return Obstacle("it wasn't asked for", "only", where)


def commented(work: Work) -> Iterator[Found]:
    """Yield what a comment says stays."""
    for comment in keep_comments(work.model):
        for symbol in comment.symbols:
            yield symbol, Obstacle(f"a comment keeps it: {comment.reason}", "keep-comment", comment.location)


def declined(work: Work) -> Iterator[Found]:
    """Yield what the plan file doesn't want, or knows nothing of."""
    for symbol, item in work.running if work.choices.planned is not None else ():
        found = unwanted(work.choices, subject_of(work.model, item), declared(work.model, item))
        if found is not None:
            yield symbol, found


def unwanted(choices: Choices, subject: str, where: Location) -> Obstacle | None:
    """Return why the plan file, if there is one, leaves a subject as it is."""
    reason = choices.planned.leaves(subject) if choices.planned is not None else ""
    return Obstacle(reason, "declined", where) if reason else None
