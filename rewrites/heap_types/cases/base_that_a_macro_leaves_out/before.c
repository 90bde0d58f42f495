/* A macro leaves the base out of the initialiser, as no address of another library is a constant: it is set later. */

#include <Python.h>

#define DEFERRED_ADDRESS(address) 0

typedef struct {
    PyObject_HEAD
    int n;
} Box;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(DEFERRED_ADDRESS(&PyType_Type), 0)
    .tp_name = "module.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(DEFERRED_ADDRESS(&PyType_Type), 0)
    "module.Lid",                       /* tp_name */
    sizeof(Box),                        /* tp_basicsize */
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = DEFERRED_ADDRESS(&Box_Type),
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    Lid_Type.tp_base = &Box_Type;
    if (PyType_Ready(&Lid_Type) < 0)
        return NULL;
    m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Lid_Type);
    if (PyModule_AddObject(m, "Lid", (PyObject *)&Lid_Type) < 0) {
        Py_DECREF(&Lid_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
