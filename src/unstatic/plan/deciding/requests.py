"""Requests: what the command line, a plan file or a comment wants to stay as it is."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.trust.keep_comments import keep_comments
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import subject_of
from unstatic.plan.deciding.choices import selected_rewrites
from unstatic.plan.deciding.work import Found, Work, declared
from unstatic.settings.rewrites import registered


def unselected(work: Work) -> Iterator[Found]:
    """Yield what `--only` doesn't name, and everything where no rewrite changes subjects."""
    only = work.choices.only
    is_prepared_only = set(selected_rewrites(work.choices)) <= {item.name for item in registered("preparation")}
    for symbol, item in work.running:
        if is_prepared_only or (only and subject_of(work.model, item) not in only):
            yield symbol, Obstacle("it wasn't asked for", "only", declared(work.model, item))


def commented(work: Work) -> Iterator[Found]:
    """Yield what a comment says stays."""
    for comment in keep_comments(work.model):
        for symbol in comment.symbols:
            yield symbol, Obstacle(f"a comment keeps it: {comment.reason}", "keep-comment", comment.location)


def declined(work: Work) -> Iterator[Found]:
    """Yield what the plan file doesn't want, or knows nothing of."""
    planned = work.choices.planned
    for symbol, item in work.running if planned is not None else ():
        reason = planned.leaves(subject_of(work.model, item)) if planned is not None else ""
        if reason:
            yield symbol, Obstacle(reason, "declined", declared(work.model, item))
