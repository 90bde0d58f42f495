/* Lid_Type is there with WITH_LIDS, and its tp_new with WITH_NEW; Jar_Type in the other half of a group. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
} Lid;

#ifdef _WIN32
#define WITH_JARS 1
#endif

#ifndef WITHOUT_LIDS
static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "lids.Lid",
    .tp_basicsize = sizeof(Lid),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};
#endif

#ifdef WITH_JARS
#else
static PyTypeObject Jar_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "lids.Jar",
    .tp_basicsize = sizeof(Lid),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};
#endif

static struct PyModuleDef lids = {
    PyModuleDef_HEAD_INIT, "lids", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_lids(void)
{
    PyObject *module = PyModule_Create(&lids);

    if (module == NULL) {
        return NULL;
    }
#ifndef WITHOUT_LIDS
#ifndef WITHOUT_NEW
    Lid_Type.tp_new = PyType_GenericNew;
#endif
    if (PyType_Ready(&Lid_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
#endif
#ifndef WITH_JARS
    Jar_Type.tp_new = PyType_GenericNew;
#endif
#ifndef WITH_JARS
    if (PyType_Ready(&Jar_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
#endif
    return module;
}
