#include <Python.h>

static unsigned long table[4];

static PyObject *
add(PyObject *module, PyObject *number)
{
    table[PyLong_AsLong(number) & 3] += 1;
    Py_RETURN_NONE;
}

static PyMethodDef counted_methods[] = {
    {"add", add, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyObject *counted_error;
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

static int counted_loaded = 0;
#ifdef Py_GIL_DISABLED
static PyMutex counted_loaded_mutex = {0};
#endif

static int
counted_exec(PyObject *module)
{
    int added;

#ifdef Py_GIL_DISABLED
    PyMutex_Lock(&counted_loaded_mutex);
#endif
    if (counted_loaded) {
#ifdef Py_GIL_DISABLED
        PyMutex_Unlock(&counted_loaded_mutex);
#endif
        PyErr_SetString(PyExc_ImportError,
            "cannot load module more than once per process");
        return -1;
    }
    counted_loaded = 1;
#ifdef Py_GIL_DISABLED
    PyMutex_Unlock(&counted_loaded_mutex);
#endif

#ifndef COUNTED_SILENT
    /* Errors of this module. */
    counted_error = PyErr_NewException("counted.Error", NULL, NULL);
    names[0][0] = PyList_New(0);
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
