"""Stars of pointers change no token, and stand where a file has them."""

from __future__ import annotations

import importlib
import os
from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.c.lexer import lex
from unstatic.rewriting.layout.stars import starred
from unstatic.settings.config import Settings
from unstatic.text.edits import Edit
from unstatic.text.source import Span

REWRITES = Path(importlib.import_module("unstatic.rewrites").__file__ or "").parent
TEXTS = sorted(REWRITES.glob("heap_types/cases/*/after.c*"))
LEFT = b"int f(char* a, char* b, char* c, char* d, char* e) {\n  return 0;\n}\n"
CASTS = b"#define C(x) (char*)x, (char*)x, (char*)x, (char*)x, (char*)x\n"
MODULE = b"#include <Python.h>\nPyMODINIT_FUNC PyInit_x(void) {\n  return NULL;\n}\n"


def written(folder: Path, source: bytes, text: bytes) -> bytes:
    """Return *text* as it is written into a file that begins with *source*."""
    path = folder / "x.c"
    path.write_bytes(MODULE + source)
    (extension,) = pipeline.load([path], Settings())
    model = pipeline.model_of(extension, Settings(), {})
    file = model.files[Path(os.path.realpath(path))]
    end = len(file.source.data)
    (edit,) = starred(model, file, [Edit(file.source.path, Span(end, end), text)])
    return edit.new


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.parent.name)
def test_no_token_changes(path: Path, tmp_path: Path) -> None:
    before = path.read_bytes()
    after = written(tmp_path, LEFT + CASTS, before)

    assert [token.text for token in lex(before).tokens] == [token.text for token in lex(after).tokens]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"Box *self = new_box();\n", b"Box* self = new_box();\n"),
        (b"static Box **\nboxes(void);\n", b"static Box**\nboxes(void);\n"),
        (b"Box *first, *second;\n", b"Box *first, *second;\n"),
        (b"void f(Box *first, Lid *second);\n", b"void f(Box* first, Lid* second);\n"),
        (b"return *self;\n", b"return *self;\n"),
        (b"area = width * height;\n", b"area = width * height;\n"),
        (b'say("Box *self"); /* Box *self */\n', b'say("Box *self"); /* Box *self */\n'),
        (b"self = (Box *)op;\n", b"self = (Box *)op;\n"),
    ],
)
def test_stars_beside_types(text: bytes, expected: bytes, tmp_path: Path) -> None:
    assert written(tmp_path, LEFT, text) == expected


def test_casts_have_a_habit_of_their_own(tmp_path: Path) -> None:
    assert written(tmp_path, CASTS, b"Box *self = (Box *)op;\n") == b"Box *self = (Box*)op;\n"


def test_what_the_file_has_stays(tmp_path: Path) -> None:
    source = LEFT + b"void g(Box *self);\n"

    assert written(tmp_path, source, b"Box *self, Lid *lid") == b"Box *self, Lid* lid"


def test_names_behind_the_text(tmp_path: Path) -> None:
    path = tmp_path / "x.c"
    path.write_bytes(MODULE + LEFT + b"void h(void) {\n  box = new_box();\n}\n")
    (extension,) = pipeline.load([path], Settings())
    file = (model := pipeline.model_of(extension, Settings(), {})).files[Path(os.path.realpath(path))]
    at = file.source.data.index(b"box =")

    assert b"Box* " == starred(model, file, [Edit(file.source.path, Span(at, at), b"Box *")])[0].new


def test_few_stars_say_nothing(tmp_path: Path) -> None:
    assert written(tmp_path, b"void g(char* self);\n", b"Box *self;") == b"Box *self;"
