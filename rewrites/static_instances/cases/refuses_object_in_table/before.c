/* A table that is complete before any code runs holds the object's address: it must be there then. */
#include <Python.h>

static PyTypeObject Unit_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "units.Unit",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject metre = {_PyObject_EXTRA_INIT 1, &Unit_Type};
static PyObject *const units[] = {&metre, NULL};

static struct PyModuleDef units_module = {
    PyModuleDef_HEAD_INIT, "units", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_units(void)
{
    PyObject *module;

    if (PyType_Ready(&Unit_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&units_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(units[0]);
    PyModule_AddObject(module, "metre", units[0]);
    return module;
}
