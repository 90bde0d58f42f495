/* The types are made ready through a local array of their addresses, which are not set before they are made. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long count;
} CounterObject;

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "loop_over_types_in_a_local.Counter",
    .tp_basicsize = sizeof(CounterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef counter_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "loop_over_types_in_a_local",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_loop_over_types_in_a_local(void)
{
    PyTypeObject *types[] = {&Counter_Type};
    PyObject *module;
    size_t i;

    for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        if (PyType_Ready(types[i]) < 0) {
            return NULL;
        }
    }
    module = PyModule_Create(&counter_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Counter_Type);
    if (PyModule_AddObject(module, "Counter", (PyObject *)&Counter_Type) < 0) {
        Py_DECREF(&Counter_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
