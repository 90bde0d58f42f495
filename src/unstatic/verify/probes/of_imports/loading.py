"""How often, from where and in which order the module can be imported: what worked in the original has to go on."""

import contextlib
import gc
import importlib
import pathlib
import re
import subprocess
import sys

from forked import attempt, tried
from of_objects.lifetime import touch
from surface import CACHES

# Of the modules that import this one.
MOST_WAYS = 4
MOST_FILES = 2000


def reimport(subject):
    """Import it again as programs do: after `del sys.modules[...]`, with its whole package, and by reloading."""
    return tried(subject, _AGAIN)


def _again(subject):
    first = subject.load()
    subject.exercise(first)
    for _ in range(2):
        del sys.modules[subject.name]
        subject.exercise(subject.load())
    subject.exercise(first)


def _outliving(subject):
    """Use a module when one that was imported after it has gone: what led to that one has to lead to this again."""
    first = subject.load()
    subject.exercise(first)
    del sys.modules[subject.name]
    subject.exercise(subject.load())
    del sys.modules[subject.name]
    gc.collect()
    subject.exercise(first)


def _with_its_package(subject):
    subject.exercise(subject.load())
    package = subject.name.partition(".")[0]
    for name in [name for name in sys.modules if name == package or name.startswith(package + ".")]:
        del sys.modules[name]
    subject.exercise(subject.load())


def _reloaded(subject):
    module = subject.load()
    instances = list(subject.exercise(module))
    subject.exercise(importlib.reload(module))
    for instance in instances:
        touch(instance)


def _after_its_package(subject):
    """Import it again when those that import it have been used: what they gave to the first, they don't give twice."""
    for name in _importers(subject):
        with contextlib.suppress(Exception, SystemExit):
            importlib.import_module(name)
    first = subject.load()
    subject.exercise(first)
    before = subject.answers(first)
    del sys.modules[subject.name]
    second = subject.load()
    lost = list(_lost(first, second))
    if lost:
        return f"{', '.join(lost)}, in the first module only"
    subject.exercise(second)
    # What counts instances, for example, may give another answer.
    for text, answer in subject.answers(second).items():
        if _raises(answer) and not _raises(before[text]):
            return f"{text} {answer}, in the second module only"
    return "ok"


def _lost(first, second):
    """Yield the attributes that types of one copy of the module have, and those of the other don't."""
    for label, kind in vars(first).items():
        other = getattr(second, label, kind)
        if isinstance(kind, type) and isinstance(other, type):
            missing = vars(kind).keys() - vars(other).keys() - set(CACHES)
            yield from (f"{label}.{name}" for name in sorted(missing))


def _raises(answer):
    return answer.startswith("raised ")


def _importers(subject):
    """Return the names of the modules on the path of the build that import it, the shortest first."""
    wanted = re.compile(r"^\s*(from|import)\b.*\b" + re.escape(subject.name.rpartition(".")[2]) + r"\b", re.MULTILINE)
    found = []
    for entry in subject.path:
        for file in sorted(pathlib.Path(entry).rglob("*.py"))[:MOST_FILES]:
            if wanted.search(file.read_text(encoding="utf-8", errors="replace")):
                parts = file.relative_to(entry).with_suffix("").parts
                found.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return sorted(found, key=lambda name: (name.count("."), name))[:MOST_WAYS]


_AGAIN = {
    "again": _again,
    "again after its package": _after_its_package,
    "again with its package": _with_its_package,
    "outliving": _outliving,
    "reloaded": _reloaded,
}

_ALONE = """
import sys
sys.path[:] = {path!r}
import importlib
module = importlib.import_module({name!r})
scope = {{"__name__": "exercise"}}
exec(compile({source!r}, "exercise.py", "exec"), scope)
scope["exercise"](module)
"""


def first_import(subject):
    """Import it first of all in a fresh process, and after each of the modules that import it back."""
    ways = {"alone": _alone}
    back = attempt(lambda: _importing_back(subject))
    for name in back if isinstance(back, dict) else ():
        ways[f"after {name}"] = lambda subject, name=name: _after(subject, name)
    return tried(subject, ways)


def _alone(subject):
    script = _ALONE.format(path=sys.path, name=subject.name, source=subject.source)
    done = subprocess.run([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode < 0:
        return f"crashed {done.returncode}"
    return "ok" if not done.returncode else done.stderr.strip().rpartition("\n")[2]


def _importing_back(subject):
    """Return the names of modules that this one imports, and that hold it or something of it, in a table."""
    module = subject.load()
    # The package of a module is imported before it, whatever anybody asks for.
    names = [name for name in sys.modules if not subject.name.startswith(name + ".") and name != subject.name]
    found = [name for name in names if _holds(sys.modules[name], module, subject)]
    return dict.fromkeys(found[:MOST_WAYS], "")


def _holds(other, module, subject):
    try:
        values = list(vars(other).values())
    except TypeError:
        return False
    own = [value for value in vars(module).values() if getattr(value, "__module__", None) == subject.name]
    return any(value is module or any(value is one for one in own) for value in values)


def _after(subject, name):
    importlib.import_module(name)
    subject.exercise(subject.load())
