"""What a batch is asked to do: folders, archives, lists and manifests, and what is wrong with them."""

from __future__ import annotations

import hashlib
import tarfile
from pathlib import Path

import pytest

from unstatic.batch.keys import key_of
from unstatic.batch.packages import Package, identity, mismatch
from unstatic.batch.reading import read
from unstatic.errors import UsageError

DIGEST = "sha256:" + "0" * 64


def project(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "setup.py").touch()
    return folder


def archive(path: Path) -> Path:
    with tarfile.open(path, "w:gz"):
        pass
    return path


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_a_folder_of_projects_and_archives(tmp_path: Path) -> None:
    project(tmp_path / "a-1.0")
    archive(tmp_path / "a-1.0.tar.gz")
    archive(tmp_path / "b-2.0.tar.gz")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes.txt").touch()

    assert ["a-1.0", "b-2.0"] == [package.name for package in read([tmp_path])]
    assert (tmp_path / "a-1.0").resolve() == read([tmp_path])[0].path


def test_a_project_is_one_package(tmp_path: Path) -> None:
    assert [Package("a", (tmp_path / "a").resolve())] == list(read([project(tmp_path / "a")]))


def test_a_list_of_requirements(tmp_path: Path) -> None:
    archive(tmp_path / "c-3.tar.gz")
    text = f"# all of them\nA_b==1.0 --hash={DIGEST} \\\n    --hash={DIGEST}  # two\n\nc-3.tar.gz --hash={DIGEST}\n"
    first, second = read([written(tmp_path / "list.txt", text)])

    assert ("a-b-1.0", "A_b==1.0", (DIGEST, DIGEST)) == (first.name, first.requirement, first.hashes)
    assert ("c-3", (tmp_path / "c-3.tar.gz").resolve()) == (second.name, second.path)


def test_a_manifest(tmp_path: Path) -> None:
    project(tmp_path / "a")
    text = '[[package]]\npath = "a"\noptions = ["-D", "X"]\n[[package]]\nname = "bee"\nrequirement = "b==2"\n'
    first, second = read([written(tmp_path / "m.toml", text + f'sha256 = "{"0" * 64}"\n')])

    assert ("a", ("-D", "X")) == (first.name, first.arguments)
    assert ("bee", "b==2", (DIGEST,)) == (second.name, second.requirement, second.hashes)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("l.txt", "", "names no package; write one requirement per line"),
        ("l.txt", "# nothing\n", "names no package"),
        ("l.txt", "-r other.txt\n", "l.txt:1: -r other.txt: options aren't supported here"),
        ("l.txt", "\n==1.0\n", "l.txt:2: '==1.0' is no requirement"),
        ("l.txt", "a==1 --hash=md5:00\n", "'md5:00' is no hash: write sha256:"),
        ("l.txt", "a==1 --no-deps\n", "--no-deps isn't supported here"),
        ("l.txt", f"a==1 --hash={DIGEST}\nb==1\n", "l.txt:2: b==1 has no hash, but others have"),
        ("l.txt", "absent-1.0.tar.gz\n", "l.txt:1: there is no file"),
        ("l.txt", "a==1\nA==1\n", "two packages are called a-1: a==1 and A==1"),
        ("m.toml", "", "names no package; write [[package]] tables"),
        ("m.toml", "[[package]\n", "can't be read as a manifest"),
        ("m.toml", "package = [3]\n", "package 1: must be a table"),
        ("m.toml", "[[package]]\nname = 'x'\n", "package 1: give it either a path or a requirement"),
        ("m.toml", "[[package]]\npth = 'x'\n", "unknown key pth; did you mean path?"),
        ("m.toml", "[[package]]\npath = 'absent'\n", "package 1: there is no "),
        ("m.toml", "[[package]]\npath = '.'\nname = '../x'\n", "name '../x' can't be the name of a folder"),
        ("m.toml", "[[package]]\npath = '.'\noptions = '-D X'\n", "options must be a list of texts"),
        ("m.toml", f"[[package]]\npath = '.'\nsha256 = '{'0' * 64}'\n", "sha256 is that of an archive"),
        ("x.c", "", "x.c: neither a folder, an archive, a manifest"),
    ],
)
def test_what_can_not_be_meant(tmp_path: Path, name: str, text: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        read([written(tmp_path / name, text)])

    assert words in str(caught.value)


def test_a_folder_without_packages(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no packages"):
        read([tmp_path])


def test_hashes_are_compared(tmp_path: Path) -> None:
    file = written(tmp_path / "a.tar.gz", "data")
    right = "sha256:" + hashlib.sha256(b"data").hexdigest()

    assert ["", "", f"its hash is {right}, not {DIGEST}"] == [
        mismatch(file, hashes).partition(";")[0] for hashes in ((), (DIGEST, right), (DIGEST,))
    ]


def test_a_result_stands_for_contents_and_options(tmp_path: Path) -> None:
    package = Package("a", project(tmp_path / "a"))
    before = identity(package), key_of(package, (), None)
    (tmp_path / "a" / ".git").mkdir()
    (tmp_path / "a" / ".git" / "index").touch()

    assert before == (identity(package), key_of(package, (), None))
    assert before[1] != key_of(package, ("--gc", "always"), None)
    assert before[1] != key_of(package, (), ())

    written(tmp_path / "a" / "x.c", "")

    assert before[0] != identity(package)
