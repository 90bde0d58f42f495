/* The macro gives a reference away that it didn't take, and only under a condition. */
#include <Python.h>

#define ADD(module, name, object) \
    (is_wanted(name) ? PyModule_AddObject(module, name, (PyObject *)(object)) : 0)

static int
is_wanted(const char *name)
{
    return getenv(name) != NULL;
}

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_type_given_away_by_macro_sometimes.Thing",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef refuses_type_given_away_by_macro_sometimes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_type_given_away_by_macro_sometimes",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_type_given_away_by_macro_sometimes(void)
{
    PyObject *module;

    if (PyType_Ready(&Thing_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&refuses_type_given_away_by_macro_sometimes_module);
    if (module == NULL) {
        return NULL;
    }
    if (ADD(module, "Thing", &Thing_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
