#include <Python.h>
#include <assert.h>
#include <stddef.h>

static PyObject *cache;

struct cache {
    int cache;
};

typedef int (*visitor)(PyObject *cache, int depth);

#define IS_EMPTY(cache) ((cache) == NULL)

static int
count(struct cache *items, int cache)
{
    if (cache > 3)
        goto cache;
    items->cache += cache + (int)offsetof(struct cache, cache);
cache:
    return items->cache;
}

static PyObject *
get(PyObject *self, PyObject *args)
{
    struct cache items = { .cache = 1 };
    visitor none = NULL;

    (void)none;
    if (IS_EMPTY(cache)) {
        cache = PyLong_FromLong(count(&items, 2));
        if (cache == NULL)
            return NULL;
    }
    assert(cache != NULL);
    Py_INCREF(cache);
    return cache;
}

static PyMethodDef methods[] = {
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&shelf);
}
