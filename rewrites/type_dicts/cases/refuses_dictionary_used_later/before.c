/* The variable goes on leading to the type's dictionary when the type is ready. */
#include <Python.h>

static PyTypeObject Level_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_dictionary_used_later.Level",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef levels_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_dictionary_used_later",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_dictionary_used_later(void)
{
    PyObject *module, *attributes;

    attributes = PyDict_New();
    if (attributes == NULL)
        return NULL;
    Level_Type.tp_dict = attributes;
    if (PyType_Ready(&Level_Type) < 0)
        return NULL;
    if (PyDict_SetItemString(attributes, "EMPTY", Py_None) < 0)
        return NULL;
    module = PyModule_Create(&levels_module);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Level_Type);
    if (PyModule_AddObject(module, "Level", (PyObject *)&Level_Type) < 0) {
        Py_DECREF(&Level_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
