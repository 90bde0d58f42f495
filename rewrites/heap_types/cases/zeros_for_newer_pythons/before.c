/* An initialiser goes on with the fields that newer Pythons have. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int count;
} Counter;

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "zeros_for_newer_pythons.Counter",
    sizeof(Counter),
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    Py_TPFLAGS_DEFAULT,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    PyType_GenericNew,
    0, 0, 0, 0, 0, 0, 0, 0, 0,
    NULL,                       /* tp_finalize */
#if PY_VERSION_HEX >= 0x03080000
    NULL,                       /* tp_vectorcall */
#endif
#if PY_VERSION_HEX >= 0x030C0000
    '\0',                       /* tp_watched */
#if PY_VERSION_HEX >= 0x030D0000
    0,                          /* tp_versions_used */
#endif
#endif
};

static struct PyModuleDef counter_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "zeros_for_newer_pythons",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_zeros_for_newer_pythons(void)
{
    PyObject *module = PyModule_Create(&counter_module);

    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Counter_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
