/* A macro leaves the type out of what isn't a type's initialiser: it stays there as written, and may mean it. */

#include <Python.h>

typedef struct {
    PyObject_HEAD
    int n;
} Box;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

#define NOTED(type) 0

static int known = NOTED(&Box_Type);

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m;

    if (PyType_Ready(&Box_Type) < 0)
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
    if (PyModule_AddIntConstant(m, "known", known) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
