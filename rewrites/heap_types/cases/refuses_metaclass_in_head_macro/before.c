/* The macro that opens the type's initialiser names a metaclass. */
#include <Python.h>

static PyTypeObject Meta_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_metaclass_in_head_macro.Meta",
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &PyType_Type,
    .tp_dict = NULL,
};

#define META_HEAD PyVarObject_HEAD_INIT(&Meta_Type, 0)

static PyTypeObject Thing_Type = {
    META_HEAD
    .tp_name = "refuses_metaclass_in_head_macro.Thing",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef refuses_metaclass_in_head_macro_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_metaclass_in_head_macro",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_metaclass_in_head_macro(void)
{
    PyObject *module;

    Meta_Type.tp_dict = PyDict_New();
    if (PyType_Ready(&Meta_Type) < 0 || PyType_Ready(&Thing_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&refuses_metaclass_in_head_macro_module);
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
