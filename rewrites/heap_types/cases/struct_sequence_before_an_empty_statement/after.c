#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static PyStructSequence_Field Size_fields[] = {
    {"width", "how wide it is"},
    {"height", NULL},
    {NULL}
};

static PyStructSequence_Desc Size_desc = {
    "emptied.Size", "The size of a box.", Size_fields, 2
};

static PyTypeObject *Size_Type;

static struct PyModuleDef emptied_module = {
    PyModuleDef_HEAD_INIT, "emptied", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_emptied(void)
{
    PyObject *module = PyModule_Create(&emptied_module);
    if (module == NULL) {
        return NULL;
    }
    Size_Type = PyStructSequence_NewType(&Size_desc);
    if (Size_Type == NULL) {
        return NULL;
    };
    Size_Type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    Py_INCREF(Size_Type);
    PyModule_AddObject(module, "Size", (PyObject *)Size_Type);
    return module;
}
