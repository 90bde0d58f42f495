/* A static type can have a base of Python's without Py_TPFLAGS_BASETYPE; one from a spec can't. */

#include <Python.h>

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
    if (PyType_Ready(&Span_Type) < 0)
        return NULL;
    m = PyModule_Create(&moduledef);
    if (m == NULL)
        return NULL;
    if (PyModule_AddType(m, &Span_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
