/* The module has a state of its own, but kept more in globals: the struct, its accessor and the hooks stay. */
#include <Python.h>

struct shelf_state {
    PyObject *error;
    int cache;
};

#define GETSTATE(m) ((struct shelf_state *)PyModule_GetState(m))

static PyObject *cache;

static PyObject *
shelf_find(PyObject *self, PyObject *key)
{
    struct shelf_state *st = GETSTATE(self);
    PyObject *found = PyDict_GetItemWithError(cache, key);

    if (found == NULL && !PyErr_Occurred()) {
        PyErr_SetObject(st->error, key);
    }
    Py_XINCREF(found);
    return found;
}

static PyObject *
shelf_cache(PyObject *self, PyObject *unused)
{
    Py_INCREF(cache);
    return cache;
}

static PyMethodDef shelf_methods[] = {
    {"find", shelf_find, METH_O, NULL},
    {"cache", shelf_cache, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->error);
    return 0;
}

static int
shelf_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);
    return 0;
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    "shelf",
    NULL,
    sizeof(struct shelf_state),
    shelf_methods,
    NULL,
    shelf_traverse,
    shelf_clear,
    NULL
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf_module);
    struct shelf_state *st;

    if (module == NULL) {
        return NULL;
    }
    st = GETSTATE(module);
    st->error = PyErr_NewException("shelf.Error", PyExc_KeyError, NULL);
    cache = PyDict_New();
    if (st->error == NULL || cache == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
