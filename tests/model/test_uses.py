"""What is done with a name: read from the tree of its expression."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.c.nodes import Name
from unstatic.model.extension import Extension
from unstatic.model.uses import UsedAs, may_store, uses_as
from unstatic.settings.config import Settings

HEAD = """#include <Python.h>
typedef struct { int count; PyObject *item; } Box;
static PyObject *kept, *other, *many[2];
static Box box;
#define COPY(target) (target) = kept
#define NAMED(target, name) give_##name((PyObject *)target, #name)
PyObject *give(PyObject *), *give_box(PyObject *, const char *);
"""


def model_of(folder: Path, code: str) -> Extension:
    source = folder / "shelf.c"
    source.write_text(HEAD + code + "PyMODINIT_FUNC PyInit_shelf(void) { return NULL; }\n", encoding="utf-8")
    (extension,) = pipeline.load([source], Settings())
    return pipeline.model_of(extension, Settings(), {})


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("kept = NULL;", [UsedAs.WRITTEN]),
        ("((PyObject *)kept) = NULL;", [UsedAs.WRITTEN]),
        ("kept += 1;", [UsedAs.CHANGED]),
        ("kept++; --kept;", [UsedAs.CHANGED, UsedAs.CHANGED]),
        ("other = (PyObject *)(kept);", [UsedAs.ASSIGNED]),
        ("give((PyObject *)kept);", [UsedAs.ARGUMENT]),
        ("Py_CLEAR(kept);", [UsedAs.ARGUMENT]),
        ("PyObject **at = &kept;", [UsedAs.ADDRESS]),
        ("give((PyObject *)&(kept));", [UsedAs.ADDRESS]),
        ("Py_ssize_t count = kept->ob_refcnt;", [UsedAs.MEMBER]),
        ("Py_ssize_t *count = &kept->ob_refcnt;", [UsedAs.MEMBER]),
        ("kept->ob_refcnt = 1;", [UsedAs.MEMBER]),
        ("*kept = *other;", [UsedAs.POINTEE]),
        ("if (kept) {}", [UsedAs.COMPARED]),
        ("if (!kept || kept == other) {}", [UsedAs.COMPARED, UsedAs.COMPARED]),
        ("while (kept != NULL) {}", [UsedAs.COMPARED]),
        ("return kept;", [UsedAs.RETURNED]),
        ("PyObject *mine = kept;", [UsedAs.INITIALISES]),
        ("PyObject *mine[] = {NULL, kept};", [UsedAs.INITIALISES]),
        ("size_t size = sizeof(kept);", [UsedAs.SIZED]),
        ("COPY(other);", [UsedAs.UNKNOWN]),
        ("other = kept ? kept : NULL;", [UsedAs.COMPARED, UsedAs.READ]),
        ("other = ({ kept; });", [UsedAs.UNKNOWN]),
    ],
)
def test_roles(statement: str, expected: list[UsedAs], tmp_path: Path) -> None:
    model = model_of(tmp_path, f"static PyObject *work(void) {{ {statement} return NULL; }}\n")

    assert expected == [use.role for use in uses_as(model, symbol_of(model, "kept"))]


def test_roles_of_functions(tmp_path: Path) -> None:
    model = model_of(
        tmp_path, "static int one(void) { return 1; }\nint two(void) { int (*f)(void) = one; return one(); }\n"
    )

    assert [UsedAs.INITIALISES, UsedAs.CALLED] == [use.role for use in uses_as(model, symbol_of(model, "one"))]


def test_roles_outside_of_functions(tmp_path: Path) -> None:
    model = model_of(tmp_path, "static PyObject **at = &kept, *all[] = {(PyObject *)&box};\n")

    assert [UsedAs.ADDRESS] == [use.role for use in uses_as(model, symbol_of(model, "kept"))]
    assert [UsedAs.ADDRESS] == [use.role for use in uses_as(model, symbol_of(model, "box"))]


def test_uses_with_one_role(tmp_path: Path) -> None:
    model = model_of(tmp_path, "void work(void) { if (kept == NULL) { kept = other; } }\n")
    (use,) = uses_as(model, symbol_of(model, "kept"), UsedAs.WRITTEN)

    assert isinstance(use.given, Name)
    assert b"other" == use.given.text


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("given = NULL;", True),
        ("(given) = NULL;", True),
        ("given += 1; kept = given;", True),
        ("given++;", True),
        ("Box **at = &given;", True),
        ("COPY(given);", True),
        ("other = ({ given = NULL; kept; });", True),
        ("NAMED(given, box);", False),
        ("given->count = 1;", False),
        ("int *at = &given->count;", False),
        ("int same = given == NULL;", False),
        ("give(&box == given ? kept : other);", False),
    ],
)
def test_what_may_store(statement: str, expected: bool, tmp_path: Path) -> None:
    model = model_of(tmp_path, f"void work(Box *given) {{ {statement} }}\n")

    assert expected == may_store(model, symbol_of(model, "given"))


def test_designators_give_values(tmp_path: Path) -> None:
    model = model_of(tmp_path, "void work(int given) { Box mine = {.count = given}; (void)mine; }\n")
    (use,) = uses_as(model, symbol_of(model, "count"))

    assert UsedAs.WRITTEN is use.role
    assert isinstance(use.given, Name)


def symbol_of(model: Extension, name: str) -> str:
    return next(item.symbol for item in model.declarations if item.name == name)
