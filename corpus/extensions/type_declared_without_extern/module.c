#include "reel.h"

static PyObject *
is_reel(PyObject *module, PyObject *given)
{
    return PyBool_FromLong(Reel_CheckExact(given));
}

static PyMethodDef reels_methods[] = {
    {"is_reel", is_reel, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef reels_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_declared_without_extern",
    .m_size = -1,
    .m_methods = reels_methods,
};

PyMODINIT_FUNC
PyInit_type_declared_without_extern(void)
{
    PyObject *module = PyModule_Create(&reels_definition);

    if (module == NULL) {
        return NULL;
    }
    init_reel();
    if (PyType_Ready(&Reel_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Reel_Type);
    if (PyModule_AddObject(module, "Reel", (PyObject *)&Reel_Type) < 0) {
        Py_DECREF(&Reel_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
