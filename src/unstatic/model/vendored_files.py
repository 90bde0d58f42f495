"""Files that projects copy from elsewhere, and that a migration leaves alone (G134)."""

from __future__ import annotations

from pathlib import Path

from unstatic.capi.other_apis import VENDORED_HEADERS


def is_vendored(path: Path) -> bool:
    """Tell whether *path* is a copy of a header that others maintain."""
    return path.name in VENDORED_HEADERS
