/* What is put into the dictionary is read when the type is made ready. */
#include <Python.h>

static PyTypeObject Level_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_dictionary_with_special_names.Level",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef levels_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_dictionary_with_special_names",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_dictionary_with_special_names(void)
{
    PyObject *module;

    Level_Type.tp_dict = PyDict_New();
    if (Level_Type.tp_dict == NULL)
        return NULL;
    if (PyDict_SetItemString(Level_Type.tp_dict, "__hash__", Py_None) < 0)
        return NULL;
    if (PyType_Ready(&Level_Type) < 0)
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
