#include <Python.h>

static int shelf_exec(PyObject *m);

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    "shelf",
    NULL,
    0,
    NULL,
    shelf_slots,
};

/* PyDict_SetItemString that takes over value, which may be NULL. */
static int
dict_set_item_string_take(PyObject *dict, const char *key, PyObject *value)
{
    int result = -1;

    if (value != NULL)
        result = PyDict_SetItemString(dict, key, value);
    Py_XDECREF(value);
    return result;
}

static int
shelf_exec(PyObject *m)
{
    PyObject *d;

    /* add constants */
    d = PyModule_GetDict(m);

    #define EXPORT_CONST(c) \
        dict_set_item_string_take(d, #c, PyLong_FromLong(c))

    EXPORT_CONST(PY_MAJOR_VERSION);
    EXPORT_CONST(PY_MINOR_VERSION);
    EXPORT_CONST(PY_MICRO_VERSION);

    #undef EXPORT_CONST

    return 0;
}

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
