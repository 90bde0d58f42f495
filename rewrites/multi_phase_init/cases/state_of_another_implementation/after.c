#include <Python.h>

struct module_state {
    PyObject *error;
};

#if defined(PYPY_VERSION)
#define IN_CPYTHON 0
#else
#define IN_CPYTHON 1
#endif

#if IN_CPYTHON
#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))
#else
#define GETSTATE(m) (&_state)
static struct module_state _state;
#endif

static PyObject *
fail(PyObject *self, PyObject *unused)
{
    PyErr_SetString(GETSTATE(self)->error, "always");
    return NULL;
}

static PyMethodDef shelf_methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
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

static void
shelf_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static int shelf_exec(PyObject *module);

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "shelf",
    NULL,
    sizeof(struct module_state),
    shelf_methods,
    shelf_slots,
    shelf_traverse,
    shelf_clear,
    shelf_free
};

static int
shelf_exec(PyObject *module)
{
    struct module_state *st = NULL;

    st = GETSTATE(module);

    st->error = PyErr_NewException("shelf.Error", NULL, NULL);
    if (st->error == NULL) {
        return -1;
    }

    return 0;
}

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&moduledef);
}
