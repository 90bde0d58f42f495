/* What another module exports is imported by a macro; where that fails, the next import of this one tries again. */
#include <Python.h>

static void **shape_slots = NULL;

#define IMPORT_SHAPES() \
    { \
        PyObject *_module = PyImport_ImportModule("shapes"); \
        if (_module != NULL) { \
            PyObject *_exported = PyObject_GetAttrString(_module, "_C_API"); \
            Py_DECREF(_module); \
            if (_exported != NULL) { \
                shape_slots = (void **)PyCapsule_GetPointer(_exported, "shapes._C_API"); \
                Py_DECREF(_exported); \
            } \
        } \
    }

static PyObject *
count(PyObject *self, PyObject *unused)
{
    return PyLong_FromLong(*(long *)shape_slots[0]);
}

static PyMethodDef functions[] = {
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int module_exec(PyObject *module);

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, 0, functions, module_slots
};

static int
module_exec(PyObject *Py_UNUSED(module))
{
    IMPORT_SHAPES();
    if (PyErr_Occurred())
        return -1;
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&moduledef);
}
