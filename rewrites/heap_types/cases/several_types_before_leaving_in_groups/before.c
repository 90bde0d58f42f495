#include <Python.h>

typedef struct {
    PyObject_HEAD
    int depth;
} Well;

static PyTypeObject Well_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "wells.Well",
    .tp_basicsize = sizeof(Well),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Shaft_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "wells.Shaft",
    .tp_basicsize = sizeof(Well),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

#ifndef LEAN
#  define LEAN 1
#endif

static int
made_ready(void)
{
    if (PyType_Ready(&Well_Type) != 0 || PyType_Ready(&Shaft_Type) != 0)
#if LEAN
        return -1;
#else
        return -2;
#endif
    return 0;
}

static struct PyModuleDef wells_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wells",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_wells(void)
{
    PyObject *module = PyModule_Create(&wells_module);

    if (module == NULL)
        return NULL;
    if (made_ready() < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Well_Type);
    Py_INCREF(&Shaft_Type);
    PyModule_AddObject(module, "Well", (PyObject *)&Well_Type);
    PyModule_AddObject(module, "Shaft", (PyObject *)&Shaft_Type);
    return module;
}
