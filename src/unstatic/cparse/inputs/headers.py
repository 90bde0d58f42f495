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
# Debian's package for each, by its lists of contents (packages.debian.org).
_PACKAGES = {
    "Python.h": "python3-dev",
    "SDL.h": "libsdl2-dev",
    "SDL2/SDL.h": "libsdl2-dev",
    "SDL3/SDL.h": "libsdl3-dev",
    "SDL_image.h": "libsdl2-image-dev",
    "SDL_mixer.h": "libsdl2-mixer-dev",
    "SDL_ttf.h": "libsdl2-ttf-dev",
    "X11/Xlib.h": "libx11-dev",
    "acl/libacl.h": "libacl1-dev",
    "alsa/asoundlib.h": "libasound2-dev",
    "amd.h": "libsuitesparse-dev",
    "attr/xattr.h": "libattr1-dev",
    "avif/avif.h": "libavif-dev",
    "bluetooth/bluetooth.h": "libbluetooth-dev",
    "brotli/decode.h": "libbrotli-dev",
    "brotli/encode.h": "libbrotli-dev",
    "bzlib.h": "libbz2-dev",
    "cairo.h": "libcairo2-dev",
    "cblas.h": "libopenblas-dev",
    "cholmod.h": "libsuitesparse-dev",
    "cups/cups.h": "libcups2-dev",
    "curl/curl.h": "libcurl4-openssl-dev",
    "db.h": "libdb-dev",
    "dbus/dbus.h": "libdbus-1-dev",
    "ev.h": "libev-dev",
    "event2/event.h": "libevent-dev",
    "expat.h": "libexpat1-dev",
    "ffi.h": "libffi-dev",
    "fftw3.h": "libfftw3-dev",
    "ft2build.h": "libfreetype-dev",
    "fuse.h": "libfuse-dev",
    "gdal.h": "libgdal-dev",
    "gdbm.h": "libgdbm-dev",
    "geos_c.h": "libgeos-dev",
    "glib.h": "libglib2.0-dev",
    "glpk.h": "libglpk-dev",
    "gmp.h": "libgmp-dev",
    "gsl/gsl_errno.h": "libgsl-dev",
    "gssapi/gssapi.h": "libkrb5-dev",
    "hdf5.h": "libhdf5-dev",
    "hunspell/hunspell.h": "libhunspell-dev",
    "jpeglib.h": "libjpeg-dev",
    "klu.h": "libsuitesparse-dev",
    "krb5.h": "libkrb5-dev",
    "krb5/krb5.h": "libkrb5-dev",
    "lber.h": "libldap-dev",
    "lcms2.h": "liblcms2-dev",
    "ldap.h": "libldap-dev",
    "libpq-fe.h": "libpq-dev",
    "librdkafka/rdkafka.h": "librdkafka-dev",
    "libusb.h": "libusb-1.0-0-dev",
    "libxml/parser.h": "libxml2-dev",
    "libxslt/xslt.h": "libxslt1-dev",
    "lz4.h": "liblz4-dev",
    "lzma.h": "liblzma-dev",
    "lzo/lzo1.h": "liblzo2-dev",
    "magic.h": "libmagic-dev",
    "mpc.h": "libmpc-dev",
    "mpfr.h": "libmpfr-dev",
    "mpi.h": "libopenmpi-dev",
    "mysql.h": "default-libmysqlclient-dev",
    "ncurses.h": "libncurses-dev",
    "openjpeg.h": "libopenjp2-7-dev",
    "openssl/ssl.h": "libssl-dev",
    "parted/parted.h": "libparted-dev",
    "pcap.h": "libpcap-dev",
    "pcre2.h": "libpcre2-dev",
    "png.h": "libpng-dev",
    "portaudio.h": "portaudio19-dev",
    "portmidi.h": "libportmidi-dev",
    "proj.h": "libproj-dev",
    "pulse/pulseaudio.h": "libpulse-dev",
    "raqm.h": "libraqm-dev",
    "readline/readline.h": "libreadline-dev",
    "sasl/sasl.h": "libsasl2-dev",
    "selinux/selinux.h": "libselinux1-dev",
    "snappy-c.h": "libsnappy-dev",
    "sndfile.h": "libsndfile1-dev",
    "sodium.h": "libsodium-dev",
    "sql.h": "unixodbc-dev",
    "sqlite3.h": "libsqlite3-dev",
    "stdio.h": "libc6-dev",
    "stdlib.h": "libc6-dev",
    "sybdb.h": "freetds-dev",
    "sys/acl.h": "libacl1-dev",
    "systemd/sd-daemon.h": "libsystemd-dev",
    "systemd/sd-journal.h": "libsystemd-dev",
    "tbb/tbb.h": "libtbb-dev",
    "tbb/version.h": "libtbb-dev",
    "tcl.h": "tcl-dev",
    "tiff.h": "libtiff-dev",
    "tiffio.h": "libtiff-dev",
    "tk.h": "tk-dev",
    "umfpack.h": "libsuitesparse-dev",
    "usb.h": "libusb-dev",
    "uuid/uuid.h": "uuid-dev",
    "uv.h": "libuv1-dev",
    "webp/decode.h": "libwebp-dev",
    "webp/encode.h": "libwebp-dev",
    "xxhash.h": "libxxhash-dev",
    "yaml.h": "libyaml-dev",
    "zlib.h": "zlib1g-dev",
    "zmq.h": "libzmq3-dev",
    "zstd.h": "libzstd-dev",
}
# Packages of PyPI that bring headers, by the folder that these are included from.
_ON_PYPI = frozenset({"cppy", "greenlet", "nanobind", "numpy", "pybind11"})


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


def is_quoted(parsed: ParsedUnit, missing: Missing) -> bool:
    """Tell whether a missing header is asked for with quotes, as those of the project itself are."""
    file = parsed.files.get(missing.path) if missing.path is not None else None
    return file is not None and file.data.startswith(b'"', missing.offset)


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
    package = _PACKAGES.get(name) or _package_of_folder(name)
    install = f"install it (on Debian and Ubuntu: apt install {package}), or " if package else ""
    if name == "Python.h":
        return f"{install}pass --python-include DIR"
    module = name.partition("/")[0]
    if module in _ON_PYPI:
        install = f"install it beside unstatic (pip install {module}), or "
    return f"{install}pass --capture if the build makes this file or knows where it is, or pass -I DIR"


def _package_of_folder(name: str) -> str | None:
    """Return the package that a header's folder belongs to, if all that is known of that folder is in one."""
    folder, slash, _ = name.rpartition("/")
    if not slash or folder == "sys":
        return None
    packages = {package for known, package in _PACKAGES.items() if known.rpartition("/")[0] == folder}
    return packages.pop() if len(packages) == 1 else None


def resource_dir(library: Library) -> Path | None:
    """Return Clang's own headers if an installed package has those of just this version, else None."""
    major = library.major
    candidates = [library.path.parent / "resource", library.path.parent / "clang" / str(major)]
    tidy = importlib.util.find_spec("clang_tidy")
    for folder in (tidy.submodule_search_locations or ()) if tidy else ():
        candidates.append(Path(folder) / "data" / "lib" / "clang" / str(major))
    return next((folder for folder in candidates if (folder / "include" / "stddef.h").is_file()), None)
