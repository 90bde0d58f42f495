"""Lists of live instances that stay: the type moves unless the list owns them or asks for more."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.settings.config import Settings

MODULE = Path(__file__).parents[2] / "corpus" / "extensions" / "list_of_live_instances" / "module.c"


def outcome_of_type(folder: Path, changed: tuple[str, str]) -> tuple[str, str]:
    text = MODULE.read_text()
    assert changed[0] in text
    source = folder / "module.c"
    source.write_text(text.replace(*changed))
    (extension,) = pipeline.load([source], Settings())
    report = pipeline.run(extension, Settings()).report
    (found,) = [item for item in report.subjects if item.name == "Link_Type"]
    return found.outcome, found.rule


def test_a_list_of_live_instances_may_stay(tmp_path: Path) -> None:
    assert ("migrate", "heap-types") == outcome_of_type(tmp_path, ("", ""))


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param(("links[n_links++] = self;", "Py_INCREF(self); links[n_links++] = self;"), id="owned"),
        pytest.param(("links[i]->handle == handle", "links[i]->heard == 0"), id="not-told-by-what-is-given"),
        pytest.param((".tp_dealloc = (destructor)Link_dealloc,", ""), id="never-left"),
        pytest.param(("Link *found = links[i];", "Link **at = links, *found = at[i];"), id="by-another-name"),
        pytest.param(("found->heard++;", "if (Py_TYPE(found) == &Link_Type) found->heard++;"), id="type-asked"),
        pytest.param(("static Link **links;", "static Link *link, **links = &link;"), id="one-of-one"),
    ],
)
def test_the_type_stays_where_an_instance_could_be_of_another_module(tmp_path: Path, changed: tuple[str, str]) -> None:
    assert "refuse" == outcome_of_type(tmp_path, changed)[0]
