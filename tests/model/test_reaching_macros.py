"""Which macros may open others: by a name in their bodies, or by one that these may paste together."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.facts.macros.names_in_bodies import macro_places
from unstatic.facts.macros.reaching_macros import macros_reaching
from unstatic.model.extension import Extension
from unstatic.settings.config import Settings

END = "PyMODINIT_FUNC PyInit_shelf(void) { return NULL; }\n"


def model_of(folder: Path, code: str) -> Extension:
    source = folder / "shelf.c"
    source.write_text("#include <Python.h>\n" + code + END, encoding="utf-8")
    (extension,) = pipeline.load([source], Settings())
    return pipeline.model_of(extension, Settings(), {})


@pytest.mark.parametrize(
    ("body", "reaches"),
    [
        ("call_it(x)", True),
        ("OTHER(x)", True),
        ("other(x)", False),
        ("call_##x(1)", True),
        ("x##_it(1)", True),
        ("call##x##it(1)", True),
        ("x##y", True),
        ("call_##x##_all(1)", False),
        ("keep_##x(1)", False),
        ("call_ x##_all", False),
    ],
)
def test_names_that_a_body_has_or_may_paste(tmp_path: Path, body: str, reaches: bool) -> None:
    code = f"#define call_it(x) (x)\n#define OTHER(x) call_it(x)\n#define PROBED(x, y) {body}\n"

    found = macros_reaching(model_of(tmp_path, code), [b"call_it"])

    assert found == {b"call_it", b"OTHER"} | ({b"PROBED"} if reaches else set())


def test_a_place_that_makes_names_has_all_of_them(tmp_path: Path) -> None:
    code = """static PyObject *first_object;
#define object_of(x) x##_object
#define object_here(x) object_of(x)
void one(PyObject *local_object) { object_of(first) = NULL; object_here(local) = NULL; object_of(local) = NULL; }
"""
    places = macro_places(model_of(tmp_path, code))

    (place,) = places.by_place
    assert [item.token.text for item in places.by_place[place]] == [b"first_object", b"local_object", b"local_object"]
    (symbol,) = {item.symbol for item in places.uses} - {None}
    assert symbol is not None
    assert symbol.endswith("first_object")


def test_names_are_given_to_the_macros_around_them(tmp_path: Path) -> None:
    code = """static PyObject *first;
#define inner(x) (x)
#define outer(x) (x)
#define CLEAR(x) x = NULL
void one(void) { (void)outer(1 + (inner(first) != NULL)); (void)inner(2); CLEAR(first); first = NULL; }
"""
    model = model_of(tmp_path, code)
    (variable,) = model.globals

    given = list(macro_places(model).arguments(variable.symbol))

    assert [item.use.name for item in given] == ["outer", "inner", "CLEAR"]
