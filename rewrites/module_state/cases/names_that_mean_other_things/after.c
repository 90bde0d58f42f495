#include <Python.h>
#include <assert.h>
#include <stddef.h>

typedef struct {
    PyObject *cache;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

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
    shelf_state *state = get_shelf_state(self);
    struct cache items = { .cache = 1 };
    visitor none = NULL;

    (void)none;
    if (IS_EMPTY(state->cache)) {
        state->cache = PyLong_FromLong(count(&items, 2));
        if (state->cache == NULL)
            return NULL;
    }
    assert(state->cache != NULL);
    Py_INCREF(state->cache);
    return state->cache;
}

static PyMethodDef methods[] = {
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->cache);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->cache);
    return 0;
}

static void
shelf_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static struct PyModuleDef shelf = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, sizeof(shelf_state), methods, NULL,
    shelf_traverse, shelf_clear, shelf_free
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&shelf);
}
