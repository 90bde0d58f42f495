#include "shared.h"

SHELF_INTERNAL PyObject *ErrorObject = NULL;

SHELF_INTERNAL PyTypeObject *p_Box_Type = NULL;
#ifdef HAVE_LID
SHELF_INTERNAL PyTypeObject *p_Lid_Type = NULL;
#endif

static PyObject *
is_box(PyObject *module, PyObject *value)
{
    return PyBool_FromLong(PyObject_IsInstance(value, (PyObject *)p_Box_Type));
}

static PyMethodDef shelf_methods[] = {
    {"is_box", is_box, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelfmodule = {
    PyModuleDef_HEAD_INIT, "pointers_to_linked_types", NULL, -1, shelf_methods,
};

PyMODINIT_FUNC
PyInit_pointers_to_linked_types(void)
{
    PyObject *m, *d;

    assert(Box_Type.tp_basicsize > 0);
#ifdef HAVE_LID
    assert(Lid_Type.tp_weaklistoffset > 0);
#endif

    /* Initialize the type of the new type objects here. */
    p_Box_Type = &Box_Type;
#ifdef HAVE_LID
    p_Lid_Type = &Lid_Type;
#endif
    Py_SET_TYPE(&Box_Type, &PyType_Type);
#ifdef HAVE_LID
    Py_SET_TYPE(&Lid_Type, &PyType_Type);
#endif

    if (PyType_Ready(&Box_Type) < 0)
        goto error;
#ifdef HAVE_LID
    if (PyType_Ready(&Lid_Type) < 0)
        goto error;
#endif

    m = PyModule_Create(&shelfmodule);
    if (m == NULL)
        goto error;
    d = PyModule_GetDict(m);
    ErrorObject = PyErr_NewException("pointers_to_linked_types.error", NULL, NULL);
    if (ErrorObject == NULL)
        goto error;
    if (PyDict_SetItemString(d, "error", ErrorObject) < 0)
        goto error;
    if (PyDict_SetItemString(d, "Box", (PyObject *)p_Box_Type) < 0)
        goto error;
#ifdef HAVE_LID
    if (PyDict_SetItemString(d, "Lid", (PyObject *)p_Lid_Type) < 0)
        goto error;
#endif
    return m;

error:
    return NULL;
}
