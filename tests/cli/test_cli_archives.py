"""An sdist stands for the project in it; nothing is written into it."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

EXTENSION = Path(__file__).resolve().parents[2] / "corpus" / "extensions" / "positional_type_without_gc"
SETUP = """from setuptools import Extension, setup
setup(ext_modules=[Extension('positional_type_without_gc', ['src/x.c'])])
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the project `p-1`, and an empty one for temporary files."""
    (tmp_path / "p-1" / "src").mkdir(parents=True)
    (tmp_path / "p-1" / "setup.py").write_text(SETUP)
    shutil.copy(EXTENSION / "module.c", tmp_path / "p-1" / "src" / "x.c")
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    return tmp_path


def unstatic(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "unstatic", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert "Traceback" not in done.stderr, done.stderr
    assert [] == list((folder / "temporary").iterdir())
    return done


@pytest.mark.parametrize("kind", ["gztar", "zip"])
def test_sdist(folder: Path, kind: str) -> None:
    archive = Path(shutil.make_archive(str(folder / "p-1"), kind, folder, "p-1")).name
    scan = unstatic(folder, "scan", archive)
    diff = unstatic(folder, "diff", archive)

    assert (0, 0) == (scan.returncode, diff.returncode)
    assert "\np-1/src/x.c:" in scan.stdout
    assert diff.stdout.startswith("diff --git a/src/x.c b/src/x.c\n")
    assert 0 == unstatic(folder, "migrate", "--output", "new", archive).returncode
    assert (EXTENSION / "after.c").read_bytes() == (folder / "new" / "src" / "x.c").read_bytes()


def test_several(folder: Path) -> None:
    first = Path(shutil.make_archive(str(folder / "p-1"), "gztar", folder, "p-1"))
    second = first.rename(folder / "p-2.tar.gz").name
    first = Path(shutil.make_archive(str(folder / "p-1"), "gztar", folder, "p-1"))

    both = unstatic(folder, "diff", first.name, second)
    mixed = unstatic(folder, "diff", first.name, "p-1")
    equal = unstatic(folder, "diff", first.name, str(first))

    names = [line.split()[2] for line in both.stdout.splitlines() if line.startswith("diff --git")]
    assert ["a/p-1/p-1/src/x.c", "a/p-2/p-1/src/x.c"] == names
    assert (2, 2) == (mixed.returncode, equal.returncode)
    assert "archives and of folders at once" in mixed.stderr


def test_nothing_is_written_into_it(folder: Path) -> None:
    archive = Path(shutil.make_archive(str(folder / "p-1"), "gztar", folder, "p-1"))
    before = archive.read_bytes()
    done = unstatic(folder, "migrate", "--write", archive.name)

    assert 2 == done.returncode
    assert "--write: p-1.tar.gz is an archive; unpack it, or use --output DIR or --series DIR" in done.stderr
    assert before == archive.read_bytes()


def test_no_archive(folder: Path) -> None:
    (folder / "p-1.tar.gz").write_bytes(b"no archive")
    done = unstatic(folder, "scan", "p-1.tar.gz")

    assert 2 == done.returncode
    assert "p-1.tar.gz: neither a folder nor an archive that can be unpacked" in done.stderr


@pytest.mark.parametrize("name", ["../escaped", "/tmp/escaped-from-sdist", "p-1/link/escaped"])
def test_members_that_lead_out(folder: Path, name: str) -> None:
    with tarfile.open(folder / "p-1.tar.gz", "w:gz") as archive:
        link = tarfile.TarInfo("p-1/link")
        link.type, link.linkname = tarfile.SYMTYPE, str(folder)
        archive.addfile(link)
        member = tarfile.TarInfo(name)
        member.size = 1
        archive.addfile(member, io.BytesIO(b"x"))
    before = sorted(folder.iterdir())
    done = unstatic(folder, "scan", "p-1.tar.gz")

    assert 2 == done.returncode
    assert before == sorted(folder.iterdir())
    assert not Path("/tmp/escaped-from-sdist").exists()


def bomb(folder: Path, members: int = 1, size: int = 0, name: str = "p-1/{}") -> str:
    """Return the name of an archive with files of zeros."""
    with tarfile.open(folder / "p-1.tar.gz", "w:gz", compresslevel=1) as archive:
        for number in range(members):
            member = tarfile.TarInfo(name.format(number))
            member.size = size
            archive.addfile(member, io.BytesIO(bytes(size)))
    return "p-1.tar.gz"


@pytest.mark.parametrize(
    ("made", "options", "words"),
    [
        ({"size": 80 << 20}, (), "unpacks to more than 200 times its own size"),
        ({"size": 3 << 20}, ("--unpack-limit", "2"), "unpacks to more than 2 MiB"),
        ({"members": 101}, ("--unpack-limit", "1"), "unpacks to more than 100 files"),
        ({"name": "d/" * 600 + "{}"}, (), "a path in it has more than 1000 characters"),
    ],
)
def test_what_unpacks_to_too_much(folder: Path, made: dict[str, Any], options: tuple[str, ...], words: str) -> None:
    done = unstatic(folder, "scan", *options, bomb(folder, **made))

    assert 4 == done.returncode
    assert words in done.stderr


def test_an_archive_that_says_it_is_small(folder: Path) -> None:
    archive = Path(shutil.make_archive(str(folder / "p-1"), "zip", folder, "p-1"))
    data = bytearray(archive.read_bytes())
    at = data.index(b"PK\x01\x02")
    data[at + 24 : at + 28] = (9 << 30 & 0xFFFFFFFF).to_bytes(4, "little")
    archive.write_bytes(data)
    done = unstatic(folder, "scan", archive.name)

    assert done.returncode in (2, 4)


def test_names_that_claim_to_be_endless(folder: Path) -> None:
    member = tarfile.TarInfo("././@LongLink")
    member.type, member.size = tarfile.GNUTYPE_LONGNAME, 1 << 33
    (folder / "p-1.tar").write_bytes(member.tobuf(tarfile.GNU_FORMAT) + bytes(10240))
    done = unstatic(folder, "scan", "p-1.tar")

    assert 2 == done.returncode
    assert "a name in it is too long" in done.stderr


def test_a_pipe_is_no_archive(folder: Path) -> None:
    os.mkfifo(folder / "p-1.tar.gz")

    assert 2 == unstatic(folder, "scan", "p-1.tar.gz").returncode


def test_data_that_looks_like_a_module_is_in_the_copy(folder: Path) -> None:
    for name in ("data.so", "x.cpython-312-x86_64-linux-gnu.so", ".hidden"):
        (folder / "p-1" / name).write_bytes(b"")
    archive = Path(shutil.make_archive(str(folder / "p-1"), "gztar", folder, "p-1"))
    assert 0 == unstatic(folder, "migrate", "--output", "new", archive.name).returncode

    assert sorted(os.listdir(folder / "p-1")) == sorted(os.listdir(folder / "new"))
