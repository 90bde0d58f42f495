/* Piles for Python. */
#include <Python.h>
#include "pile.h"

static PyObject *
make(PyObject *Py_UNUSED(module), PyObject *arg)
{
    Pile *pile = PyObject_New(Pile, &pile_prototype);

    if (pile == NULL) {
        return NULL;
    }
    pile->count = PyLong_AsSsize_t(arg);
    if (pile->count == -1 && PyErr_Occurred()) {
        Py_DECREF(pile);
        return NULL;
    }
    return (PyObject *)pile;
}

static PyMethodDef module_methods[] = {
    {"make", make, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "static_type_in_a_header",
    .m_size = -1,
    .m_methods = module_methods,
};

PyMODINIT_FUNC
PyInit_static_type_in_a_header(void)
{
    PyObject *module;

    if (PyType_Ready(&pile_prototype) < 0) {
        return NULL;
    }
    module = PyModule_Create(&module_def);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&pile_prototype);
    if (PyModule_AddObject(module, "Pile", (PyObject *)&pile_prototype) < 0) {
        Py_DECREF(&pile_prototype);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
