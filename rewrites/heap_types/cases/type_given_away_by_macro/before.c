/* The macro that adds a type to the module gives away a reference that it didn't take: it is taken before. */
#include <Python.h>

#define ADD(module, name, object) PyModule_AddObject(module, name, (PyObject *)(object))

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_given_away_by_macro.Thing",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef type_given_away_by_macro_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_given_away_by_macro",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_type_given_away_by_macro(void)
{
    PyObject *module;

    if (PyType_Ready(&Thing_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&type_given_away_by_macro_module);
    if (module == NULL) {
        return NULL;
    }
    if (ADD(module, "Thing", &Thing_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
