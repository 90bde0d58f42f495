"""CPython's source trees, as Debian's source packages have them."""

from __future__ import annotations

import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path

SUITES = {"3.9": "bullseye", "3.11": "bookworm", "3.13": "trixie"}
"""The release of Debian that has the source package of each Python."""
_PREPARED = Path(__file__).parent / "prepared"
"""A patch for each Python, by hand: what a person has to decide first, see its page."""
_LINE = "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian {} main\n"


_APPLIED = "prepared"


class Unreachable(Exception):
    """The sources can't be had here, or not be built; says why."""


def fetched(folder: Path, python: str) -> Path:
    """Return the tree of *python*'s sources below *folder*, unpacked and patched unless it is. Raises Unreachable."""
    folder.mkdir(parents=True, exist_ok=True)
    tree = next(folder.glob(f"Python-{python}.*/"), None) or _unpacked(_downloaded(folder, python), folder, python)
    patch = _PREPARED / f"{python}.patch"
    if patch.is_file() and not (tree / _APPLIED).is_file():
        run(["patch", "-p0", "--no-backup-if-mismatch", "-i", str(patch)], tree, folder / "patch.log")
        (tree / _APPLIED).touch()
    return tree


def _downloaded(folder: Path, python: str) -> Path:
    """Return the archive, got with a list of sources of its own: the machine's stays as it is."""
    listing = folder / f"{SUITES[python]}.list"
    listing.write_text(_LINE.format(SUITES[python]), encoding="utf-8")
    for name in ("state/lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    options = {
        "Dir::Etc::sourcelist": listing,
        "Dir::Etc::sourceparts": "/dev/null",
        "Dir::State": folder / "state",
        "Dir::Cache": folder / "cache",
    }
    apt = ["apt-get", "-q", *(part for key, value in options.items() for part in ("-o", f"{key}={value}"))]
    run([*apt, "update"], folder, folder / "apt.log")
    run([*apt, "source", "--download-only", f"python{python}"], folder, folder / "apt.log")
    return next(folder.glob(f"python{python}_*.orig.tar.[gx]z"))


def _unpacked(archive: Path, folder: Path, python: str) -> Path:
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return next(folder.glob(f"Python-{python}.*/"))


def run(argv: Sequence[str], folder: Path, log: Path) -> None:
    """Run a command in *folder*, what it prints added to *log*. Raises Unreachable if it fails."""
    with log.open("ab") as output:
        try:
            subprocess.run(argv, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=output, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise Unreachable(f"{argv[0]} doesn't work here ({error}); see {log}") from error
