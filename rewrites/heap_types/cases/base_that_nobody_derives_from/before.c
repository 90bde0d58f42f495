/* Python code can't derive from Handle, and a spec neither: it has the flag for as long as its subtypes are made. */

#include <Python.h>

typedef struct {
    PyObject_HEAD
    int open;
} HandleObject;

static PyTypeObject Handle_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "base_that_nobody_derives_from.Handle",
    .tp_basicsize = sizeof(HandleObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Timer_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "base_that_nobody_derives_from.Timer",
    .tp_basicsize = sizeof(HandleObject),
    .tp_base = &Handle_Type,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "base_that_nobody_derives_from", NULL, 0, NULL
};

PyMODINIT_FUNC
PyInit_base_that_nobody_derives_from(void)
{
    PyObject *m;

    if (PyType_Ready(&Handle_Type) < 0 || PyType_Ready(&Timer_Type) < 0)
        return NULL;
    m = PyModule_Create(&moduledef);
    if (m == NULL)
        return NULL;
    if (PyModule_AddType(m, &Handle_Type) < 0 || PyModule_AddType(m, &Timer_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
