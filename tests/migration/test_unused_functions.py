"""Functions that go with a slot which CPython 3 never calls, and those that stay for others."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.settings.config import Settings

CASE = Path(pipeline.__file__).parents[2] / "rewrites/uncalled_slots/cases/function_for_tp_print_and_slices/before.c"
SETUP = 'from setuptools import Extension, setup\nsetup(ext_modules=[Extension("box", ["box.c"])])\n'
HELPER = "static inline void\nput_text(FILE *fp, const char *text)\n{\n    fputs(text, fp);\n}\n"


@pytest.mark.parametrize(("header", "stays"), [("box.h", False), ("vendor/compat.h", True)])
def test_functions_of_a_library_in_the_project_stay(header: str, stays: bool, tmp_path: Path) -> None:
    source = CASE.read_text().replace("#include <Python.h>", f'#include <Python.h>\n#include "{header}"')
    begin, end = source.index("static void\nput_angle"), source.index("/* Used by print")
    source = source[:begin] + source[end:].replace("put_angle(fp, self)", "put_text(fp, Angle_format(self))")
    (tmp_path / header).parent.mkdir(exist_ok=True)
    for name, text in {header: HELPER, "box.c": source, "setup.py": SETUP}.items():
        (tmp_path / name).write_text(text)
    (extension,) = pipeline.load([tmp_path], Settings())
    outcome = pipeline.run(extension, Settings())

    changed = {path.as_posix() for path, data in outcome.after.items() if outcome.before[path] != data}
    assert {"box.c"} | (set() if stays else {header}) == changed
