"""Headers that a configuration makes from templates, as good as they can be known before: `version.h.in` and its kin.

What the configuration would find out stands in them as zero, or not at all. They lie in the cache, where they are
foreign files: nothing in them is changed.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from unstatic.project.discovery import sources
from unstatic.project.discovery.missing import Found
from unstatic.reading.written_headers import template_of
from unstatic.system.store import MADE, digest

_PLACEHOLDER = rb"@\w+@|\$\{\w+\}"
# A text holds anything, a whole line may be left out, and a number is what most others stand for.
_UNKNOWN = re.compile(
    rb'(?P<text>"(?:[^"\\\n]|\\.)*")|^[ \t]*(?P<line>' + _PLACEHOLDER + rb")[ \t]*$|(?P<value>" + _PLACEHOLDER + rb")",
    re.MULTILINE,
)
_SWITCH = re.compile(rb"^([ \t]*#[ \t]*)(cmakedefine01|cmakedefine|mesondefine)[ \t]+(\w+)[^\n]*", re.MULTILINE)


def made_headers(names: Iterable[str], root: Path, folder: Path | None, known: Sequence[str]) -> Iterator[Found]:
    """Yield what leads to those of the headers *names* that a configuration of the project makes of one template.

    *folder* is that of the cache; without one, they lie in a folder that goes with the process.
    """
    for name in names:
        maker, template = template_of(name, root)
        if template is None:
            continue
        place = _made(name, made_text(sources.read_bytes(template)), (folder or Path(_temporary().name)) / MADE)
        if place is not None and str(place) not in known:
            shown = template.relative_to(root)
            note = f"header {name}, which {maker} makes, isn't there: {shown} was read as if all it asks for were zero"
            yield Found(("-idirafter", str(place), "-idirafter", str(template.parent)), note)


def made_text(template: bytes) -> bytes:
    """Return a template with zeros in place of what only a configuration knows, and its switches off."""
    text = _SWITCH.sub(lambda item: item[1] + (b"define " + item[3] + b" 0" if item[2][-1:] == b"1" else b""), template)
    return _UNKNOWN.sub(_known, text)


def _known(item: re.Match[bytes]) -> bytes:
    if item["text"] is not None:
        return re.sub(_PLACEHOLDER, b"", item["text"])
    return b"" if item["line"] is not None else b"0"


def _made(name: str, text: bytes, folder: Path) -> Path | None:
    """Return the folder from which the header is found by its name; None if it can't be written."""
    place = folder / digest(name.encode("utf-8", "surrogateescape"), text)
    path = place / name
    if path.is_file():
        return place
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary.write_bytes(text)
        temporary.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        return None
    return place


@cache
def _temporary() -> tempfile.TemporaryDirectory[str]:
    """Return a folder for this process, which is removed at its end."""
    return tempfile.TemporaryDirectory(prefix="unstatic-made-")
