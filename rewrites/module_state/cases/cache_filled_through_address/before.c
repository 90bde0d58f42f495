/* Each function has a cache, whose address it hands on to what fills it. */
#include <Python.h>

static int
make_names(PyObject **cache, const char *name)
{
    PyObject *key;

    if (! ((*cache = PyDict_New()))) {
        return -1;
    }
    key = PyUnicode_InternFromString(name);
    if (key == NULL || PyDict_SetItem(*cache, key, key) < 0) {
        Py_XDECREF(key);
        Py_CLEAR(*cache);
        return -1;
    }
    Py_DECREF(key);
    return 0;
}

static int
knows(PyObject **cache, const char *name, PyObject *key)
{
    if (!*cache && make_names(cache, name) < 0)
        return -1;
    return PyDict_Contains(*cache, key);
}

static PyObject *
shelf_is_box(PyObject *module, PyObject *key)
{
    static PyObject *cache = NULL;
    int found = knows(&cache, "box", key);

    return found < 0 ? NULL : PyBool_FromLong(found);
}

static PyObject *
shelf_is_lid(PyObject *module, PyObject *key)
{
    static PyObject *cache = NULL;
    int found = knows(&cache, "lid", key);

    return found < 0 ? NULL : PyBool_FromLong(found);
}

static PyMethodDef shelf_functions[] = {
    {"is_box", shelf_is_box, METH_O, NULL},
    {"is_lid", shelf_is_lid, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1, shelf_functions
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&shelf_module);
}
