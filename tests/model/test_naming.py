"""Functions that may name something are told by words, which must find what reading all bodies finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.facts.places.functions_mentioning import functions_naming
from unstatic.settings import config

EXTENSIONS = Path(__file__).resolve().parents[2] / "corpus" / "extensions"
NAMES = (b"return", b"PyErr_SetString", b"tp_free", b"Py_INCREF", b"if", b"no_such_name")


@pytest.mark.parametrize(
    "name", ["base_type_in_same_file", "conditional_init_header", "header_included_twice", "if_inside_initialiser"]
)
def test_no_function_that_names_something_is_left_out(name: str) -> None:
    folder = EXTENSIONS / name
    settings = config.load(folder)
    for extension in pipeline.load([folder], settings):
        model = pipeline.model_of(extension, settings, {})
        named = {
            wanted: [
                symbol
                for symbol in model.functions
                if any(
                    token.text == wanted
                    for _, body in model.bodies(symbol)
                    for part in body.walk()
                    for token in part.tokens
                )
            ]
            for wanted in NAMES
        }

        assert named[b"return"]
        for wanted, symbols in named.items():
            assert set(symbols) <= set(functions_naming(model, (wanted,))), wanted
        assert not list(functions_naming(model, (b"no_such_name",)))
