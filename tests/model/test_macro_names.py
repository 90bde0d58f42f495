"""Uses of macros without arguments become the same, wherever the same definitions count."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.facts.macros.variable_aliases import macro_names
from unstatic.facts.references.paths.back_pointers import back_pointers
from unstatic.facts.references.paths.variables import Variables
from unstatic.model.extension import Extension
from unstatic.settings.config import Settings

HEAD = """#include <Python.h>
typedef struct node { PyObject_HEAD struct node *next; void *data; int size; } Node;
static PyObject *first, *second;
static Node root;
"""
END = "PyMODINIT_FUNC PyInit_shelf(void) { return NULL; }\n"


def model_of(folder: Path, code: str) -> Extension:
    source = folder / "shelf.c"
    source.write_text(HEAD + code + END, encoding="utf-8")
    (extension,) = pipeline.load([source], Settings())
    return pipeline.model_of(extension, Settings(), {})


def names_in(folder: Path, code: str) -> list[str]:
    return [symbol.rpartition(":")[2] for symbol in macro_names(model_of(folder, code)).values()]


def test_each_use_means_what_counts_at_its_place(tmp_path: Path) -> None:
    code = """#define current first
void one(void) { current = NULL; current = second; }
#undef current
#define current (second)
void two(void) { current = NULL; }
"""

    assert names_in(tmp_path, code) == ["first", "first", "second"]


def test_a_macro_that_another_definition_changes_is_opened_again(tmp_path: Path) -> None:
    code = """#define target first
#define current ((PyObject *)&target)
void one(void) { (void)(current); }
#undef target
#define target second
void two(void) { (void)(current); }
"""

    assert names_in(tmp_path, code) == ["first", "second"]


@pytest.mark.parametrize("body", ["root.size", "root", "(first == second)", "3"])
def test_other_macros_are_no_names_of_variables(tmp_path: Path, body: str) -> None:
    code = f"#define current {body}\nint one(void) {{ (void)(current); return 0; }}\n"

    assert names_in(tmp_path, code) == (["root"] if body == "root" else [])


@pytest.mark.parametrize(
    ("statement", "count"),
    [
        ("self->data = self;", 1),
        ("(self->data) = self;", 1),
        ("self->data /* itself */\n    = self;", 1),
        ("self->next = other; self->data = self;", 2),
        ("(void)self->data;", 0),
        ("if (self->data == self) self->size++;", 0),
    ],
)
def test_fields_that_are_given_objects_are_found_by_what_stands_behind_them(
    tmp_path: Path, statement: str, count: int
) -> None:
    model = model_of(tmp_path, f"void one(Node *self, Node *other) {{ {statement} }}\n")
    (function,) = model.functions_named["one"]

    assert len(back_pointers(model, Variables(model), function)) == count


def test_a_macro_without_a_body_mentions_nothing_of_those_that_stand_in_for_functions(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text(
        "from setuptools import Extension, setup\n"
        "setup(name='shelf', ext_modules=[Extension('shelf', ['shelf.c', 'other.c'])])\n",
        encoding="utf-8",
    )
    (tmp_path / "other.c").write_text(
        "#include <Python.h>\nextern int traced;\n#define trace(text) (traced && puts(text))\n#define OTHER\n"
        '#define LOUD(text) trace(text)\nvoid other(void) { LOUD("other"); }\n',
        encoding="utf-8",
    )
    (tmp_path / "shelf.c").write_text(HEAD + "int traced;\nvoid trace(const char *text) { }\n" + END, encoding="utf-8")
    (extension,) = pipeline.load([tmp_path], Settings())
    macros = pipeline.model_of(extension, Settings(), {}).macros

    assert not macros["OTHER"].mentions
    assert macros["LOUD"].mentions == {"traced", "puts"}
