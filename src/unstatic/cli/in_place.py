"""Write results over the sources, where git could give those back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from unstatic.cli import changes, show
from unstatic.cli.changes import Changed
from unstatic.cli.engine import Result
from unstatic.delivery.write import write_files
from unstatic.errors import UsageError
from unstatic.system.git import GitFailed, repository_root, working_tree


def pending(
    found: Sequence[Result], allow_dirty: bool, own: Path | None = None, *, force: bool = True
) -> tuple[Changed, ...]:
    """Return the changes by project. Raises UsageError where git couldn't give the files back.

    *allow_dirty* is for uncommitted changes, *force* for no version control at all.
    *own*, a file of ours, may be dirty.
    """
    by_root: dict[Path, list[Result]] = {}
    for result in found:
        by_root.setdefault(result.root, []).append(result)
    changed = tuple(changes.combined(results, root) for root, results in by_root.items())
    for item in changed:
        if item.after:
            _refuse_uncontrolled(item.base, force)
            _refuse_dirty(item.base, tuple(item.after), allow_dirty, own)
    return changed


def write(changed: Iterable[Changed]) -> None:
    """Write what `pending` returned."""
    for item in changed:
        write_files(item.base, item.before, item.after)


def _refuse_uncontrolled(root: Path, force: bool) -> None:
    if _is_controlled(root):
        return
    if not force:
        raise UsageError(
            f"{root}: isn't under git, so nothing could give the files back; pass --force to write over them all the "
            "same, or use --output DIR or --series DIR"
        )
    show.note(f"{root}: not under version control, so only you can undo this")


def _is_controlled(root: Path) -> bool:
    try:
        return repository_root(root) is not None
    except GitFailed:
        # It's there. What it would say about changes matters only without --allow-dirty.
        return True


def _refuse_dirty(root: Path, paths: tuple[Path, ...], allow_dirty: bool, own: Path | None) -> None:
    if allow_dirty:
        return
    tree = working_tree(root, paths)
    dirty = [name for name in tree.dirty if own is None or ((repository_root(root) or root) / name) != own.resolve()]
    if dirty:
        listed = "".join(f"\n  {name}" for name in dirty[:10]) + ("\n  …" if len(dirty) > 10 else "")
        raise UsageError(
            f"{root}: files that git couldn't give back; commit or stash them, or pass --allow-dirty:{listed}"
        )
