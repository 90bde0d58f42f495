#include "compat.h"
#include "lid.h"

#define INIT_RETURN(m) return m

typedef struct {
    PyObject_HEAD
} Box;

static PyObject *empty_error;

static PyObject *
Box_take(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_SetString(empty_error, "nothing is in it");
    return NULL;
}

static PyMethodDef Box_methods[] = {
    {"take", Box_take, METH_NOARGS, "Take what is in it."},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "flags_of_two_units_in_another_header.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Box_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "flags_of_two_units_in_another_header",
    NULL,
    -1,
};

PyMODINIT_FUNC
PyInit_flags_of_two_units_in_another_header(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0)
        INIT_RETURN(NULL);
    if (PyType_Ready(&Lid_Type) < 0)
        INIT_RETURN(NULL);
    module = PyModule_Create(&definition);
    if (module == NULL)
        INIT_RETURN(NULL);
    empty_error = PyErr_NewException("flags_of_two_units_in_another_header.EmptyError", NULL, NULL);
    if (empty_error == NULL)
        INIT_RETURN(NULL);

    Py_INCREF(empty_error);
    PyModule_AddObject(module, "EmptyError", empty_error);
    Py_INCREF(&Box_Type);
    PyModule_AddObject(module, "Box", (PyObject *)&Box_Type);
    Py_INCREF(&Lid_Type);
    PyModule_AddObject(module, "Lid", (PyObject *)&Lid_Type);
    INIT_RETURN(module);
}
