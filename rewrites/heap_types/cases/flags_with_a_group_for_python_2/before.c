/* No supported Python compiles the group between the flags. */
#include <Python.h>
typedef struct { PyObject_HEAD } Box;
static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "flags.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT
#if PY_MAJOR_VERSION < 3
        | Py_TPFLAGS_HAVE_NEWBUFFER
#endif
        | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};
static struct PyModuleDef mod = {PyModuleDef_HEAD_INIT, "flags", NULL, -1, NULL};
PyMODINIT_FUNC PyInit_flags(void)
{
    PyObject *m;
    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    m = PyModule_Create(&mod);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Box_Type);
    PyModule_AddObject(m, "Box", (PyObject *)&Box_Type);
    return m;
}
