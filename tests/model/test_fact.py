"""Facts are found once for a model, and forgotten with all others."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.model.extension import Extension
from unstatic.model.fact import common_fact, fact
from unstatic.settings.config import Settings

asked: list[str] = []


@fact
def greeting(model: Extension, name: str) -> str:
    asked.append(name)
    return f"{name} of {model.name}"


@fact
def nothing(_model: Extension) -> None:
    asked.append("nothing")


@common_fact
def shared(model: Extension) -> str:
    asked.append("shared")
    return model.name


@pytest.fixture
def model(tmp_path: Path) -> Extension:
    asked.clear()
    source = tmp_path / "shelf.c"
    source.write_bytes(
        b"#include <Python.h>\n"
        b"#if PY_VERSION_HEX < 0x030A0000\nstatic PyObject *other;\n#else\nstatic PyObject *kept;\n#endif\n"
        b"PyMODINIT_FUNC PyInit_shelf(void) { return NULL; }\n"
    )
    (extension,) = pipeline.load([source], Settings())
    return pipeline.model_of(extension, Settings(), {})


def test_a_fact_is_found_once_for_what_is_asked(model: Extension) -> None:
    found = [greeting(model, name) for name in ("lid", "box", "lid")]

    assert ["lid of shelf", "box of shelf", "lid of shelf"] == found
    assert ["lid", "box"] == asked


def test_none_is_an_answer(model: Extension) -> None:
    for _ in range(2):
        nothing(model)

    assert ["nothing"] == asked


def test_what_was_forgotten_is_found_again(model: Extension) -> None:
    for _ in range(2):
        assert ("lid of shelf", "shelf") == (greeting(model, "lid"), shared(model))
        model.forget()

    assert ["lid", "shared"] * 2 == asked


def test_configurations_share_common_facts_alone(model: Extension) -> None:
    assert model.configurations
    for item in (model, *model.configurations):
        greeting(item, "lid")
        shared(item)

    assert ["lid", "shared", *["lid"] * len(model.configurations)] == asked
