"""Headers that the build writes: what they define isn't known, and what they are is.

A script of the project, or a configuration by Meson, CMake, Autoconf or Waf, finds out about the system, and writes
`#define` lines. The header is as good as read where values stand in for its macros (stand_ins) and all else parses.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from unstatic.c.lexer import lex
from unstatic.project.discovery import sources, stand_ins
from unstatic.project.discovery.files import ProjectFiles

_WRITES = re.compile(rb"\bopen\(|\.write(?:lines|_text)?\(")
_DEFINES = re.compile(rb"#\s*define\b")
_ARGUMENTS = rb"\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*?[\[\"'/ \t]"
_END = rb"[\]\"'\s,:)]"
# What writes a header, by the name of the build file: its name is among the arguments.
_CONFIGURES = {
    "meson.build": rb"\bconfigure_file",
    "CMakeLists.txt": rb"(?i:\bconfigure_file)",
    "configure.ac": rb"\bA[CM]_CONFIG_(?:HEADERS?|FILES)",
    "configure.in": rb"\bA[CM]_CONFIG_(?:HEADERS?|FILES)",
    "wscript": rb"\bwrite_config_header",
}
# `#define VERSION "@VERSION@"` is one line; what stands outside of directives isn't.
_PLACEHOLDER = re.compile(rb"@\w+@|\$\{\w+\}")


def maker_of(name: str, root: Path) -> str:
    """Return the file of the project that makes the header *name* out of macros alone; "" if none does."""
    base = Path(name).name
    found = _script(base, root) or _configuration(base, root)
    return found if found and all(_is_of_macros(text) for text in _templates(base, root)) else ""


def template_of(name: str, root: Path) -> tuple[str, Path | None]:
    """Return the build file that makes the header, as it is written in `#include`, and the one template for it."""
    base = Path(name).name
    maker = _configuration(base, root)
    ending = os.path.normpath(name).removesuffix(base)
    found = [path for path in _template_paths(base, root) if f"{path.parent}/".endswith(f"/{ending}")] if maker else []
    is_inside = not os.path.isabs(name) and not os.path.normpath(name).startswith("..")
    return maker, found[0] if len(found) == 1 and is_inside else None


def _script(name: str, root: Path) -> str:
    """Return the Python file that names the header and writes macros."""
    quoted = re.compile(rb"[\"'/]" + re.escape(name.encode("utf-8", "surrogateescape")) + rb"[\"']")
    scripts = (one for one in stand_ins.build_files(root) if one[0].suffix == ".py")
    writers = (one for one in scripts if _WRITES.search(one[1]) and _DEFINES.search(one[1]))
    return next((str(path.relative_to(root)) for path, text in writers if quoted.search(text)), "")


def _configuration(name: str, root: Path) -> str:
    """Return the build file that has the header made from what the configuration found out."""
    written = re.escape(name.encode("utf-8", "surrogateescape"))
    for path, text in stand_ins.build_files(root):
        command = _CONFIGURES.get("CMakeLists.txt" if path.suffix == ".cmake" else path.name)
        if command is not None and re.search(command + _ARGUMENTS + written + _END, text):
            return str(path.relative_to(root))
    return ""


def _templates(name: str, root: Path) -> Iterator[bytes]:
    """Yield what a header of the name is made from in the project."""
    yield from map(sources.read_bytes, _template_paths(name, root))


def _template_paths(name: str, root: Path) -> Iterator[Path]:
    files = ProjectFiles(root)
    for path in sources.walk(root):
        if sources.is_made(name, (path.name,)) and files.inside(path) is not None and path.is_file():
            yield path


def _is_of_macros(template: bytes) -> bool:
    """Tell whether a template holds nothing but directives, comments, and `extern "C"` around them."""
    words = [token.text for token in lex(_PLACEHOLDER.sub(b"", template)).tokens]
    return all(word in (b"extern", b'"C"', b"{", b"}") for word in words)
