"""Whether the library's writable data still holds Python objects: static types, and pointers to objects."""

import ctypes
import gc
import importlib.machinery
import os
import struct
import sys

from subject import IS_FREE_THREADED, all_types

WORD = ctypes.sizeof(ctypes.c_void_p)
# A reference count: anything larger is an address or text. Immortal objects have 2**32 - 1 or a little more.
MOST_REFERENCES = 2**40
MOST_BYTES = 64 * 1024 * 1024
# Between the lines of an exercise.
MOST_LOOKS = 100
MOST_WATCHED = 1024 * 1024
WRITABLE = "rw"
MAPS = "/proc/self/maps"
# From the list of keywords in a `_PyArg_Parser` to its `kwtuple`, in bytes.
TO_KEYWORDS = (6 if sys.version_info >= (3, 13) else 5) * WORD
MOST_KEYWORDS = 255
# The same in all modules anyway; before Python 3.12 they don't all lie in the interpreter's own data.
CONSTANTS = frozenset(id(constant) for constant in (*range(-5, 257), "", b"", ()))
ELF_64, SHARED, LOADED = b"\x7fELF\x02", 3, 1


def statics(subject):
    """
    Load the library, note its writable data, then import and use the module: which words became objects?

    Returns offsets from where the library is loaded: "types" are type objects that lie there; "objects" are words
    that point to an object now and didn't before, with the name of its type. What the interpreter itself compiled in
    doesn't count, nor do constants such as 0 and "", nor the tables that the linker fills.
    """
    if not os.path.exists(MAPS) or IS_FREE_THREADED:
        return "not on this platform"
    path = library(subject.name)
    if path is None:
        return "no library of this name is on sys.path"
    # Without its init function being called.
    ctypes.PyDLL(path)
    own = _segments_of(path)
    if own is None:
        return "the library is not mapped"
    base, segments = own
    old = [bytes(_words(*segment)) for segment in segments]
    found = {"types": {}, "objects": {}}
    module = subject.load()
    watch = _Watch(segments, old, base, found)
    sys.settrace(watch)
    try:
        kept = subject.exercise(module)
    finally:
        sys.settrace(None)
    _look([(segment, old[index]) for index, segment in enumerate(segments)], base, _types(), found)
    return {**found, "kept": len(kept)}


class _Watch:
    """Looks at the data before each line of the exercise too: what it sets it may reset before it ends."""

    def __init__(self, segments, old, base, found):
        self.last = list(old)
        self.segments, self.old, self.base, self.found = segments, old, base, found
        self.left = MOST_LOOKS if sum(map(len, old)) < MOST_WATCHED else 0
        self.kinds = {}

    def __call__(self, frame, event, argument):
        """Look, when the data has changed since the last line."""
        if frame.f_code.co_filename != "exercise.py":
            return None
        now = [bytes(_words(*segment)) for segment in self.segments] if self.left else self.last
        changed = [index for index, data in enumerate(now) if data != self.last[index]]
        if changed:
            self.left -= 1
            self.last = now
            self.kinds = self.kinds or _types()
            _look([(self.segments[index], self.old[index]) for index in changed], self.base, self.kinds, self.found)
        return self


def library(name):
    """Return the path of the extension module on sys.path, without importing its package, or None."""
    for folder in sys.path:
        for suffix in importlib.machinery.EXTENSION_SUFFIXES:
            path = os.path.join(folder, *name.split(".")) + suffix
            if os.path.exists(path):
                return os.path.realpath(path)
    return None


def _segments_of(path):
    for start, name in _starts(mapped_areas()):
        if name == path:
            base, *segments = _segments(start)
            return base, segments
    return None


def _words(start, end):
    return (ctypes.c_size_t * ((min(end, start + MOST_BYTES) - start) // WORD)).from_address(start)


def _look(pairs, base, kinds, found):
    """Add to *found* what is in each of the segments now and was not in its old data."""
    areas = mapped_areas()
    interpreter = [
        range(*segment)
        for start, name in _starts(areas)
        if _is_interpreter(name)
        for segment in list(_segments(start))[1:]
    ]
    readable = [range(area[0], area[1] - 2 * WORD) for area in areas if area[2] == WRITABLE]
    mapped = [range(area[0], area[1]) for area in areas if "r" in area[2]]
    for segment, old in pairs:
        _look_at(segment, old, base, kinds, found, (readable, interpreter, mapped))


def _look_at(segment, old, base, kinds, found, memory):
    readable, interpreter, mapped = memory
    before = (ctypes.c_size_t * (len(old) // WORD)).from_buffer_copy(old)
    for index, word in enumerate(_words(*segment)):
        address = segment[0] + index * WORD
        if address in kinds:
            found["types"][str(address - base)] = kinds[address].__name__
        elif word != before[index] and word % WORD == 0 and any(word in area for area in readable):
            own = word in CONSTANTS or any(word in area for area in interpreter)
            kind = None if own else _kind(word, kinds)
            if kind is tuple and address - TO_KEYWORDS >= segment[0] and _is_of_parser(address, word, mapped):
                continue
            if kind is not None:
                found["objects"][str(address - base)] = kind.__name__


def _is_interpreter(path):
    return path == os.path.realpath(sys.executable) or os.path.basename(path).startswith("libpython")


def _kind(address, kinds):
    """Return the type if an object seems to be there: a plausible reference count, then the address of a type."""
    references, kind = (ctypes.c_size_t * 2).from_address(address)
    return kinds.get(kind) if 0 < references < MOST_REFERENCES else None


def _is_of_parser(address, word, mapped):
    """
    Whether `kwtuple` of a `_PyArg_Parser` is there, known by its list of keywords that the tuple repeats.

    The interpreter fills it, in its own modules too: under one GIL before 3.12, for all interpreters since.
    """
    names = ctypes.cast(word, ctypes.py_object).value
    (table,) = (ctypes.c_size_t * 1).from_address(address - TO_KEYWORDS)
    found = []
    while len(found) <= MOST_KEYWORDS and any(table in area and table + WORD in area for area in mapped):
        (text,) = (ctypes.c_size_t * 1).from_address(table)
        if not any(text in area for area in mapped):
            return text == 0 and [name for name in found if name] == [*names]
        found.append(ctypes.string_at(text).decode("latin-1"))
        table += WORD
    return False


def mapped_areas():
    """Return start, end, rights, file and offset in the file of each piece of mapped memory."""
    found = []
    with open(MAPS, errors="surrogateescape") as stream:
        for line in stream:
            fields = line.split(None, 5)
            low, _, high = fields[0].partition("-")
            name = fields[5].strip() if len(fields) > 5 else ""
            found.append((int(low, 16), int(high, 16), fields[1][:2].replace("-", ""), name, int(fields[2], 16)))
    return found


def _starts(areas):
    """Yield address and name of each library: the area where its file begins."""
    for start, _, rights, name, offset in areas:
        if name.startswith("/") and offset == 0 and "r" in rights and ctypes.string_at(start, 5) == ELF_64:
            yield start, name


def _segments(base):
    """Yield the base, then start and end of each writable segment, as the program headers in memory say."""
    yield base
    image = ctypes.string_at(base, 64)
    (kind,) = struct.unpack_from("<H", image, 16)
    (table,) = struct.unpack_from("<Q", image, 32)
    size, number = struct.unpack_from("<HH", image, 54)
    loaded_at = base if kind == SHARED else 0
    for index in range(number):
        header = ctypes.string_at(base + table + index * size, 56)
        kind_of_segment, flags = struct.unpack_from("<II", header, 0)
        (address,) = struct.unpack_from("<Q", header, 16)
        (length,) = struct.unpack_from("<Q", header, 40)
        if kind_of_segment == LOADED and flags & 2:
            start = (loaded_at + address + WORD - 1) // WORD * WORD
            yield start, loaded_at + address + length


def _types():
    # Not isinstance: a weak proxy passes for what it stands for.
    return all_types(kind for kind in gc.get_objects() if issubclass(type(kind), type))
