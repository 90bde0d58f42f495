"""What a result stands for: a run that would differ in any of this isn't the same run."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
from collections.abc import Sequence
from pathlib import Path

import unstatic
from unstatic.batch.packages import Package, identity
from unstatic.errors import UsageError
from unstatic.settings.config import user_file

_FORMAT = 1


def key_of(package: Package, arguments: Sequence[str], verify: Sequence[str] | None) -> str:
    """Return a digest of the package's contents, the options and this version of the tool. Raises UnstaticError."""
    facts = repr((_FORMAT, unstatic.__version__, _tool(), identity(package), tuple(arguments), verify, _own_settings()))
    return hashlib.sha256(facts.encode()).hexdigest()[:16]


def _own_settings() -> bytes:
    """Return the user's own settings as they are written. Raises UsageError."""
    path = user_file()
    try:
        return path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise UsageError(f"{path}: can't be read: {error.strerror or error}; let yourself read it") from error


@functools.cache
def _tool() -> str:
    """Return a digest of the tool's own code, which in a checkout changes without a new version."""
    digest = hashlib.sha256()
    for package in ("unstatic", "unstatic.rewrites"):
        spec = importlib.util.find_spec(package)
        for root in (spec.submodule_search_locations if spec else None) or ():
            for path in sorted(Path(root).rglob("*.py")):
                digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
