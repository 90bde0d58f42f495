/* Each entry holds a class and the objects that it was made for. */

#include <Python.h>

#define ENTRIES 3

typedef struct {
    PyObject *class;
    PyObject *uses[4];
    int code;
} Entry;

static Entry entries[ENTRIES] = {
    {.code = 10},
    {.code = 20},
    {.code = 30},
};

static PyObject *
fail(PyObject *self, PyObject *arg)
{
    long code = PyLong_AsLong(arg);

    for (int i = 0; i < ENTRIES; i++) {
        if (entries[i].code == code) {
            Py_INCREF(arg);
            Py_XSETREF(entries[i].uses[0], arg);
            PyErr_SetObject(entries[i].class, arg);
            return NULL;
        }
    }
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {{"fail", fail, METH_O, NULL}, {NULL}};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m = PyModule_Create(&def);

    if (m == NULL)
        return NULL;
    for (int i = 0; i < ENTRIES; i++) {
        entries[i].class = PyErr_NewException("module.error", NULL, NULL);
        if (entries[i].class == NULL) {
            Py_DECREF(m);
            return NULL;
        }
    }
    return m;
}
