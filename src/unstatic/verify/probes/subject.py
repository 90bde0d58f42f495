"""The module under judgement: how to import it, make instances with it, and find its types."""

import importlib
import sys

from lasting import free_of_itself

try:
    import ctypes
except ImportError:
    ctypes = None

HEAPTYPE = 1 << 9
# `sysconfig` would say it too, but brings `threading` along, and with that each fork takes twice as long.
IS_FREE_THREADED = "t" in sys.abiflags


class Subject:
    """
    The module's name and the functions that the exercise defines.

    A *bare* one runs the source of the exercise, which may import the module or its package, only when it is used.
    """

    def __init__(self, request, bare=False):
        self.name = request["module"]
        self.source = request["exercise"]
        # Hundreds of children run it.
        self.code = compile(self.source, "exercise.py", "exec")
        self.path = request["path"]
        self.stress = request.get("stress", 0)
        self.quick = request.get("quick", False)
        self.timeout = request.get("timeout", 60)
        for needed in request["needs"]:
            importlib.import_module(needed)
        if bare:
            self.exercise = lambda module: self._scope()["exercise"](module)
            return
        # None of those that are alive before the import belongs to the module.
        known = all_types()
        scope = self._scope()
        # What the exercise imports isn't the module's either, unless that is the module.
        self.known = known if self.name in sys.modules else all_types()
        self.exercise = scope["exercise"]
        self.instances = scope.get("instances", self.exercise)
        self.nest = scope.get("nest")
        self.outcomes = scope.get("outcomes")
        self.check = scope.get("check", lambda module: None)

    def _scope(self):
        scope = {"__name__": "exercise"}
        exec(self.code, scope)
        return scope

    def answers(self, module):
        """Return what each recorded call gives, by its text: what follows that in the line that tells of it."""
        scope = self._scope()
        texts = [recipe[0] for recipe in scope.get("RECIPES", ())]
        lines = scope["outcomes"](module) if texts else ()
        return {text: lines[index][len(text) + 1 :] for index, text in enumerate(texts)}

    def load(self):
        """Import the module the ordinary way."""
        return importlib.import_module(self.name)

    def load_again(self):
        """Import a second copy that nothing keeps: a module with a capsule may keep itself, see `lasting`."""
        held = [self.load_another()]
        free_of_itself(held)
        return held.pop()

    def load_another(self):
        """
        Import a second copy, and leave `sys.modules` and the other modules of its package as they were.

        Attributes there would keep the copy alive: it's one of its parent, and may put its exceptions into another.
        """
        first = sys.modules.pop(self.name)
        package = self.name.partition(".")[0]
        names = [name for name in sys.modules if name.partition(".")[0] == package]
        before = {name: dict(vars(sys.modules[name])) for name in names if type(sys.modules[name]) is type(sys)}
        try:
            return importlib.import_module(self.name)
        finally:
            sys.modules[self.name] = first
            for name, attributes in before.items():
                # What is new there stays: another load may add more of it.
                changed = vars(sys.modules[name])
                changed.update({key: old for key, old in attributes.items() if changed.get(key, old) is not old})

    def types(self, module, instances=()):
        """
        Return the module's types by label: those in its namespace, those of *instances*, and their bases.

        An instance may be of a type that another module owns: that one doesn't count.
        """
        found = {}
        values = [value for _, value in sorted(vars(module).items(), key=lambda item: item[0])]
        made = [kind for kind in map(type, instances) if is_ready(kind) and not self._is_foreign(kind)]
        for value in values + made:
            if is_ready(value) and isinstance(value, type):
                for base in value.__mro__:
                    if base is value or not self._is_foreign(base):
                        self._add(found, base)
        return found

    def own_types(self, module, instances=()):
        """Return the same without those that another module was the reason for: they live as long as that one."""
        last = self.name.rpartition(".")[2]
        found = self.types(module, instances)
        return {label: kind for label, kind in found.items() if module_of(kind).rpartition(".")[2] in ("", last)}

    def _is_foreign(self, kind):
        """Whether a base comes from elsewhere: it is found in the module that it names, of another package."""
        owner = getattr(kind, "__module__", None)
        name = owner if isinstance(owner, str) else ""
        return (
            name.partition(".")[0] != self.name.partition(".")[0]
            and getattr(sys.modules.get(name), kind.__name__, None) is kind
        )

    def _add(self, found, kind):
        if id(kind) in self.known or is_python_class(kind) or any(kind is known for known in found.values()):
            return
        label = kind.__qualname__
        while label in found:
            label += "'"
        found[label] = kind


def load(subject):
    """Import the module, run the exercise, and what else the source wants to be checked once."""
    module = subject.load()
    subject.exercise(module)
    subject.check(module)
    return "ok"


def outcomes(subject):
    """Return what the recorded calls gave."""
    return subject.outcomes(subject.load()) if subject.outcomes else "nothing was recorded"


def is_ready(value):
    """
    Return whether the value has a type itself.

    A static type that never went through PyType_Ready has none, and nothing may be asked of it but its address.
    """
    if ctypes is None:
        return True
    # The type comes after the reference count, which takes one word.
    word = ctypes.sizeof(ctypes.c_void_p)
    return bool(ctypes.c_void_p.from_address(id(value) + word).value)


def module_of(kind):
    """Return the name of the module that a heap type was made for: empty if it was made without one, or static."""
    get = getattr(ctypes.pythonapi, "PyType_GetModule", None) if ctypes is not None else None
    if get is None or not kind.__flags__ & HEAPTYPE:
        return ""
    # The reference is borrowed: as py_object, ctypes would give back one that nobody took.
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object]
    try:
        return str(ctypes.cast(get(kind), ctypes.py_object).value.__name__)
    except (TypeError, AttributeError):
        return ""


def is_python_class(kind):
    """Whether a class statement made it: before 3.13 only the source tells, where there is any."""
    if kind.__dict__.get("__module__") == "exercise" or "__firstlineno__" in kind.__dict__:
        return True
    # A class that was made for a module comes from C, even where the package has a class of that name in its source.
    if not kind.__flags__ & HEAPTYPE or module_of(kind):
        return False
    # It brings much along that most probes can do without.
    import inspect

    try:
        return bool(inspect.getsource(kind))
    except (OSError, TypeError, SyntaxError):
        return _stands_in_a_module(kind)


def _stands_in_a_module(kind):
    """Whether a module in Python holds the class by its name and has a statement for it, whatever `__module__` says."""
    import linecache
    import re

    statement = re.compile(r"\s*class\s+" + re.escape(kind.__name__) + r"\b")
    holding = [one for one in list(sys.modules.values()) if getattr(one, "__dict__", {}).get(kind.__name__) is kind]
    files = [str(getattr(module, "__file__", None)) for module in holding]
    return any(statement.match(line) for file in files if file.endswith(".py") for line in linecache.getlines(file))


def all_types(others=()):
    """Return *others*, and every type that is a subclass of object or of those, by id. This keeps them alive."""
    seen = {}
    waiting = [object, *others]
    while waiting:
        kind = waiting.pop()
        if id(kind) not in seen:
            seen[id(kind)] = kind
            waiting.extend(type.__subclasses__(kind))
    return seen
