"""Arguments: what parses them, which calling conventions there are, what only reads text that it is given.

Source: "Parsing arguments and building values" and "Common Object Structures" in the C API manual.
"""

CONVENTIONS: dict[frozenset[bytes], tuple[int, ...]] = {
    frozenset((b"METH_NOARGS",)): (1, 2),
    frozenset((b"METH_O",)): (2,),
    frozenset((b"METH_FASTCALL",)): (3,),
    frozenset((b"METH_FASTCALL", b"METH_KEYWORDS")): (4,),
}
"""The numbers of parameters, by flags."""
WITH_CLASS = b"METH_METHOD | METH_FASTCALL | METH_KEYWORDS"
"""The flags of a method that is given its defining class (PEP 573)."""
PARSERS = {b"PyArg_ParseTuple": 1, b"PyArg_ParseTupleAndKeywords": 2, b"PyArg_Parse": 1}
"""The argument that is the format."""
PARSER_PREFIXES = (b"PyArg_Parse", b"_PyArg_Parse")
CALL_PREFIXES = (b"PyObject_Call", b"PyObject_Vectorcall", b"PyObject_FastCall", b"PyEval_Call")
"""What calls an object, a type for an instance included."""
RAISES = (b"PyErr_SetString", b"PyErr_Format", b"PyErr_SetObject", b"PyErr_SetNone", b"PyErr_NoMemory")
WORDS = (*RAISES, b"PyErr_WarnFormat", b"PyErr_FormatV", b"PyUnicode_FromFormat", b"PyUnicode_FromFormatV", b"fprintf")
"""What writes text for people."""
TELLS = frozenset((b"PyErr_WriteUnraisable", b"PyErr_Print", b"PyErr_PrintEx"))
"""What tells an exception to the user, where it can't be raised."""
SETTLES = TELLS | {b"PyErr_Clear"}
"""What leaves no exception set."""
TEXT_MAKERS = frozenset((b"PyUnicode_InternFromString", b"PyUnicode_FromString"))
"""What makes a str of a text in C."""
READERS = frozenset(
    b"""strlen strcmp strncmp memcmp strchr strrchr strstr strdup printf fprintf snprintf sprintf puts fputs
    PyErr_SetString PyErr_Format PyErr_NewException PyErr_NewExceptionWithDoc PyModule_AddStringConstant
    PyModule_AddIntConstant PyModule_AddObject PyModule_Create PyModuleDef_Init PyUnicode_FromString
    PyBytes_FromString PyUnicode_InternFromString PyUnicode_FromFormat PyBytes_FromStringAndSize
    PyUnicode_FromStringAndSize PyImport_ImportModule PyCapsule_New PyCapsule_Import sizeof Py_BuildValue
    PyModule_AddFunctions PyStructSequence_NewType PyStructSequence_InitType PyArg_Parse PyDict_SetItemString
    PyObject_GetAttrString PyLong_FromLong PyType_FromSpec PyType_FromModuleAndSpec PyModule_FromDefAndSpec""".split()
)
"""What only reads the memory that it is given."""
READ_ARGUMENTS = {
    b"PyArg_ParseTuple": {1},
    b"PyArg_ParseTupleAndKeywords": {2, 3},
    b"PyArg_VaParseTupleAndKeywords": {2, 3},
    b"memcpy": {1, 2},
    b"memmove": {1, 2},
    b"strcpy": {1},
    b"strcat": {1},
    b"strncpy": {1, 2},
}
"""The arguments that are only read, of what writes to others."""
