"""A migration as one patch per step, in the form that `git am` takes."""

from __future__ import annotations

import os
import quopri
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.header import Header
from email.utils import formatdate
from pathlib import Path

from unstatic import __version__
from unstatic.migration.report import counted
from unstatic.text.diff import statistics, unified

# The date by which git itself marks an mbox that no mail program wrote.
_MAGIC = "Mon Sep 17 00:00:00 2001"
_MAGIC_SECONDS = 1000684800

COVER_LETTER = "cover-letter.txt"
_COVER = """\
{letter}
## The patches

{subjects}

Every prefix of this series compiles and behaves as before, so that each patch can be reviewed and bisected alone.{but}
Only the whole series is for shipping: in between, the module isn't isolated yet.

Apply with: git am {patches}
"""
_LATE = """
The exception: {functions} can't find the module before the whole series is applied."""


@dataclass(frozen=True, slots=True)
class Commit:
    """One step: the files before and after it, by path relative to where the patch will be applied."""

    name: str
    title: str
    message: str
    before: Mapping[Path, bytes]
    after: Mapping[Path, bytes]


def patches(commits: Sequence[Commit], letter: str = "", late: Sequence[str] = ()) -> dict[str, bytes]:
    """Return file names and contents of the series, in order, and its cover letter.

    It begins with *letter*, which says what the whole is for (Markdown), and names the functions that work no earlier
    than after the last patch, *late*. Commits that change nothing are left out. The same commits give the same bytes;
    the date is SOURCE_DATE_EPOCH if that is set, else a fixed one.
    """
    told = [(commit, diff) for commit in commits if (diff := unified(commit.before, commit.after))]
    files = {
        f"{number:04}-{_slug(commit.name)}.patch": _mail(commit, diff, f"[PATCH {number}/{len(told)}]")
        for number, (commit, diff) in enumerate(told, start=1)
    }
    if files:
        subjects = "\n".join(f"{name}: {commit.title}" for name, (commit, _) in zip(files, told, strict=True))
        but = _LATE.format(functions=", ".join(late)) if late else ""
        cover = _COVER.format(letter=letter, subjects=subjects, patches="*.patch", but=but)
        files[COVER_LETTER] = cover.lstrip().encode()
    return files


def _mail(commit: Commit, diff: bytes, tag: str) -> bytes:
    body, encoding = _body(commit, diff)
    subject = Header(f"{tag} {commit.title}", "utf-8" if not commit.title.isascii() else "us-ascii", maxlinelen=998)
    headers = [
        f"From {'0' * 40} {_MAGIC}",
        "From: unstatic <unstatic@localhost>",
        f"Date: {formatdate(int(os.environ.get('SOURCE_DATE_EPOCH', _MAGIC_SECONDS)))}",
        f"Subject: {subject.encode()}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=UTF-8",
        f"Content-Transfer-Encoding: {encoding}",
    ]
    return "\n".join([*headers, "", ""]).encode() + body


def _body(commit: Commit, diff: bytes) -> tuple[bytes, str]:
    counts = statistics(diff)
    changed = f"{counted(counts.files, 'file')} changed, {counts.lines_added} added, {counts.lines_removed} removed"
    text = b"\n".join([_quoted_message(commit.message), b"---", b" " + changed.encode(), b"", diff])
    text += b"-- \nunstatic " + __version__.encode() + b"\n\n"
    if b"\r" not in text:
        return text, "8bit"
    # git am takes CRLF for the mail's own line ends and drops the CR, unless it's encoded.
    # So would quopri, so it never sees one.
    return b"=0D".join(quopri.encodestring(piece) for piece in text.split(b"\r")), "quoted-printable"


def _quoted_message(message: str) -> bytes:
    # git am takes these openings for the start of the diff, and "From " for the next mail.
    indented = re.sub(r"^(?=---|diff -|Index: |>*From )", " ", message.strip(), flags=re.MULTILINE)
    return (indented + "\n").encode() if indented else b""


def _slug(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.]+", "-", name).strip("-.") or "step"
