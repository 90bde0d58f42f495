"""The runner of the corpus, on a package that is made here."""

from __future__ import annotations

import hashlib
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest
from harness import campaign, expectation, pins, side_by_side
from harness.campaign import Order
from harness.compiler import has_compiler
from harness.records import Result, read
from harness.side_by_side import Ended

from unstatic.system.building import interpreters

DEMO = Path(__file__).resolve().parents[2] / "corpus" / "demo"
FOUND = [python for minor in ("3.12", "3.13", "3.11") if (python := interpreters.find(minor)) is not None]
PIN = """\
name = "{name}"
version = "1.0"
sha256 = "{digest}"
modules = ["tally"]
test = '{{py}} -c "import tally; print(1, chr(32), flush=True)"'
exercise = '''
def exercise(module):
    return [module.Counter(), module.point(1, 2)]
'''

[expected]
"tally" = {{ outcome = "migrated", claim = "own", types = 2, globals = 2 }}

[baseline]
"""

pytestmark = pytest.mark.skipif(not FOUND or not has_compiler(FOUND[0]), reason="no Python with headers and compiler")


def order(name: str, folder: Path, *sources: Path) -> Order:
    """Return an order for a package of these files, whose sdist is there already."""
    downloads = folder / "work" / "sdists" / name
    downloads.mkdir(parents=True)
    archive = downloads / f"{name}-1.0.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        for path in sources:
            tar.add(path, f"{name}-1.0/{path.name}")
    pin = folder / f"{name}.toml"
    pin.write_text(PIN.format(name=name, digest=hashlib.sha256(archive.read_bytes()).hexdigest()))
    return Order(pin, folder / "work", (FOUND[0].minor,))


def ran(*orders: Order) -> dict[str, Ended]:
    return {ended.order.name: ended for ended in side_by_side.run(orders, 2, lambda _: 10, lambda: None)}


def result(of: Order) -> Result:
    found = read(of.answer)
    assert found is not None
    return found


def test_a_package_that_crashes_leaves_the_others_alone(tmp_path: Path) -> None:
    broken = Order(tmp_path / "none.toml", tmp_path / "work", (FOUND[0].minor,))
    text = tmp_path / "PKG-INFO"
    text.write_text("Name: plain\n")
    plain = order("plain", tmp_path, text)

    ended = ran(broken, plain)

    assert "ended with 1 while starting" == ended["none"].fault
    assert "" == ended["plain"].fault
    assert [] != result(plain)["problems"]


def test_the_key_is_of_what_is_measured(tmp_path: Path) -> None:
    demo = order("demo", tmp_path, DEMO / "setup.py")
    before = campaign.key_of(demo)
    text = demo.path.read_text()

    demo.path.write_text(text.replace("types = 2", "types = 1"))
    assert before == campaign.key_of(demo)
    demo.path.write_text(text.replace("import tally;", "import tally as t;"))
    assert before != campaign.key_of(demo)


def test_decisions_are_asked_for_without_a_build(tmp_path: Path) -> None:
    note = tmp_path / "PKG-INFO"
    note.write_text("Name: demo\n")
    whole = order("demo", tmp_path, DEMO / "setup.py", DEMO / "pyproject.toml", DEMO / "src", note)
    demo = replace(whole, decisions_only=True)

    assert "" == ran(demo)["demo"].fault

    found = result(demo)
    assert [] == found["problems"]
    assert found["migration"] and found["migration"]["lines_added"]
    assert found["verification"] is None
    assert campaign.known(whole) is None
    demo.path.write_text(demo.path.read_text().replace("types = 2", "types = 3"))
    judged = campaign.known(demo)
    assert judged and "pinned is" in judged["problems"][0]


@pytest.mark.slow
def test_a_package_goes_through_everything(tmp_path: Path) -> None:
    note = tmp_path / "PKG-INFO"
    note.write_text("Name: demo\n")
    demo = order("demo", tmp_path, DEMO / "setup.py", DEMO / "pyproject.toml", DEMO / "src", note)

    assert "" == ran(demo)["demo"].fault

    found = result(demo)
    assert [] == found["problems"]
    assert found["verification"] and FOUND[0].minor in found["verification"]["pythons"]
    assert found == campaign.known(demo)
    assert found == expectation.judge(pins.read(demo.path), found)
    assert not list((tmp_path / "work" / "runs" / "demo").glob("*/original"))
