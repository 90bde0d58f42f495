"""
Records how a program calls one extension module: `sys.monitoring` shows the calls, the source shows the arguments.

Nothing is wrapped, since static types can't be changed. Every call site that never leads to the module is switched
off after some calls.
"""

import atexit
import json
import os
import sys
import types

import unstatic_kinds
from unstatic_arguments import Site, Skip

CONSTRUCTORS = 40
CALLS = 150
# A site that many tests share, such as the one in `assertRaises`, gets its chance.
MISSES = 50
HITS = 200
LONGEST_SETUP = 6
# Of the calls that are alike, a short one and a longer one are kept: the shortest may be a degenerate case.
SHORT = 8
PYTHON = (types.FunctionType, types.MethodType)
BOUND = (types.BuiltinFunctionType, types.MethodWrapperType)
DESCRIPTORS = (types.MethodDescriptorType, types.WrapperDescriptorType)
# These are called by `with`, whose place in the source is another call.
IMPLICIT = ("__enter__", "__exit__", "__new__", "__sizeof__")


class Recorder:
    """What was seen in this process; it's written whenever there is something new, since a process may just end."""

    def __init__(self, module, folder):
        self.name = module
        self.folder = folder
        self.module = None
        self.before = None
        self.kinds = {}
        self.names = {}
        self.sites = {}
        self.misses = {}
        self.latest = {}
        self.recent = {}
        self.histories = {}
        self.constructors = {}
        self.calls = {}

    def find_spec(self, name, path=None, target=None):
        """Wait for the import of the module as a finder that finds nothing."""
        if name == self.name and self.before is None:
            self.before = unstatic_kinds.alive()
            self._watch()
        return None

    def start(self):
        """Put the finder in place."""
        atexit.register(self.write)
        self.write()
        if not hasattr(sys, "monitoring"):
            return
        if self.name in sys.modules:
            self.before = {}
            self._watch()
        else:
            sys.meta_path.insert(0, self)

    def _watch(self):
        monitoring = sys.monitoring
        tool = next((number for number in (4, 3, 2, 1) if monitoring.get_tool(number) is None), None)
        if tool is None:
            return
        monitoring.use_tool_id(tool, "unstatic")
        monitoring.register_callback(tool, monitoring.events.CALL, self._called)
        monitoring.set_events(tool, monitoring.events.CALL)

    def _called(self, code, offset, function, first):
        key = (id(code), offset)
        count = self.misses.get(key, 0)
        # Exceptions would be raised in the program.
        try:
            target = self._target(function, first)
            if target is not None:
                self._record(code, offset, target, first)
        except Exception:
            target = None
        self.misses[key] = count + 1
        return sys.monitoring.DISABLE if count >= (MISSES if target is None else HITS) else None

    def _target(self, function, first):
        """Return (owner's label, name, the receiver or None, whether *first* is an argument)."""
        if type(function) in PYTHON or not self._is_loaded():
            return None
        # Not isinstance: a proxy passes for what it stands for.
        if issubclass(type(function), type):
            return self._constructor(function)
        if type(function) in BOUND:
            return self._bound(function)
        if type(function) in DESCRIPTORS:
            return self._method(first, function.__name__, False)
        return self._method(function, "__call__", True) if id(type(function)) in self.kinds else None

    def _is_loaded(self):
        if self.module is None:
            found = sys.modules.get(self.name)
            if found is None or getattr(getattr(found, "__spec__", None), "_initializing", False):
                return False
            self.kinds = unstatic_kinds.own(found, self.before)
            self.names = {id(value): name for name, value in reversed(list(vars(found).items()))}
            self.module = found
            self.write()
        return True

    def _constructor(self, kind):
        if id(kind) not in self.kinds or id(kind) not in self.names:
            return None
        return kind.__qualname__, self.names[id(kind)], None, True

    def _bound(self, function):
        owner = function.__self__
        if owner is self.module:
            name = function.__name__
            return ("", name, None, True) if vars(self.module).get(name) is function else None
        if issubclass(type(owner), type):
            known = id(owner) in self.kinds and id(owner) in self.names and function.__name__ not in IMPLICIT
            return ("", f"{self.names[id(owner)]}.{function.__name__}", None, True) if known else None
        return self._method(owner, function.__name__, True)

    def _method(self, receiver, name, first_is_argument):
        label = next((kind.__qualname__ for kind in type(receiver).__mro__ if id(kind) in self.kinds), None)
        return None if label is None or name in IMPLICIT else (label, name, receiver, first_is_argument)

    def _record(self, code, offset, target, first):
        owner, name, receiver, first_is_argument = target
        # Three calls up: this one, the callback, and the program.
        frame = sys._getframe(2)
        if frame.f_code is not code:
            return
        site = self._site(code, offset)
        known = [first] if first_is_argument and first is not sys.monitoring.MISSING else []
        try:
            if site is None:
                raise Skip
            arguments, kinds = site.arguments(frame, known)
        except Skip:
            return
        key = (owner, name, kinds, len(arguments) > SHORT)
        call = (name, arguments)
        if receiver is not None:
            self._keep_call(key, receiver, call, (code, offset))
        elif owner:
            self.latest[owner] = self.recent[id(code), owner] = call
            self._keep(self.constructors, CONSTRUCTORS, key, [owner, None, [], call])
        else:
            # What it gives isn't known here. The function that calls it may go on with that.
            self.recent[id(code), ""] = call
            self._keep(self.calls, CALLS, key, ["", None, [], call])

    def _site(self, code, offset):
        key = (id(code), offset)
        if key not in self.sites:
            try:
                self.sites[key] = Site(code, offset)
            except Skip:
                self.sites[key] = None
        return self.sites[key]

    def _keep_call(self, key, receiver, call, place):
        """
        Keep a method call with the calls that the same function made on the same object before.

        Another object may have got the address: its history is wrong then, and still one that can be replayed.
        """
        code, offset = place
        history = self.histories.get(id(receiver))
        if history is None or history[0] is not code or offset <= history[1]:
            history = [code, offset, self._origin(id(code), key[0]), []]
            self.histories[id(receiver)] = history
        history[1] = offset
        setup = list(history[3])
        if len(setup) < LONGEST_SETUP:
            history[3].append(call)
        self._keep(self.calls, CALLS, (*key, bool(setup)), [key[0], history[2], setup, call])

    def _origin(self, code, owner):
        """Return the call that probably gave the instance: one by the same function comes first."""
        return self.recent.get((code, owner)) or self.recent.get((code, "")) or self.latest.get(owner)

    def _keep(self, kept, limit, key, recipe):
        known = kept.get(key)
        if known is None and len(kept) < limit or known is not None and len(str(recipe)) < len(str(known)):
            kept[key] = recipe
            self.write()

    def write(self):
        """Write what is known, for this process alone."""
        answer = {
            "python": sys.version_info[:2],
            "imported": self.module is not None,
            "types": sorted(kind.__qualname__ for kind in self.kinds.values()),
            "constructors": list(self.constructors.values()),
            "calls": list(self.calls.values()),
        }
        path = os.path.join(self.folder, f"{os.getpid()}.json")
        try:
            with open(f"{path}.new", "w", encoding="utf-8") as stream:
                json.dump(answer, stream)
            os.replace(f"{path}.new", path)
        except OSError:
            # The program took its rights or its file system away. It must not fail for us.
            return
