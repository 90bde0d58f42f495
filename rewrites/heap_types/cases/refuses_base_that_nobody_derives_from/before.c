/* A static type can have a base without Py_TPFLAGS_BASETYPE, ours or Python's; one from a spec can't. */

#include <Python.h>

typedef struct {
    PyObject_HEAD
    int open;
} HandleObject;

static PyTypeObject Handle_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_base_that_nobody_derives_from.Handle",
    .tp_basicsize = sizeof(HandleObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Timer_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_base_that_nobody_derives_from.Timer",
    .tp_basicsize = sizeof(HandleObject),
    .tp_base = &Handle_Type,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Span_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_base_that_nobody_derives_from.Span",
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "refuses_base_that_nobody_derives_from", NULL, 0, NULL
};

PyMODINIT_FUNC
PyInit_refuses_base_that_nobody_derives_from(void)
{
    PyObject *m;

    Span_Type.tp_base = &PySlice_Type;
    if (PyType_Ready(&Handle_Type) < 0 || PyType_Ready(&Timer_Type) < 0 || PyType_Ready(&Span_Type) < 0)
        return NULL;
    m = PyModule_Create(&moduledef);
    if (m == NULL)
        return NULL;
    if (PyModule_AddType(m, &Handle_Type) < 0 || PyModule_AddType(m, &Timer_Type) < 0 ||
        PyModule_AddType(m, &Span_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
