"""Build scripts aren't trusted: nothing runs, nothing outside is read, and reading ends soon."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unstatic.project.discovery.setup_py import evaluator

HEAD = "from setuptools import setup, Extension\n"
TAIL = "\nsetup(ext_modules=[Extension('e', ['m.c'])])\n"


def project(root: Path, script: str) -> Path:
    """Return *root* as a project with `m.c` and this setup.py."""
    (root / "m.c").touch()
    (root / "setup.py").write_text(script)
    return root


@pytest.mark.parametrize(
    "line",
    [
        "import os; os.system('touch proof'); os.makedirs('proof')",
        "open('proof', 'w').write('x')",
        "from pathlib import Path; Path('proof').write_text('x'); Path('proof').touch()",
        "exec(\"import os; os.mkdir('proof')\"); eval(\"__import__('os').mkdir('proof')\")",
        "__import__('os').mkdir('proof')",
        "().__class__.__base__.__subclasses__()[0]; ''.__class__.__mro__[1].__init__.__globals__",
        "'{0.__class__}'.format(1); f'{open.__self__}'; getattr(getattr([], 'append'), '__self__')",
        "import shutil; shutil.copy('m.c', 'proof'); shutil.rmtree('.')",
        "import subprocess; subprocess.run(['touch', 'proof'])",
    ],
)
def test_nothing_is_run(tmp_path: Path, line: str) -> None:
    found = evaluator.read(project(tmp_path, HEAD + line + TAIL))

    assert [one.name for one in found] == ["e"]
    assert sorted(os.listdir(tmp_path)) == ["m.c", "setup.py"]


@pytest.mark.parametrize(
    "line",
    [
        "while True: pass",
        "for i in range(10 ** 9): pass",
        "x = [1]\nwhile True: x += x",
        "x = 'a' * 10 ** 10; y = [0] * 10 ** 10; z = 10 ** 10 ** 10; v = 2 << 10 ** 10",
        "x = 3\nfor i in range(99): x = x * x",
        "x = 'aa'\nfor i in range(99): x = x.replace('a', x)",
        "x = 'a' * 99999; y = x.join([x] * 99999); z = '%(a)s' * 9999 % {'a': x}",
        "x = 'a' * 99999; y = ('{}' * 9999).format(*[x] * 9999)",
        "from pathlib import Path\np = Path('a')\nfor i in range(9999): p = p / ('b' * 99999)",
        "import os\nos.path.join(*['a' * 99999] * 99999)",
        "x = '%99999999d' % 1; y = '{:99999999}'.format(1); z = f'{1:99999999}'; n = 9 ** 9; w = '%*d' % (n, 1)",
        "w = 99999999; x = f'{1:{w}}'; y = '{:{}}'.format(1, w)",
        "def f(n): return f(n) + f(n)\nf(1)",
        "f = lambda g: g(g)\nf(f)",
        "x = []\nx.append(x)\ny = x == x\nx = [x for _ in x for _ in x]",
        "a = [0] * 99999\nb = [1 for x in a for y in a for z in a]",
        "import glob; glob.glob('/**/*', recursive=True); glob.glob('**/' * 50 + '*')",
    ],
)
def test_reading_ends(tmp_path: Path, line: str) -> None:
    start = time.monotonic()
    evaluator.read(project(tmp_path, HEAD + line + TAIL))

    assert time.monotonic() - start < 10


def test_too_many_steps_are_noted(tmp_path: Path) -> None:
    script = HEAD + "e = Extension('e', ['m.c'])\nfor i in range(99999): i\nsetup(ext_modules=[e])\n"
    (found,) = evaluator.read(project(tmp_path, script))

    assert "setup.py was followed only in part: it takes too many steps" in found.notes


@pytest.mark.parametrize(
    "script", ["(" * 5000, "x = " + "-" * 50_000 + "1", "print 'Python 2'", "x = '\0'", "x = " + "a." * 20_000 + "b"]
)
def test_script_that_is_no_python(tmp_path: Path, script: str) -> None:
    assert evaluator.read(project(tmp_path, script)) == ()


def test_files_outside_the_project_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "link").symlink_to("../secret")
    script = HEAD + "\n".join(
        [
            "macros = []",
            "for name in ['../secret', 'link', '/etc/hostname']:",
            "    macros.append(('M', open(name).read()))",
            "    macros.append(('N', __import__('pathlib').Path(name).read_text()))",
            "setup(ext_modules=[Extension('e', ['m.c'], define_macros=macros)])",
        ]
    )
    (found,) = evaluator.read(project(tmp_path / "p", script))

    assert not any("secret" in one for one in found.arguments)


def test_links_that_lead_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(".")
    (tmp_path / "self.c").symlink_to("self.c")
    script = HEAD + "import glob, os\nlist(os.walk('.'))\n"
    script += "setup(ext_modules=[Extension('e', glob.glob('**/*.c', recursive=True))])\n"
    (found,) = evaluator.read(project(tmp_path, script))

    assert [path.name for path in found.sources] == ["m.c"]


PIECES = st.sampled_from(
    """
    x = [1] ;x += x ;x.append(x) ;y = {'a': x} ;y['a'] = y ;z = x[0] ;z = -x ;w = x % y ;w = 'a%s' % x ;w = (x,) * 3
    ;del x ;import zz as x ;from . import x ;from .. import y ;def f(a, b=x, *c, d, **e): return a ;y = f(x)
    ;y = f(*x, **y)
    ;x = y = f ;x, *y = x ;[x, y] = y ;x.y = z ;y = x.y ;y = [a for a in x if a in y] ;y = {a: b for a, b in x} ;raise x
    ;assert x ;y = lambda: x() ;x = y()
    ;class x(y): z = x ;y = x(1) ;y = x() and y or z ;y = x < y < z ;y = sorted(x)
    ;y = x[y:z] ;x[0] = y ;x[:] = y ;setup(**x) ;setup(ext_modules=x) ;x = Extension(x, y)
    ;x = [Extension(*y)] ;y = sum(x)
    ;y = int(x) ;y = zip(*x) ;y = dict(x) ;y = max(x) ;y = str(x) ;y = map(f, x) ;x = range(*y) ;y = isinstance(x, y)
    ;global x ;return x ;break ;y = getattr(x, y) ;y = x.join(y) ;y = x.get(z) ;y = x.pop() ;y = x.format(y) ;y = ~x
    """.replace("\n", "").split(";")
)


@given(st.lists(PIECES, max_size=14))
def test_any_script_is_read_without_an_error(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> None:
    script = HEAD + "".join(f"{line.strip()}\n" for line in lines) + TAIL
    evaluator.read(project(tmp_path_factory.mktemp("p"), script))
