"""Modules: what makes, finds and fills them, and the fields and slots of their definitions.

Source: "Module Objects" in the C API manual.
"""

from unstatic.capi.memory import ALLOCATE_PLAIN, FREE_WITH_TYPE, INITIALISE

DEFINITION_FIELDS = ("m_base", "m_name", "m_doc", "m_size", "m_methods", "m_slots", "m_traverse", "m_clear", "m_free")
NAMING = frozenset(("m_base", "m_name", "m_doc"))
"""The fields of a definition that say what the module is called, and nothing of how it is made."""
HOOKS = {"m_traverse": 3, "m_clear": 1, "m_free": 1}
"""The functions of a module's lifetime, with how many parameters each has."""
CREATE = (b"PyModule_Create", b"PyModule_Create2")
DEFINITION_HEAD = b"PyModuleDef_HEAD_INIT"
MAKE = frozenset((*CREATE, b"PyModuleDef_Init"))
FIND = b"PyState_FindModule"
ADD = b"PyState_AddModule"
GET_STATE = b"PyModule_GetState"
IMPORT = frozenset(
    (
        *("PyImport_ImportModule", "PyImport_ImportModuleNoBlock", "PyImport_ImportModuleLevel"),
        *("PyImport_ImportModuleAttrString", "_PyImport_GetModuleAttrString", "PyCapsule_Import"),
    )
)
"""What imports a module by a name that is given as text."""
FINDING_THE_MODULE = IMPORT | frozenset(
    (
        *("PyState_FindModule", "PyModule_GetState", "PyImport_GetModule", "PyImport_GetModuleDict"),
        *("PyEval_GetGlobals", "PyDict_GetItemString", "PyErr_SetString", "PyErr_Occurred", "PyErr_Clear"),
        *("Py_INCREF", "Py_DECREF", "Py_XDECREF", "_Py_INCREF", "_Py_DECREF", "_Py_XDECREF", "Py_IncRef", "Py_DecRef"),
    )
)
"""What a function calls that finds the module of its interpreter, and the state of that."""
SHARED_DICTS = frozenset((b"PyThreadState_GetDict", b"_PyThreadState_GetDict", b"PyInterpreterState_GetDict"))
"""What gives a dictionary in which all modules of an interpreter may leave something."""
CAPSULE_POINTERS = frozenset((b"PyCapsule_Import", b"PyCapsule_GetPointer"))
"""What gives the pointer in a capsule."""
MAKE_CAPSULES = frozenset((b"PyCapsule_New", b"PyCObject_FromVoidPtr", b"PyCObject_FromVoidPtrAndDesc"))
"""What makes a capsule of a pointer, those of Python 2 among them."""
HOLD_POINTERS = MAKE_CAPSULES | {b"PyLong_FromVoidPtr"}
"""What makes an object of a pointer, the number of its address among them."""
MAKE_FUNCTIONS = frozenset((b"PyCFunction_New", b"PyCFunction_NewEx", b"PyModule_AddFunctions", b"PyCMethod_New"))
MAKE_CLASS_METHOD = b"PyDescr_NewClassMethod"
GIL_DECLARATIONS = frozenset((b"Py_mod_gil", b"PyUnstable_Module_SetGIL"))
SUPPORT = {
    b"Py_MOD_PER_INTERPRETER_GIL_SUPPORTED": "per-interpreter-gil",
    b"Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED": "shared-gil",
    b"Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED": "not-supported",
}
"""What a module says about further interpreters, by the value of its slot (PEP 684)."""
SUPPORT_VALUES = {claim: value for value, claim in SUPPORT.items()}
STRUCTURE = frozenset(
    (
        *(*ALLOCATE_PLAIN, *INITIALISE, *FREE_WITH_TYPE, b"tp_alloc", b"PyType_Ready"),
        *(*CREATE, FIND, ADD, b"PyGILState_Ensure"),
    )
)
"""What types, their objects and the module are told by."""

QUIET = (b"PyCapsule_New", b"PyType_Ready", b"PyModule_", b"PyDict_", b"PyErr_", b"Py_")
"""How the names of functions begin that fill a module, and run no code of anybody else's."""
