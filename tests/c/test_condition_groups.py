"""Insertions under one condition at one place get one `#if`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unstatic import pipeline
from unstatic.model.extension import File
from unstatic.rewriting.condition_groups import joined
from unstatic.settings.config import Settings
from unstatic.text.edits import Edit, apply
from unstatic.text.source import Span

HEAD = b"#include <Python.h>\nPyMODINIT_FUNC PyInit_groups(void) { return NULL; }\n"
CODE = HEAD + b"#if A\nint a;\n#endif\nint b;\n#if A\nint c;\n#else\nint d;\n#endif\nint e;\n"
AFTER_GROUP, AFTER_ELSE = CODE.index(b"int b;"), CODE.index(b"int e;")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> File:
    source = tmp_path_factory.mktemp("groups") / "groups.c"
    source.write_bytes(CODE)
    (extension,) = pipeline.load([source], Settings())
    return pipeline.model_of(extension, Settings(), {}).files[Path(os.path.realpath(source))]


def insertion(file: File, at: int, new: bytes) -> Edit:
    return Edit(file.source.path, Span(at, at), new)


def test_one_group_for_several(file: File) -> None:
    at = len(CODE)
    edits = [insertion(file, at, b"#if B\nx();\n#endif\n"), insertion(file, at, b"#if B\ny();\n#endif\n")]

    assert CODE + b"#if B\nx();\ny();\n#endif\n" == apply(CODE, joined(file, edits))


def test_a_group_that_is_there_takes_them(file: File) -> None:
    edits = [
        insertion(file, AFTER_GROUP, b"#if A\nx();\n#endif\n"),
        insertion(file, AFTER_ELSE, b"#if A\ny();\n#endif\n"),
    ]

    expected = CODE.replace(b"int a;\n", b"int a;\nx();\n").replace(b"int e;", b"#if A\ny();\n#endif\nint e;")
    assert expected == apply(CODE, joined(file, edits))


PIECES = st.sampled_from([b"x();\n", b"#if B\nx();\n#endif\n", b"#if B\ny();\n#endif\n", b"#if C\nz();\n#endif\n"])
PLACES = st.sampled_from([0, AFTER_GROUP, AFTER_ELSE, len(CODE)])


@given(st.lists(st.tuples(PLACES, PIECES), max_size=6, unique=True))
def test_the_lines_stay(file: File, pieces: list[tuple[int, bytes]]) -> None:
    edits = [insertion(file, at, new) for at, new in pieces]
    plain = [line for line in apply(CODE, edits).splitlines() if not line.startswith(b"#")]

    found = apply(CODE, joined(file, edits))

    assert plain == [line for line in found.splitlines() if not line.startswith(b"#")]
    assert found.count(b"#if") == found.count(b"#endif")
