#include <Python.h>

static unsigned long table[4];
static PyObject *counted_error;

static PyObject *
add(PyObject *module, PyObject *number)
{
    if (Py_SIZE(number) == 0) {
        PyErr_SetString(counted_error, "nothing to add");
        return NULL;
    }
    table[PyLong_AsLong(number) & 3] += 1;
    Py_RETURN_NONE;
}

static PyMethodDef counted_methods[] = {
    {"add", add, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyObject *names[2][2];  /* stays */

static int counted_exec(PyObject *module);

static PyModuleDef_Slot counted_slots[] = {
    {Py_mod_exec, counted_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef counted_module = {
    PyModuleDef_HEAD_INIT, "counted", NULL, 0, counted_methods, counted_slots
};

static int
counted_exec(PyObject *module)
{
    int added;

#ifndef COUNTED_SILENT
    /* Errors of this module. */
    counted_error = PyErr_NewException("counted.Error", NULL, NULL);
#endif
    added = PyModule_AddObjectRef(module, "Error", counted_error);
    if (added < 0)
        return -1;
    return 0;
}

PyMODINIT_FUNC
PyInit_counted(void)
{
    return PyModuleDef_Init(&counted_module);
}
