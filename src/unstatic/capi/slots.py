"""Slots: the fields of static types and what becomes of each in a heap type, one row a field.

Sources: "Type Objects" in the C API manual, `Include/typeslots.h` and `Objects/typeslots.inc` of CPython.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

# The records that a type points to: the field, the struct, and how its fields begin.
_RECORDS = (
    ("tp_as_number", "PyNumberMethods", "nb_"),
    ("tp_as_sequence", "PySequenceMethods", "sq_"),
    ("tp_as_mapping", "PyMappingMethods", "mp_"),
    ("tp_as_buffer", "PyBufferProcs", "bf_"),
    ("tp_as_async", "PyAsyncMethods", "am_"),
)


class Place(enum.Enum):
    """Where a heap type has the value."""

    SLOT = "a slot"
    SPEC = "a member of the spec"
    OFFSET = "a member of the type with a name of its own"
    INHERITED = "what a heap type has anyway"
    HEAD = "the object's head"
    UNCALLED = "nowhere, as CPython 3 never calls it"
    INTERPRETER = "nowhere, as the interpreter sets it itself"
    MADE = "a field of the type, set once that is made"
    NONE = "nowhere"


@dataclass(frozen=True, slots=True)
class Slot:
    """One field of PyTypeObject, or of a record that it points to."""

    name: str
    place: Place = Place.SLOT
    problem: str = ""
    """Why a type that gives it can't become a heap type (G47, G51)."""
    member: bytes = b""
    """The member that gives an offset (HOWTO "Isolating Extension Modules", PEP 697)."""
    teardown: bool = False
    """Whether it may be called while the type or the module is being cleared (G76)."""
    emptying: bool = False
    """Whether it may run once the collector has begun to empty what it found."""
    of_collector: bool = False
    """Whether CPython's garbage collector alone calls it: never for a type without Py_TPFLAGS_HAVE_GC."""
    of_instance: bool = False
    """Whether CPython calls it then for an instance, which still holds its type."""
    lifetime: bool = False
    """Whether it does another thing in a static type than in a heap type (G05)."""
    self_only: bool = False
    """Whether it is called with instances of the type alone, or of what extends it."""
    without_second: bool = False
    """Whether the second argument may be NULL."""
    either_operand: bool = False
    """Whether the instance may be the second argument."""
    class_first: bool = False
    """Whether the first argument is the type."""
    makes_instances: bool = False
    """Whether it runs when an instance is made."""
    deciding: bool = False
    """Whether the spec, the creation of the type or its group of changes depends on it."""
    called: bool = False
    """Whether C code calls it through a type that it names."""
    table: bool = False
    """Whether it points to an array."""
    generic: bytes = b""
    """What the slot is by inheritance from object, and what functions in the slot call to do the same."""
    parameters: bytes = b""
    """What a function for it takes; only where CPython compares the slot with nothing, or with what stands for none."""
    result: bytes = b"PyObject *"
    """What such a function returns."""


ROWS = (
    *(Slot(name, Place.HEAD) for name in ("ob_base", "ob_refcnt", "ob_size", "ob_type")),
    Slot("tp_name", Place.SPEC, deciding=True),
    Slot("tp_basicsize", Place.SPEC, deciding=True),
    Slot("tp_itemsize", Place.SPEC, deciding=True),
    Slot("tp_flags", Place.SPEC, deciding=True),
    Slot("tp_base", Place.SPEC, deciding=True),
    Slot("tp_dictoffset", Place.OFFSET, member=b"__dictoffset__", deciding=True),
    Slot("tp_weaklistoffset", Place.OFFSET, member=b"__weaklistoffset__", deciding=True),
    Slot("tp_vectorcall_offset", Place.OFFSET, member=b"__vectorcalloffset__", deciding=True),
    Slot("tp_alloc", Place.INHERITED, makes_instances=True, class_first=True, deciding=True),
    Slot("tp_dict", Place.NONE, "it gives its own tp_dict", deciding=True),
    Slot("tp_mro", Place.NONE, "it gives its own tp_mro", deciding=True),
    Slot("tp_bases", Place.NONE, "it gives tp_bases", deciding=True),
    Slot("tp_cache", Place.NONE, "it gives tp_cache"),
    Slot("tp_subclasses", Place.NONE, "it gives tp_subclasses"),
    Slot("tp_weaklist", Place.NONE, "it gives tp_weaklist"),
    Slot("tp_version_tag", Place.INTERPRETER),
    Slot("tp_del", Place.NONE, "it gives tp_del", teardown=True, emptying=True, deciding=True),
    Slot("tp_vectorcall", Place.MADE, makes_instances=True, class_first=True, deciding=True),
    Slot("tp_watched", Place.INTERPRETER),
    Slot(
        "tp_dealloc",
        teardown=True,
        emptying=True,
        of_instance=True,
        lifetime=True,
        self_only=True,
        deciding=True,
        called=True,
    ),
    Slot("tp_traverse", teardown=True, of_collector=True, lifetime=True, self_only=True, deciding=True, called=True),
    Slot(
        "tp_clear",
        teardown=True,
        emptying=True,
        of_collector=True,
        lifetime=True,
        self_only=True,
        deciding=True,
        called=True,
    ),
    Slot("tp_finalize", teardown=True, emptying=True, of_instance=True, lifetime=True, called=True),
    Slot("tp_free", Place.INHERITED, teardown=True, emptying=True, lifetime=True, deciding=True),
    Slot("tp_is_gc", teardown=True, deciding=True),
    Slot("tp_new", makes_instances=True, class_first=True, deciding=True, called=True),
    Slot("tp_methods", table=True),
    Slot("tp_getset", table=True),
    Slot("tp_members", table=True, deciding=True),
    Slot("tp_init", makes_instances=True, called=True),
    Slot("tp_repr", called=True, parameters=b"PyObject *self"),
    Slot("tp_str", called=True, parameters=b"PyObject *self"),
    Slot("tp_hash", called=True, parameters=b"PyObject *self", result=b"Py_hash_t"),
    Slot("tp_getattro", called=True, generic=b"PyObject_GenericGetAttr"),
    Slot("tp_setattro", called=True, generic=b"PyObject_GenericSetAttr"),
    Slot("tp_richcompare", called=True, parameters=b"PyObject *self, PyObject *other, int op"),
    Slot("tp_descr_get", without_second=True),
    Slot("tp_iter", called=True),
    Slot("tp_iternext", called=True),
    Slot("tp_call", called=True),
    Slot("nb_add", either_operand=True),
    Slot("nb_subtract", either_operand=True),
    Slot("nb_multiply", either_operand=True),
    Slot("nb_remainder", either_operand=True),
    Slot("nb_divmod", either_operand=True),
    Slot("nb_power", either_operand=True),
    Slot("nb_lshift", either_operand=True),
    Slot("nb_rshift", either_operand=True),
    Slot("nb_and", either_operand=True),
    Slot("nb_xor", either_operand=True),
    Slot("nb_or", either_operand=True),
    Slot("nb_floor_divide", either_operand=True),
    Slot("nb_true_divide", either_operand=True),
    Slot("nb_matrix_multiply", either_operand=True),
    Slot("nb_reserved", Place.UNCALLED),
    Slot("was_sq_slice", Place.UNCALLED),
    Slot("was_sq_ass_slice", Place.UNCALLED),
    Slot("bf_releasebuffer", teardown=True, of_instance=True),
)

RECORDS = {field: struct for field, struct, _ in _RECORDS}
RECORD_PREFIXES = {field: prefix for field, _, prefix in _RECORDS}
PREFIXES = ("tp_", *RECORD_PREFIXES.values())
"""What the names of slots begin with."""
HEAD = frozenset(row.name for row in ROWS if row.place is Place.HEAD)
OFFSETS = {row.name: row.member for row in ROWS if row.place is Place.OFFSET}
PLAIN_OFFSETS = OFFSETS.keys() - {"tp_dictoffset"}
"""Offsets that decide nothing else: the collector has to know instances with a dictionary."""
NOT_SLOTS = frozenset(row.name for row in ROWS if row.place not in (Place.SLOT, Place.NONE))
"""What goes into the spec, to the creation call, or is what a heap type has anyway or never needs."""
UNCALLED = tuple(row.name for row in ROWS if row.place is Place.UNCALLED)
WAS_TP_PRINT = "tp_vectorcall_offset"
"""Where tp_print stood before Python 3.8: a function there is one that CPython 3 never calls."""
SET_WHEN_MADE = tuple(row.name for row in ROWS if row.place is Place.MADE)
"""What has a slot in newer Pythons only."""
WITHOUT_PLACE = {row.name: row.problem for row in ROWS if row.place is Place.NONE}
TEARDOWN = frozenset(row.name for row in ROWS if row.teardown)
EMPTYING = frozenset(row.name for row in ROWS if row.emptying)
OF_COLLECTOR = frozenset(row.name for row in ROWS if row.of_collector)
OF_INSTANCE = tuple(row.name for row in ROWS if row.of_instance)
LIFETIME = tuple(row.name for row in ROWS if row.lifetime)
SELF_ONLY = tuple(row.name for row in ROWS if row.self_only)
WITHOUT_SECOND = frozenset(row.name for row in ROWS if row.without_second)
EITHER_OPERAND = frozenset(row.name for row in ROWS if row.either_operand)
CLASS_FIRST = frozenset(row.name for row in ROWS if row.class_first)
MAKES_INSTANCES = tuple(row.name for row in ROWS if row.makes_instances)
DECIDING = frozenset(row.name for row in ROWS if row.deciding)
CALLED = frozenset(row.name for row in ROWS if row.called)
TABLES = tuple(row.name for row in ROWS if row.table)
OF_DATA = frozenset((*TABLES, "tp_base", "tp_doc"))
"""What points to data; every other slot is a function."""
PARAMETERS = {row.name: row.parameters for row in ROWS if row.parameters}
RESULTS = {row.name: row.result for row in ROWS if row.parameters}
GENERIC = {row.name: row.generic for row in ROWS if row.generic}

PLAIN_FIELDS = frozenset((b"tp_alloc", b"tp_flags", b"tp_name", b"tp_new"))
"""Fields of a type of which code that reads or sets them keeps no object that the type owns."""
TRAVERSALS = frozenset(("tp_traverse", "m_traverse"))
"""What shows the collector the references of an instance, or of a module."""
TELL_APART = frozenset((b"tp_dealloc", b"tp_methods", b"tp_traverse"))
"""Fields whose value may tell a type from those that derive from it (G340, G460)."""
