"""Python code that the initialisation imports, and that imports the extension back (G144).

With single-phase initialisation a module isn't in `sys.modules` before PyInit_x returns: whoever imports it meanwhile
makes PyInit_x run once more, and gets a complete module. With multi-phase initialisation (PEP 489) the module is in
`sys.modules` before its exec functions run: whoever imports it meanwhile gets what is there by then, which is the
functions of the method table and what was added so far. Seen on 3.11, 3.12 and 3.13.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Call
from unstatic.capi.modules import IMPORT
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.module.ready_calls import order_of
from unstatic.facts.trust.python_code import absolute_name, is_extension, python_modules, run_at_import
from unstatic.model.extension import Extension, Reference

_ADDS = b"PyModule_Add"
_GOING_ON = re.compile(rb"PyModule_(Add|Create|GetDict)|PyType_|PyObject_SetAttr|PyDict_Set|PyState_")


@dataclass(frozen=True, slots=True)
class ImportCycle:
    """One import in the initialisation, and the names that its Python code would miss."""

    use: Reference
    module: str
    missing: tuple[str, ...]
    """Names of the extension that aren't there yet; empty if the Python code isn't here to tell."""


@dataclass
class _Python:
    """What a file does when it is imported."""

    imports: list[str] = field(default_factory=list)
    """In order."""
    names: set[str] = field(default_factory=set)
    """The names that it takes from the extension."""


def initial_imports(model: Extension) -> list[tuple[Reference, str]]:
    """Return the imports of the initialisation: where their functions are named, and the names of the modules.

    Those of the builder and its helpers come first, in the order in which they run.
    """
    if model.init is None:
        return []
    found = [
        (use, name)
        for function in reached(model, model.init.builder)
        for use in model.uses_in.get(function, ())
        if use.name in IMPORT and (name := _imported(model, use))
    ]
    initialising = init_functions(model)
    ordered = [item for item in found if item[0].function in initialising]
    rest = [item for item in found if item[0].function not in initialising]
    return [*sorted(ordered, key=lambda item: order_of(model, item[0].function or "", item[0].offset)), *rest]


def import_cycles(model: Extension) -> Iterator[ImportCycle]:
    """Yield the imports of the initialisation that come back before what they look for is there."""
    uses = [] if model.init is None or model.init.multi_phase else initial_imports(model)
    if not uses:
        return
    taken = _Imports(model, [name for _, name in uses]).taken()
    for use, name in uses:
        missing = sorted(taken.get(name, set()) - _there(model, use))
        if missing or _may_come_back(model, use, name):
            yield ImportCycle(use, name, tuple(missing))


def returning_imports(model: Extension) -> Iterator[ImportCycle]:
    """Yield the imports of the initialisation that would come back if each were the first."""
    for use, name in initial_imports(model):
        taken = _Imports(model, [name]).taken()
        missing = sorted(taken.get(name, set()) - _there(model, use))
        if missing or _may_come_back(model, use, name):
            yield ImportCycle(use, name, tuple(missing))


class _Imports:
    """Goes through the imports as they come when the extension is imported first, its packages before it."""

    def __init__(self, model: Extension, imported: list[str]) -> None:
        self._extension = model.name
        self._files = python_modules(model)
        self._imported = imported
        self._seen: set[str] = set()
        self._current = ""
        """What the initialisation imports at the moment; empty while it doesn't run."""
        self._taken: dict[str, set[str]] = {}

    def taken(self) -> dict[str, set[str]]:
        """Return the names that code takes from the extension, by the import of the initialisation that runs it."""
        self._run(self._extension.rpartition(".")[0])
        self._initialise()
        return self._taken

    def _initialise(self) -> None:
        if self._extension not in self._seen:
            self._seen.add(self._extension)
            for name in self._imported:
                self._current = name
                self._run(name)
            self._current = ""

    def _run(self, name: str) -> None:
        for module in _parents(name):
            if is_extension(module, self._extension):
                self._initialise()
            elif module in self._files and module not in self._seen:
                self._seen.add(module)
                python = _read(self._files[module], module, self._extension)
                if self._current:
                    self._taken.setdefault(self._current, set()).update(python.names)
                for each in python.imports:
                    self._run(each)


def _imported(model: Extension, use: Reference) -> str:
    """Return the name of the module that a call imports; empty if it isn't a constant."""
    file = model.files[use.path].at(use.offset)
    index = file.index_at(use.offset)
    literal = next((item for item in file.tokens[index + 1 : index + 4] if item.kind is TokenKind.STRING), None)
    return module_of(use.name, text_of(literal)) if literal is not None else ""


def module_of(function: str, name: str) -> str:
    """Return the module that an importing function is told by *name*: a capsule's is that of its attribute."""
    return name.rpartition(".")[0] or name if function == "PyCapsule_Import" else name


def text_of(token: Token) -> str:
    """Return what is between the quotes of a literal."""
    return token.text.strip(b'"').decode("latin-1")


def _may_come_back(model: Extension, use: Reference, name: str) -> bool:
    """Tell whether Python code that isn't here may miss something of the module."""
    return name not in python_modules(model) and _is_namesake(model, name) and not _is_complete(model, use)


def _is_complete(model: Extension, use: Reference) -> bool:
    """Tell whether nothing is done with the module, nor any type made ready, behind an import."""
    initialising = init_functions(model)
    if use.function not in initialising:
        return False
    limit = order_of(model, use.function, use.offset)
    for function in initialising:
        later = (call for call in model.calls(function) if order_of(model, function, call.name.start) > limit)
        if any(_GOING_ON.match(call.name.text) or _is_own(model, call) for call in later):
            return False
    return True


def _is_own(model: Extension, call: Call) -> bool:
    """Tell whether a call is that of a function here that isn't gone through anyway."""
    symbols = model.functions_named.get(call.name.text.decode("latin-1"), ())
    return not {*init_functions(model)}.issuperset(symbols)


def _is_namesake(model: Extension, name: str) -> bool:
    """Tell whether Python code that isn't here is the package around the extension, or the one it's the core of."""
    packages = python_modules(model)
    if name.rpartition(".")[0] in packages:
        # What the project doesn't have in Python beside the package's files is an extension of its own.
        return False
    top, _, last = model.name.rpartition(".")
    whole = next((part for part in _parents(top) if part in packages), top.partition(".")[0])
    is_around = bool(whole) and (name == whole or name.startswith(whole + "."))
    head = name.partition(".")[0]
    return (is_around and not model.name.startswith(name + ".")) or (last.startswith("_") and head == last.lstrip("_"))


def _parents(name: str) -> Iterator[str]:
    """Yield the packages around a module and itself, from the outside: `a`, `a.b`, `a.b.c`."""
    parts = name.split(".")
    return (".".join(parts[: count + 1]) for count in range(len(parts)))


def _there(model: Extension, use: Reference) -> set[str]:
    """Return the names that the module has when the import at *use* runs."""
    assert model.init is not None
    found = {
        method.name.strip(b'"').decode("latin-1")
        for table in model.tables.values()
        if model.init.definition in table.owners
        for method in table.methods
    }
    initialising = init_functions(model)
    if use.function not in initialising:
        return found
    limit = order_of(model, use.function, use.offset)
    for function in initialising:
        for call in model.calls(function):
            if call.name.text.startswith(_ADDS) and order_of(model, function, call.name.start) < limit:
                found |= set(_added(model, function, call.arguments))
    return found


def _added(model: Extension, function: str, arguments: Iterable[tuple[Token, ...]]) -> Iterator[str]:
    file = model.files[model.functions[function].definition.path]
    for token in (token for argument in arguments for token in argument):
        if token.kind is TokenKind.STRING:
            yield text_of(token)
        reference = file.written.get(token.start)
        static = model.type_by_symbol(reference.symbol) if reference is not None else None
        if static is not None:
            yield static.value("tp_name").strip(b'"').decode("latin-1").rpartition(".")[2]


def _read(path: Path, module: str, extension: str) -> _Python:
    """Read what the file of *module* imports when it is imported, outside of functions."""
    found = _Python()
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    known: set[str] = set()
    run = run_at_import(path)
    for node in run.imports:
        if isinstance(node, ast.Import):
            known |= {item.asname or item.name for item in node.names if is_extension(item.name, extension)}
            found.imports += [item.name for item in node.names]
        else:
            base = absolute_name(node, package)
            if is_extension(base, extension):
                found.names |= {item.name for item in node.names}
            whole = [(item, f"{base}.{item.name}".strip(".")) for item in node.names]
            known |= {item.asname or item.name for item, name in whole if is_extension(name, extension)}
            found.imports += [base, *(name for _, name in whole)]
    found.names |= {name for owner, name in run.attributes if owner in known}
    return found
