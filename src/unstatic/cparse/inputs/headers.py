"""Headers: those that come with this package, Clang's own, and what to say about missing ones."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from unstatic.cparse.facts import Diagnostic, ParsedUnit
from unstatic.cparse.library import Library
from unstatic.errors import ParseError
from unstatic.text.source import SourceFile, Span

BUNDLED = Path(__file__).parents[1] / "include"
"""Our own stddef.h, stdarg.h and the like, which the `libclang` package lacks."""

_ERROR = 3
_NOT_FOUND = re.compile(r"'([^']+)' file not found(?! with)")
_PACKAGES = {
    "Python.h": "python3-dev",
    "acl/libacl.h": "libacl1-dev",
    "attr/xattr.h": "libattr1-dev",
    "bluetooth/bluetooth.h": "libbluetooth-dev",
    "bzlib.h": "libbz2-dev",
    "curl/curl.h": "libcurl4-openssl-dev",
    "db.h": "libdb-dev",
    "expat.h": "libexpat1-dev",
    "ffi.h": "libffi-dev",
    "ft2build.h": "libfreetype-dev",
    "gdbm.h": "libgdbm-dev",
    "gmp.h": "libgmp-dev",
    "gssapi/gssapi.h": "libkrb5-dev",
    "lber.h": "libldap-dev",
    "ldap.h": "libldap-dev",
    "libpq-fe.h": "libpq-dev",
    "libxml/parser.h": "libxml2-dev",
    "lzma.h": "liblzma-dev",
    "mysql.h": "default-libmysqlclient-dev",
    "ncurses.h": "libncurses-dev",
    "openssl/ssl.h": "libssl-dev",
    "png.h": "libpng-dev",
    "readline/readline.h": "libreadline-dev",
    "sodium.h": "libsodium-dev",
    "sql.h": "unixodbc-dev",
    "sqlite3.h": "libsqlite3-dev",
    "stdio.h": "libc6-dev",
    "stdlib.h": "libc6-dev",
    "sys/acl.h": "libacl1-dev",
    "tcl.h": "tcl-dev",
    "tk.h": "tk-dev",
    "uuid/uuid.h": "uuid-dev",
    "yaml.h": "libyaml-dev",
    "zlib.h": "zlib1g-dev",
    "zmq.h": "libzmq3-dev",
    "zstd.h": "libzstd-dev",
}


class MissingHeader(ParseError):
    """A header that a unit includes isn't found; says who includes it and what would help."""

    def __init__(self, name: str, includer: str) -> None:
        self.name = name
        self.includer = includer
        super().__init__(f"{includer}: header {name} not found: {_advice(name)}")


@dataclass(frozen=True, slots=True)
class Missing:
    """A header that isn't found, and the `#include` that asks for it (without a path: the command line)."""

    name: str
    path: Path | None
    offset: int


def missing_headers(parsed: ParsedUnit) -> list[Missing]:
    """Return the headers that *parsed* asks for and that aren't there, in the order in which they're met."""
    return list(missing_in(parsed.diagnostics))


def check(parsed: ParsedUnit) -> None:
    """Raise MissingHeader for the first header that isn't found, if any."""
    for missing in missing_headers(parsed):
        raise missing_header(missing, parsed.files.get(missing.path) if missing.path else None)


def errors_in(parsed: ParsedUnit, path: Path, span: Span) -> tuple[Diagnostic, ...]:
    """Return the errors inside *span* of *path*: facts near them may be incomplete."""
    return tuple(
        item
        for item in parsed.diagnostics
        if item.severity >= _ERROR and item.path == path and span.start <= item.offset <= span.end
    )


def missing_in(diagnostics: Iterable[Diagnostic]) -> Iterator[Missing]:
    """Yield the missing headers among *diagnostics*."""
    for item in diagnostics:
        found = _NOT_FOUND.match(item.message)
        if found and item.severity >= _ERROR:
            yield Missing(found.group(1), item.path, item.offset)


def missing_header(missing: Missing, includer: SourceFile | None) -> MissingHeader:
    """Return the error for *missing*; *includer* gives the line."""
    if includer is None:
        return MissingHeader(missing.name, str(missing.path or "command line"))
    place = includer.location(missing.offset)
    return MissingHeader(missing.name, f"{place.path}:{place.line}")


def _advice(name: str) -> str:
    package = _PACKAGES.get(name)
    install = f"install it (on Debian and Ubuntu: apt install {package}), or " if package else ""
    if name == "Python.h":
        return f"{install}pass --python-include DIR"
    return f"{install}pass --capture if the build makes this file or knows where it is, or pass -I DIR"


def resource_dir(library: Library) -> Path | None:
    """Return Clang's own headers if an installed package has those of just this version, else None."""
    major = library.major
    candidates = [library.path.parent / "resource", library.path.parent / "clang" / str(major)]
    tidy = importlib.util.find_spec("clang_tidy")
    for folder in (tidy.submodule_search_locations or ()) if tidy else ():
        candidates.append(Path(folder) / "data" / "lib" / "clang" / str(major))
    return next((folder for folder in candidates if (folder / "include" / "stddef.h").is_file()), None)
