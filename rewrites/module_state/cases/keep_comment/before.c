#include <Python.h>

static PyObject *shared;  /* unstatic: keep shared because each interpreter must see the same object */
static PyObject *own;

static PyObject *
get(PyObject *module, PyObject *unused)
{
    return PyTuple_Pack(2, shared, own);
}

static PyMethodDef functions[] = {
    {"get", get, METH_NOARGS, NULL},
    {NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "module",
    NULL,
    -1,
    functions,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL)
        return NULL;
    if (shared == NULL)
        shared = PyList_New(0);
    own = PyList_New(0);
    if (shared == NULL || own == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
