"""Two sources and a header: what they share moves into a state that both reach, or stays as it was in both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.errors import ParseError
from unstatic.pipeline import Outcome
from unstatic.settings import config

HEADER = """\
#ifndef BOX_H
#define BOX_H
#include <Python.h>

extern PyTypeObject Box_Type;

int box_register(PyObject *module);

#endif
"""
BOX = """\
#include "box.h"

PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "m.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

int
box_register(PyObject *module)
{
    if (PyType_Ready(&Box_Type) < 0)
        return -1;
    Py_INCREF(&Box_Type);
    return PyModule_AddObject(module, "Box", (PyObject *)&Box_Type);
}
"""
MODULE = """\
#include "box.h"

static PyObject *
is_box(PyObject *module, PyObject *value)
{
    return PyBool_FromLong(Py_TYPE(value) == &Box_Type);
}

static PyMethodDef methods[] = {
    {"is_box", is_box, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "m", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *module = PyModule_Create(&def);
    if (module == NULL)
        return NULL;
    if (box_register(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
"""
SETUP = """\
from setuptools import Extension, setup
setup(name="m", ext_modules=[Extension("m", ["module.c", "box.c"]%s)]%s)
"""


def project(folder: Path, *, setup: tuple[str, str] = ("", ""), **files: str) -> Path:
    """Write the two sources and the header, with *files* in their place or beside them (`box_h="..."`)."""
    folder.mkdir(exist_ok=True)
    texts = {"module_c": MODULE, "box_c": BOX, "box_h": HEADER, **files}
    for name, text in texts.items():
        stem, _, suffix = name.rpartition("_")
        (folder / f"{stem}.{suffix}").write_text(text, encoding="utf-8")
    if "setup_py" not in files:
        (folder / "setup.py").write_text(SETUP % setup, encoding="utf-8")
    (folder / "MANIFEST.in").write_text("include *.h\n", encoding="utf-8")
    return folder


def migrated(folder: Path, flags: dict[str, object] | None = None) -> Outcome:
    """Migrate in memory; what is on disk must stay as it is."""
    before = {path: path.read_bytes() for path in folder.parent.rglob("*.[ch]")}
    settings = config.load(folder, flags or {})
    (extension,) = pipeline.load([folder], settings)
    outcome = pipeline.run(extension, settings)
    assert before == {path: path.read_bytes() for path in folder.parent.rglob("*.[ch]")}
    return outcome


def rule_of(outcome: Outcome, kind: str, name: str) -> str:
    (found,) = [item for item in outcome.report.subjects if (item.kind, item.name) == (kind, name)]
    assert "refuse" == found.outcome
    return found.rule


def test_private_header_holds_the_state(tmp_path: Path) -> None:
    outcome = migrated(project(tmp_path / "m"))

    assert "migrated" == outcome.report.outcome
    assert b"m_state" in outcome.after[Path("box.h")]
    assert b"extern PyTypeObject" not in outcome.after[Path("box.h")]


PLAIN = """#include "plain.h"
%s
int size = NOWHERE;
"""
WITH_PLAIN = SETUP.replace('"box.c"', '"box.c", "plain.c"') % ("", "")


def test_an_error_in_code_without_python_concerns_what_it_names(tmp_path: Path) -> None:
    # The macro that stands outside of any declaration isn't one.
    folder = project(tmp_path / "m", setup_py=WITH_PLAIN, plain_c=PLAIN % "", plain_h="int spare[NOTHING];\n")

    assert "migrated" == migrated(folder).report.outcome


def test_an_error_in_code_without_python_that_names_the_type(tmp_path: Path) -> None:
    text = PLAIN % "extern int Box_Type;"
    folder = project(tmp_path / "m", setup_py=WITH_PLAIN, plain_c=text, plain_h="int spare[NOTHING];\n")

    assert "parse-error" == rule_of(migrated(folder), "type", "Box_Type")


@pytest.mark.parametrize("how", [', headers=["box.h"]', ', data_files=[("include", ["box.h"])]'])
def test_header_that_is_installed_keeps_its_type(tmp_path: Path, how: str) -> None:
    outcome = migrated(project(tmp_path / "m", setup=("", how)))

    assert "refused" == outcome.report.outcome
    assert "public-header" == rule_of(outcome, "type", "Box_Type")
    assert {} == outcome.after


INSTALLED = """\
from setuptools import Extension, setup
%s
setup(name="m", ext_modules=[Extension("m", ["module.c", "box.c"])], %s)
"""


@pytest.mark.parametrize(
    "how",
    [
        ('files = ["box.h"]', "headers=files"),
        ('BOX = "src/" + "box.h"\nfiles = []\nfiles = [BOX]', "headers=files"),
        ("if True:\n    files = []\nelse:\n    files = ['box.h']", "data_files=[('include', files)]"),
        ('options = {"headers": ["box.h"]}', "**options"),
    ],
)
def test_header_that_is_installed_by_way_of_a_variable_keeps_its_type(tmp_path: Path, how: tuple[str, str]) -> None:
    outcome = migrated(project(tmp_path / "m", setup_py=INSTALLED % how))

    assert "refused" == outcome.report.outcome
    assert "public-header" == rule_of(outcome, "type", "Box_Type")


def test_installed_header_keeps_the_parameters_of_its_macros(tmp_path: Path) -> None:
    header = HEADER.replace("extern PyTypeObject Box_Type;", "#define Box_Check(op) (Py_TYPE(op) == &Box_Type)")
    source = MODULE.replace('#include "box.h"', '#include "box.h"\n\nextern PyTypeObject Box_Type;')
    source = source.replace("Py_TYPE(value) == &Box_Type", "Box_Check(value)")
    box = BOX.replace('#include "box.h"\n\n', '#include "box.h"\n\nextern PyTypeObject Box_Type;\n')
    installed = ("", ', headers=["box.h"]')

    private = migrated(project(tmp_path / "m", module_c=source, box_c=box, box_h=header))
    public = migrated(project(tmp_path / "p", setup=installed, module_c=source, box_c=box, box_h=header))

    assert b"Box_Check(state, op)" in private.after[Path("box.h")]
    assert "public-header" == rule_of(public, "type", "Box_Type")
    assert {} == public.after


def test_header_outside_of_the_project_is_never_edited(tmp_path: Path) -> None:
    folder = project(tmp_path / "m", setup=(', include_dirs=["../common"]', ""), box_h="#include <outside.h>\n")
    (tmp_path / "common").mkdir()
    (tmp_path / "common" / "outside.h").write_text(HEADER, encoding="utf-8")

    outcome = migrated(folder, {"include-dirs": [str(tmp_path / "common")]})

    assert "refused" == outcome.report.outcome
    assert "foreign-file" == rule_of(outcome, "type", "Box_Type")
    assert {} == outcome.after


def test_units_without_a_header_of_their_own_get_one(tmp_path: Path) -> None:
    outcome = migrated(without_header(tmp_path))

    assert "migrated" == outcome.report.outcome
    assert Path("m_state.h") in outcome.after


@pytest.mark.parametrize(
    ("manifest", "named"),
    [
        (None, b"include m_state.h\n"),
        (b"", b"include m_state.h\n"),
        (b"include LICENSE\nprune doc", b"include LICENSE\ninclude m_state.h\nprune doc"),
        (b"include LICENSE", b"include LICENSE\ninclude m_state.h\n"),
        (b"include LICENSE\r\n", b"include LICENSE\r\ninclude m_state.h\r\n"),
        (b"include box.c\nglobal-exclude *.h", b"include box.c\nglobal-exclude *.h\ninclude m_state.h\n"),
        (b"include \xe9.txt\n", b"include \xe9.txt\ninclude m_state.h\n"),
    ],
)
def test_the_manifest_names_a_new_header(tmp_path: Path, manifest: bytes | None, named: bytes) -> None:
    folder = without_header(tmp_path)
    (folder / "MANIFEST.in").unlink()
    if manifest is not None:
        (folder / "MANIFEST.in").write_bytes(manifest)

    outcome = migrated(folder)

    assert "migrated" == outcome.report.outcome
    assert named == outcome.after[Path("MANIFEST.in")]
    assert manifest == outcome.before.get(Path("MANIFEST.in"))
    assert all(Path("MANIFEST.in") in step.files for step in outcome.steps if Path("m_state.h") in step.files)


def test_a_manifest_that_names_the_header_stays(tmp_path: Path) -> None:
    outcome = migrated(without_header(tmp_path))

    assert Path("m_state.h") in outcome.after
    assert Path("MANIFEST.in") not in outcome.after


def test_a_project_that_packs_by_its_own_command_gets_no_manifest(tmp_path: Path) -> None:
    folder = without_header(tmp_path)
    (folder / "MANIFEST.in").unlink()
    script = (folder / "setup.py").read_text(encoding="utf-8").rstrip().removesuffix(")")
    (folder / "setup.py").write_text(script + ", cmdclass={'sdist': sdist_files_from_git})\n", encoding="utf-8")

    outcome = migrated(folder)

    assert Path("m_state.h") in outcome.after
    assert Path("MANIFEST.in") not in outcome.after


def test_a_manifest_elsewhere_is_not_written_through(tmp_path: Path) -> None:
    folder = without_header(tmp_path)
    (folder / "MANIFEST.in").rename(tmp_path / "theirs.in")
    (tmp_path / "theirs.in").write_text("include LICENSE\n", encoding="utf-8")
    (folder / "MANIFEST.in").symlink_to(tmp_path / "theirs.in")

    outcome = migrated(folder)

    assert "several-units" == rule_of(outcome, "type", "Box_Type")
    assert {} == outcome.after


def test_nothing_moves_into_a_header_that_is_something_else(tmp_path: Path) -> None:
    folder = without_header(tmp_path)
    (folder / "m_state.h").write_text("/* taken */\n", encoding="utf-8")

    outcome = migrated(folder)

    assert "refused" == outcome.report.outcome
    assert "several-units" == rule_of(outcome, "type", "Box_Type")
    assert {} == outcome.after


def test_macro_is_written_out_as_its_own_unit_defines_it(tmp_path: Path) -> None:
    macro = "#define COUNT(name) if (PyModule_AddIntConstant(module, #name, %s) < 0) return %s;\n"
    more = "static PyObject *\nmore(PyObject *module)\n{\n    COUNT(more)\n    return module;\n}\n"
    module_c = (macro % ("1", "NULL") + MODULE).replace("PyMODINIT_FUNC", more + "\nPyMODINIT_FUNC")
    first = "    COUNT(boxes)\n    if (more(module) == NULL || box_register"
    module_c = module_c.replace("    if (box_register", first)
    folder = project(tmp_path / "m", module_c=module_c, box_c=macro % ("2", "-1") + BOX)

    outcome = migrated(folder)

    assert b'PyModule_AddIntConstant(module, "boxes", 1) < 0) return -1;' in outcome.after[Path("module.c")]


def without_header(folder: Path) -> Path:
    declared = "#include <Python.h>\nextern PyTypeObject Box_Type;\nint box_register(PyObject *module);\n"
    include = '#include "box.h"\n'
    made = project(folder / "m", module_c=MODULE.replace(include, declared), box_c=BOX.replace(include, declared))
    (made / "box.h").unlink()
    return made


def test_header_that_means_two_things_keeps_what_it_names(tmp_path: Path) -> None:
    header = HEADER.replace(
        "int box_register",
        "#ifdef WIDE\n#define CHOSEN PyList_Type\n#else\n#define CHOSEN Box_Type\n#endif\n"
        "static inline int is_chosen(PyObject *value) { return Py_TYPE(value) == &CHOSEN; }\n"
        "int box_register",
    )
    folder = project(tmp_path / "m", box_h=header)
    commands = [
        {"directory": str(folder), "file": name, "arguments": ["cc", *given, "-c", name, "-o", f"{name}.o"]}
        for name, given in (("module.c", ["-DWIDE"]), ("box.c", []))
    ]
    (folder / "compile_commands.json").write_text(json.dumps(commands), encoding="utf-8")

    outcome = migrated(folder, {"compile-commands": str(folder / "compile_commands.json")})

    assert "refused" == outcome.report.outcome
    assert {} == outcome.after


@pytest.mark.parametrize(("given", "name"), [("m", '"m." MODULE_NAME "Box"'), ("a.b", 'MODULE_NAME "Box"')])
def test_a_name_that_the_build_gives_gets_a_module_where_it_has_no_dot(tmp_path: Path, given: str, name: str) -> None:
    folder = project(tmp_path / "m", box_c=BOX.replace('"m.Box"', 'MODULE_NAME "Box"'))
    define = f'-DMODULE_NAME="{given}"'
    commands = [
        {"directory": str(folder), "file": name, "arguments": ["cc", define, "-c", name, "-o", f"{name}.o"]}
        for name in ("module.c", "box.c")
    ]
    (folder / "compile_commands.json").write_text(json.dumps(commands), encoding="utf-8")

    outcome = migrated(folder, {"compile-commands": str(folder / "compile_commands.json")})

    assert "migrated" == outcome.report.outcome
    assert f".name = {name},".encode() in outcome.after[Path("box.c")]


def test_headers_that_include_each_other_are_read_once(tmp_path: Path) -> None:
    lid = '#ifndef LID_H\n#define LID_H\n#include "box.h"\nint lid(PyObject *box);\n#endif\n'
    header = HEADER.replace("extern", '#include "lid.h"\n\nextern')

    outcome = migrated(project(tmp_path / "m", box_h=header, lid_h=lid))

    assert "migrated" == outcome.report.outcome


def test_headers_that_include_each_other_without_end_are_an_error(tmp_path: Path) -> None:
    folder = project(tmp_path / "m", box_h='#include <Python.h>\n#include "lid.h"\n', lid_h='#include "box.h"\n')

    with pytest.raises(ParseError, match="include guard"):
        migrated(folder)


LATE = """\
#include "late.h"
#define PY_SSIZE_T_CLEAN
#include <Python.h>

extern PyObject *LateError;

int
late(int hour)
{
    if (hour > 20) {
        PyErr_SetString(LateError, "too late");
        return -1;
    }
    return 0;
}
"""


def test_only_what_a_unit_needs_ahead_of_python_keeps_its_place(tmp_path: Path) -> None:
    folder = without_header(tmp_path)
    module = (folder / "module.c").read_text(encoding="utf-8")
    module = module.replace("#include <Python.h>\n", '#include <Python.h>\n#include "late.h"\nPyObject *LateError;\n')
    module = module.replace("    if (box_register", "    if (late(12) < 0 || box_register")
    (folder / "module.c").write_text(module, encoding="utf-8")
    (folder / "late.h").write_text("int late(int hour);\n", encoding="utf-8")
    (folder / "late.c").write_text(LATE, encoding="utf-8")
    (folder / "setup.py").write_text(SETUP.replace('"box.c"', '"box.c", "late.c"') % ("", ""), encoding="utf-8")

    outcome = migrated(folder)

    assert "several-units" == rule_of(outcome, "global", "LateError")
    assert b"m_state" in outcome.after[Path("box.c")]
    assert Path("late.h") not in outcome.after


NAMES = """\
#define DEF(name, text) NAME_##name,
enum names {
#include "names.h"
    NAMES
};
#undef DEF
#define DEF(name, text) text "\\0"
const char all_names[] =
#include "names.h"
;
#undef DEF
"""


def with_names(tmp_path: Path, include: str) -> Path:
    """Return a project in which a list of names for macros spells a variable that is static in another source."""
    folder = project(tmp_path / "m")
    module = MODULE.replace('#include "box.h"\n', f'#include "box.h"\n{include}static PyObject *Broken;\n')
    module = module.replace(
        "    if (box_register",
        '    Broken = PyErr_NewException("m.Broken", NULL, NULL);\n'
        '    if (Broken == NULL || PyModule_AddObjectRef(module, "Broken", Broken) < 0 || box_register',
    )
    (folder / "module.c").write_text(module, encoding="utf-8")
    (folder / "names.h").write_text('DEF(Broken, "Broken")\nDEF(Whole, "Whole")\n', encoding="utf-8")
    (folder / "names.c").write_text(NAMES, encoding="utf-8")
    (folder / "setup.py").write_text(SETUP.replace('"box.c"', '"box.c", "names.c"') % ("", ""), encoding="utf-8")
    return folder


def test_names_in_files_that_a_source_never_includes_mean_nothing_of_it(tmp_path: Path) -> None:
    outcome = migrated(with_names(tmp_path, ""))

    assert b"state->Broken = PyErr_NewException" in outcome.after[Path("module.c")]


@pytest.mark.parametrize(
    "include", ['#ifdef WITH_NAMES\n#define DEF(name, text)\n#include "names.h"\n#endif\n', "#include LIST\n"]
)
def test_names_in_files_that_it_could_include_may_mean_something(tmp_path: Path, include: str) -> None:
    folder = with_names(tmp_path, f'#define LIST "other.h"\n{include}')
    (folder / "other.h").write_text("/* nothing */\n", encoding="utf-8")

    outcome = migrated(folder)

    assert "unexplained-name" == rule_of(outcome, "global", "Broken")


def with_base(tmp_path: Path, assignment: str) -> Path:
    """Return a project whose init function gives Box_Type a base of another source."""
    folder = project(tmp_path / "m")
    (folder / "base.c").write_text(BOX.partition("int\n")[0].replace("Box", "Base").replace("box.h", "base.h"))
    (folder / "base.h").write_text("#include <Python.h>\nextern PyTypeObject Base_Type;\n")
    flags = (folder / "base.c").read_text().replace("TPFLAGS_DEFAULT", "TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE")
    (folder / "base.c").write_text(flags)
    (folder / "box.c").write_text(BOX.partition("int\n")[0])
    module = MODULE.replace('#include "box.h"\n', '#include "box.h"\n#include "base.h"\n')
    made = 'PyType_Ready(&Base_Type) < 0 || PyModule_AddObjectRef(module, "Base", (PyObject *)&Base_Type) < 0'
    (folder / "module.c").write_text(
        module.replace(
            "    if (box_register(module) < 0) {\n",
            f"    if ({made})\n        return NULL;\n    {assignment}\n"
            "    if (PyType_Ready(&Box_Type) < 0\n"
            '            || PyModule_AddObjectRef(module, "Box", (PyObject *)&Box_Type) < 0) {\n',
        )
    )
    (folder / "setup.py").write_text(SETUP.replace('"box.c"', '"box.c", "base.c"') % ("", ""), encoding="utf-8")
    return folder


def test_a_base_of_another_source_is_given_where_the_type_is_made(tmp_path: Path) -> None:
    outcome = migrated(with_base(tmp_path, "Box_Type.tp_base = &Base_Type;"))

    assert b"Box_spec, state->Base_Type" in outcome.after[Path("module.c")]
    assert b"Base" not in outcome.after[Path("box.c")]


def test_a_function_of_another_source_cannot_be_a_slot(tmp_path: Path) -> None:
    folder = with_base(tmp_path, "Box_Type.tp_base = &Base_Type;\n    Box_Type.tp_repr = base_repr;")
    module = (folder / "module.c").read_text()
    repr_ = 'static PyObject *\nbase_repr(PyObject *self)\n{\n    return PyUnicode_FromString("box");\n}\n\n'
    (folder / "module.c").write_text(module.replace("static PyMethodDef", repr_ + "static PyMethodDef", 1))

    assert "runtime-slot" == rule_of(migrated(folder), "type", "Box_Type")


def test_a_type_of_a_c_plus_plus_unit_is_written_as_c_plus_plus(tmp_path: Path) -> None:
    folder = project(tmp_path / "m")
    destroy = "static void\nbox_dealloc(PyObject *self)\n{\n    Py_TYPE(self)->tp_free(self);\n}\n\n"
    fields = "sizeof(PyObject), 0, box_dealloc, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Py_TPFLAGS_DEFAULT,\n"
    definition = f'PyTypeObject Box_Type = {{\n    PyVarObject_HEAD_INIT(NULL, 0)\n    "m.Box", {fields}}};\n'
    (folder / "box.c").unlink()
    (folder / "box.cpp").write_text(f'extern "C" {{\n#include "box.h"\n}}\n\n{destroy}{definition}')
    made = 'PyType_Ready(&Box_Type) < 0\n            || PyModule_AddObjectRef(module, "Box", (PyObject *)&Box_Type) < 0'
    (folder / "module.c").write_text(MODULE.replace("box_register(module) < 0", made))
    (folder / "setup.py").write_text(SETUP.replace('"box.c"', '"box.cpp"') % ("", ""), encoding="utf-8")
    outcome = migrated(folder)

    assert b"{Py_tp_dealloc, (void *)box_dealloc}" in outcome.after[Path("box.cpp")]
    assert b"(void *)" not in outcome.after[Path("module.c")]
