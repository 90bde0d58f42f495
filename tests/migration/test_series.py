import subprocess
from pathlib import Path

import pytest

from unstatic.delivery.series import COVER_LETTER, Commit, patches

C = Path("src/x.c")
FIRST, SECOND, THIRD = b"int a;\n", b"int b;\n", b"int b;\nint c;"


def commits(*states: bytes, message: str = "Why.", title: str = "g: turn a into b") -> list[Commit]:
    """Return a commit from each state to the next one."""
    return [
        Commit(f"step-{number}", title, message, {C: before}, {C: after})
        for number, (before, after) in enumerate(zip(states, states[1:], strict=False))
    ]


def git(root: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=n", "-c", "user.email=e@localhost", "-c", "init.defaultBranch=main"]
    result = subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)
    return result.stdout.decode()


def applied(root: Path, first: bytes, files: dict[str, bytes]) -> bytes:
    """Return the bytes of C after `git am *.patch`."""
    (root / C).parent.mkdir()
    (root / C).write_bytes(first)
    git(root, "init", "-q")
    git(root, "config", "core.autocrlf", "false")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    (root / "series").mkdir()
    for name, data in files.items():
        (root / "series" / name).write_bytes(data)
    git(root, "am", "-q", *sorted(f"series/{name}" for name in files if name.endswith(".patch")))
    return (root / C).read_bytes()


def test_git_am_takes_every_step(tmp_path: Path) -> None:
    files = patches(commits(FIRST, SECOND, THIRD))

    assert THIRD == applied(tmp_path, FIRST, files)
    assert "3" == git(tmp_path, "rev-list", "--count", "HEAD").strip()


@pytest.mark.parametrize(
    "states",
    [
        (b"a\r\nb\r\n", b"a\r\nc\r\n"),
        (b"\xe9\n", b"\xe8=\n"),
        (b"a\r\n\xe9 \r\n", b"a\n\xe9 \nx"),
        (b"a\rb\n", b"a\rc\n"),
    ],
    ids=["crlf", "latin-1", "mixed", "lone-cr"],
)
def test_git_am_keeps_the_bytes(tmp_path: Path, states: tuple[bytes, bytes]) -> None:
    assert states[1] == applied(tmp_path, states[0], patches(commits(*states)))


@pytest.mark.parametrize("message", ["", "--- not a diff\ndiff --git a b\nFrom here on", "Zeile mit ü"])
def test_git_am_keeps_the_message(tmp_path: Path, message: str) -> None:
    applied(tmp_path, FIRST, patches(commits(FIRST, SECOND, message=message, title="g: ü " + "long " * 30 + "end")))

    subject, *body = git(tmp_path, "log", "-1", "--format=%B").splitlines()
    assert "g: ü " + "long " * 30 + "end" == subject
    assert message.split() == "\n".join(body).split()


def test_steps_without_changes_are_left_out() -> None:
    assert ["0001-step-1.patch", COVER_LETTER] == list(patches(commits(FIRST, FIRST, SECOND)))


def test_nothing_makes_no_series() -> None:
    assert {} == patches(commits(FIRST, FIRST))


def test_the_same_commits_give_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)

    assert patches(commits(FIRST, SECOND)) == patches(commits(FIRST, SECOND))


def test_the_date_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")

    assert b"Date: Tue, 14 Nov 2023 22:13:20 -0000" in patches(commits(FIRST, SECOND))["0001-step-0.patch"]


def test_the_cover_letter_holds_what_was_noted() -> None:
    letter = patches(commits(FIRST, SECOND), letter="# m\n\n- __module__ becomes m of T\n")[COVER_LETTER].decode()

    assert "\n- __module__ becomes m of T\n" in letter


def test_the_cover_letter_says_that_only_the_whole_is_for_shipping() -> None:
    assert b"Only the whole series is for shipping" in patches(commits(FIRST, SECOND))[COVER_LETTER]


def test_the_letter_names_what_works_last() -> None:
    letter = patches(commits(FIRST, SECOND), late=("on_item", "on_end"))[COVER_LETTER].decode()

    assert "The exception: on_item, on_end can't find the module before the whole series is applied.\n" in letter
