"""An overlay of files for the parser: what lies where nothing is on the disk."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


def overlay_text(files: Iterable[tuple[Path, Path]], *, external_names: bool) -> str:
    """Return the overlay in which each first path leads to the file at the second one.

    *external_names*: whether the parser calls the files by the second path.
    """
    roots = [{"type": "file", "name": str(place), "external-contents": str(file)} for place, file in files]
    names = "true" if external_names else "false"
    return json.dumps({"version": 0, "case-sensitive": "true", "use-external-names": names, "roots": roots})


@contextmanager
def places_of_new(paths: Iterable[Path]) -> Iterator[Sequence[str]]:
    """Give the arguments with which the parser finds files that are in memory alone, by whatever path leads there.

    It compares their names letter by letter: `#include "../state.h"` in /project/src wouldn't find /project/state.h.
    """
    new = [path for path in paths if not path.exists() and str(path).isascii()]
    if not new:
        yield ()
        return
    with tempfile.TemporaryDirectory(prefix="unstatic-new-") as folder:
        # One file each, as what is the same on the disk is read once only.
        stand_ins = [Path(folder, f"{number}{path.suffix}") for number, path in enumerate(new)]
        for file in stand_ins:
            file.touch()
        written = Path(folder, "overlay.yaml")
        written.write_text(overlay_text(zip(new, stand_ins, strict=True), external_names=False), encoding="utf-8")
        yield "-ivfsoverlay", os.fspath(written)
