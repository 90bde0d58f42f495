"""What is known of an extension goes with the last that holds it: no collection of cycles is waited for."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.cparse.facts import Reference
from unstatic.model.extension import Extension
from unstatic.settings import config

EXTENSIONS = Path(__file__).parents[2] / "corpus" / "extensions"


@pytest.mark.parametrize("work", [pipeline.scan, pipeline.run])
@pytest.mark.parametrize("name", ["dealloc_with_several_exits", "getters_of_one_macro", "slots_in_macros"])
def test_nothing_waits_for_a_collection(work: Callable[..., object], name: str) -> None:
    settings = config.load(EXTENSIONS / name)
    extensions = pipeline.load([EXTENSIONS / name], settings)
    gc.collect()
    before = _alive()
    gc.disable()
    try:
        for extension in extensions:
            work(extension, settings)
        assert _alive() == before
    finally:
        gc.enable()


def _alive() -> int:
    return sum(isinstance(item, (Extension, Reference)) for item in gc.get_objects())
