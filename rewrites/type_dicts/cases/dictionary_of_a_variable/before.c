/* Class constants, put into a dictionary that the type takes over. */
#include <Python.h>

static PyTypeObject Level_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "dictionary_of_a_variable.Level",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Mark_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "dictionary_of_a_variable.Mark",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef levels_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dictionary_of_a_variable",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_dictionary_of_a_variable(void)
{
    PyObject *attributes = NULL;
    PyObject *highest = NULL;
    PyObject *marks;
    PyObject *module = NULL;
    PyObject *ret = NULL;

    marks = PyDict_New();
    if (marks == NULL) {
        return NULL;
    }
    if (PyDict_SetItemString(marks, "EMPTY", Py_None) < 0) {
        return NULL;
    }
    Mark_Type.tp_dict = marks;
    if (PyType_Ready(&Mark_Type) < 0) {
        return NULL;
    }

    attributes = PyDict_New();
    if (!attributes) {
        goto exit;
    }
    highest = PyLong_FromLong(9);
    if (highest == NULL) {
        goto exit;
    }
    if (PyDict_SetItemString(attributes, "HIGHEST", highest) < 0) {
        goto exit;
    }

    Level_Type.tp_dict = attributes;
    attributes = NULL;  // pass the refcount

    if (PyType_Ready(&Level_Type) < 0) {
        goto exit;
    }

    module = PyModule_Create(&levels_module);
    if (module == NULL) {
        goto exit;
    }
    Py_INCREF(&Level_Type);
    if (PyModule_AddObject(module, "Level", (PyObject *)&Level_Type) < 0) {
        Py_DECREF(&Level_Type);
        goto exit;
    }
    Py_INCREF(&Mark_Type);
    if (PyModule_AddObject(module, "Mark", (PyObject *)&Mark_Type) < 0) {
        Py_DECREF(&Mark_Type);
        goto exit;
    }

    // success
    ret = module;
    module = NULL;  // pass the refcount

exit:
    Py_XDECREF(attributes);
    Py_XDECREF(highest);
    Py_XDECREF(module);
    return ret;
}
