/* The struct stands below what needs it, and the accessor in a group whose other branch holds a comment alone. */
#include <Python.h>

static PyObject *EmptyError;

static PyObject *
take(PyObject *self, PyObject *noargs)
{
    PyErr_SetString(EmptyError, "nothing is left");
    return NULL;
}

static PyMethodDef shelf_methods[] = {
    {"take", take, METH_NOARGS, NULL},
    {NULL, NULL}
};

struct module_state {
    PyObject *error;
};

#if PY_MAJOR_VERSION >= 3
#define GETSTATE(m) ((struct module_state*)PyModule_GetState(m))
#else
/* not needed */
#endif

static int shelf_traverse(PyObject *m, visitproc visit, void *arg) {
    Py_VISIT(GETSTATE(m)->error);
    return 0;
}

static int shelf_clear(PyObject *m) {
    Py_CLEAR(GETSTATE(m)->error);
    return 0;
}


static int shelf_exec(PyObject *module);
static PyModuleDef_Slot shelf_slots[] = {{Py_mod_exec, shelf_exec}, {0, NULL}};

static struct PyModuleDef moduledef = {
        PyModuleDef_HEAD_INIT,
        "shelf",
        NULL,
        sizeof(struct module_state),
        shelf_methods,
        shelf_slots,
        shelf_traverse,
        shelf_clear,
        NULL
};

static int
shelf_exec(PyObject *module)
{
    EmptyError = PyErr_NewException("shelf.EmptyError", NULL, NULL);
    if (EmptyError == NULL) {
        return -1;
    }
    Py_INCREF(EmptyError);
    PyModule_AddObject(module, "EmptyError", EmptyError);
    return 0;
}

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&moduledef);
}
