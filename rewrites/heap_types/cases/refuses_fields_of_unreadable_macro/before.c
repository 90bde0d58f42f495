/* Which fields a macro gives depends on something that isn't understood. */
#include <Python.h>

#define FIELDS(size, ...) .tp_basicsize = sizeof(size) __VA_OPT__(, .tp_doc = __VA_ARGS__)

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_fields_of_unreadable_macro.Thing",
    FIELDS(PyObject, "A thing."),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef refuses_fields_of_unreadable_macro_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_fields_of_unreadable_macro",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_fields_of_unreadable_macro(void)
{
    PyObject *module;

    if (PyType_Ready(&Thing_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&refuses_fields_of_unreadable_macro_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Thing_Type);
    if (PyModule_AddObject(module, "Thing", (PyObject *)&Thing_Type) < 0) {
        Py_DECREF(&Thing_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
