/* PyStructSequence_InitType has made the types ready: PyType_Ready does nothing more. */
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
    "readied.Size", "The size of a box.", Size_fields, 2
};

static PyStructSequence_Desc Place_desc = {
    "readied.Place", "Where a box stands.", Size_fields, 2
};

static PyTypeObject *Size_Type;
static PyTypeObject *Place_Type;

static PyObject *
size(PyObject *module, PyObject *noargs)
{
    PyObject *result = PyStructSequence_New(Size_Type);
    if (result != NULL) {
        PyStructSequence_SetItem(result, 0, PyLong_FromLong(2));
        PyStructSequence_SetItem(result, 1, PyLong_FromLong(3));
    }
    return result;
}

static PyMethodDef readied_methods[] = {
    {"size", size, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef readied_module = {
    PyModuleDef_HEAD_INIT, "readied", NULL, -1, readied_methods
};

PyMODINIT_FUNC
PyInit_readied(void)
{
    PyObject *module = PyModule_Create(&readied_module);
    if (module == NULL) {
        return NULL;
    }

    Size_Type = PyStructSequence_NewType(&Size_desc);
    if (Size_Type == NULL) {
        return NULL;
    }
    Size_Type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    Py_INCREF(Size_Type);
    PyModule_AddObject(module, "Size", (PyObject *)Size_Type);

    Place_Type = PyStructSequence_NewType(&Place_desc);
    if (Place_Type == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Place_Type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    Py_INCREF(Place_Type);
    PyModule_AddObject(module, "Place", (PyObject *)Place_Type);
    return module;
}
