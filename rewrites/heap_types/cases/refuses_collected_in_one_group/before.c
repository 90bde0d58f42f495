#include <Python.h>

#ifndef Py_TPFLAGS_SEQUENCE
#define Py_TPFLAGS_SEQUENCE 0
#endif

static PyTypeObject Rack_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "racks.Rack",
    .tp_basicsize = sizeof(PyObject),
#ifdef COLLECT_RACKS
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
#else
    .tp_flags = Py_TPFLAGS_DEFAULT,
#endif
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef racks = {
    PyModuleDef_HEAD_INIT, "racks", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_racks(void)
{
    PyObject *m;

    if (PyType_Ready(&Rack_Type) < 0)
        return NULL;
    m = PyModule_Create(&racks);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Rack_Type);
    if (PyModule_AddObject(m, "Rack", (PyObject *)&Rack_Type) < 0) {
        Py_DECREF(&Rack_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
