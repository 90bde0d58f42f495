"""Write results over the sources, where git could give those back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from unstatic.cli import changes, show
from unstatic.cli.changes import Changed
from unstatic.cli.engine import Result
from unstatic.errors import UsageError
from unstatic.git import repository_root, working_tree
from unstatic.write import write_files


def pending(found: Sequence[Result], allow_dirty: bool, own: Path | None = None) -> tuple[Changed, ...]:
    """Return the changes by project. Raises UsageError for a dirty git tree; *own*, a file of ours, may be dirty."""
    by_root: dict[Path, list[Result]] = {}
    for result in found:
        by_root.setdefault(result.root, []).append(result)
    changed = tuple(changes.combined(results, root) for root, results in by_root.items())
    for item in changed:
        _refuse_dirty(item.base, tuple(item.after), allow_dirty, own)
    return changed


def write(changed: Iterable[Changed]) -> None:
    """Write what `pending` returned."""
    for item in changed:
        write_files(item.base, item.before, item.after)


def _refuse_dirty(root: Path, paths: tuple[Path, ...], allow_dirty: bool, own: Path | None) -> None:
    if not paths or allow_dirty:
        return
    tree = working_tree(root, paths)
    if not tree.is_controlled:
        show.note(f"{root}: not under version control, so only you can undo this")
    dirty = [name for name in tree.dirty if own is None or ((repository_root(root) or root) / name) != own.resolve()]
    if dirty:
        listed = "".join(f"\n  {name}" for name in dirty[:10]) + ("\n  …" if len(dirty) > 10 else "")
        raise UsageError(
            f"{root}: files that git couldn't give back; commit or stash them, or pass --allow-dirty:{listed}"
        )
