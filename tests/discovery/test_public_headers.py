"""Headers that are installed: `package_data` counts in the folder of its package."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic.project.discovery.headers import public_headers

SETUP = "from setuptools import setup\nsetup(name='box', packages=['box'], package_data={data})\n"
PROJECT = "[tool.setuptools.package-data]\nbox = {data}\n"
CONFIG = "[options.package_data]\nbox = {data}\n"


def project(root: Path, script: str, text: str) -> list[Path]:
    headers = [root / name for name in ("src/inner.h", "src/box.h", "box/box.h", "box/include/api.h")]
    for path in (root / script, root / "box" / "__init__.py", *headers):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if path.name == script else "")
    return headers


@pytest.mark.parametrize(
    ("script", "text"),
    [
        ("setup.py", SETUP.format(data="{'box': ['*.h', '*.pxd']}")),
        ("pyproject.toml", PROJECT.format(data='["*.h", "*.pxd"]')),
        ("setup.cfg", CONFIG.format(data="*.h, *.pxd")),
    ],
)
def test_package_data_counts_in_its_package_and_for_what_is_copied_there(
    script: str, text: str, tmp_path: Path
) -> None:
    found = public_headers(tmp_path, project(tmp_path, script, text))

    assert sorted(path.relative_to(tmp_path).as_posix() for path in found) == ["box/box.h", "src/box.h"]


def test_package_data_may_lie_in_a_folder_of_its_package(tmp_path: Path) -> None:
    text = PROJECT.format(data='["include/*.h"]')
    found = public_headers(tmp_path, project(tmp_path, "pyproject.toml", text))

    assert [path.name for path in found] == ["api.h"]


@pytest.mark.parametrize(
    "text",
    [
        SETUP.format(data="{'crate': ['*.h']}"),
        SETUP.format(data="{'': ['*.h']}"),
        SETUP.format(data="{'box': ['**/*.h']}"),
        SETUP.format(data="{NAME: ['*.h']}"),
        SETUP.format(data="{'box': HEADERS}") + "HEADERS = ['*.h']\n",
    ],
)
def test_package_data_counts_everywhere_where_its_folder_is_not_known(text: str, tmp_path: Path) -> None:
    headers = project(tmp_path, "setup.py", text)

    assert public_headers(tmp_path, headers) == set(headers)


def test_a_package_outside_of_the_project_is_not_looked_at(tmp_path: Path) -> None:
    root = tmp_path / "root"
    text = PROJECT.replace("box =", '"...outside" =').format(data='["../../outside/*.h"]')
    headers = project(root, "pyproject.toml", text)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "inner.h").write_text("")

    assert public_headers(root, headers) == frozenset()


@pytest.mark.parametrize(
    ("installed", "names"),
    [
        ("#ifndef BOX_H\n#define BOX_H\nint older;\n#endif\n", ["box.h"]),
        ("int  box;\n", []),
        ("#ifndef OTHER_H\nint box;\n#endif\n", []),
    ],
)
def test_a_header_of_the_same_name_is_another_one_unless_it_is_a_copy(
    installed: str, names: list[str], tmp_path: Path
) -> None:
    (tmp_path / "pyproject.toml").write_text(PROJECT.format(data='["decl/*.h"]'))
    own, other = tmp_path / "src" / "box.h", tmp_path / "box" / "decl" / "box.h"
    for path, text in ((own, "#ifndef BOX_H\n#define BOX_H\nint box;\n#endif\n"), (other, installed)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "box" / "__init__.py").write_text("")

    assert [path.name for path in public_headers(tmp_path, [own])] == names
