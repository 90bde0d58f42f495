/* The initialisation returns the module of an earlier import, found in a statement of its own. */
#include <Python.h>
#include <datetime.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "asks_for_its_module_late.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
is_box(PyObject *module, PyObject *object)
{
    return PyBool_FromLong(Py_TYPE(object) == &Box_Type || PyDelta_Check(object));
}

static PyMethodDef methods[] = {
    {"is_box", is_box, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "asks_for_its_module_late",
    .m_size = 0,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_asks_for_its_module_late(void)
{
    PyObject *m;

    PyDateTime_IMPORT;
    if (PyDateTimeAPI == NULL) {
        return NULL;
    }

    m = PyState_FindModule(&definition);
    if (m) {
        Py_INCREF(m);
        return m;
    }

    /* Make the type ready. */
    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }

    m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
