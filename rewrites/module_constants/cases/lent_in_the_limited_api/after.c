#define Py_LIMITED_API 0x030b0000
#include <Python.h>

typedef struct {
    PyObject *PolyError;
} poly_state;

static inline poly_state *
get_poly_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (poly_state *)state;
}

static PyObject *
poly_fail(PyObject *self, PyObject *Py_UNUSED(args))
{
    poly_state *state = get_poly_state(self);

    PyErr_SetString(state->PolyError, "not a polygon");
    return NULL;
}

static PyMethodDef poly_methods[] = {
    {"fail", poly_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
poly_traverse(PyObject *module, visitproc visit, void *arg)
{
    poly_state *state = get_poly_state(module);
    Py_VISIT(state->PolyError);
    return 0;
}

static int
poly_clear(PyObject *module)
{
    poly_state *state = get_poly_state(module);
    Py_CLEAR(state->PolyError);
    return 0;
}

static void
poly_free(void *module)
{
    poly_clear((PyObject *)module);
}

static int poly_exec(PyObject *m);

static PyModuleDef_Slot poly_slots[] = {
    {Py_mod_exec, poly_exec},
    {0, NULL}
};

static struct PyModuleDef poly_module = {
    PyModuleDef_HEAD_INIT, "poly", NULL, sizeof(poly_state), poly_methods,
    poly_slots, poly_traverse, poly_clear, poly_free
};

static int
add_flags(PyObject *module)
{
    Py_INCREF(Py_False);
    PyModule_AddObject(module, "with_numpy", (PyObject *)Py_False);
    if (PyModule_GetName(module) == NULL)
        PyModule_AddObject(module, "is_named",
                           (Py_INCREF(Py_False), Py_False));
    else
        PyModule_AddObject(module, "is_named", (Py_INCREF(Py_True), Py_True));
    Py_INCREF(PyExc_IndexError);
    if (PyModule_AddObject(module, "OutOfRange", PyExc_IndexError) < 0)
        return -1;
    Py_INCREF((PyObject *)&PyList_Type);
    return PyModule_AddObject(module, "points", (PyObject *)&PyList_Type);
}

static int
poly_exec(PyObject *m)
{
    poly_state *state = get_poly_state(m);

    state->PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    if (state->PolyError == NULL)
        return -1;
    Py_INCREF(state->PolyError);
    PyModule_AddObject(m, "Error", state->PolyError);
    if (add_flags(m) < 0)
        return -1;
    return 0;
}

PyMODINIT_FUNC
PyInit_poly(void)
{
    return PyModuleDef_Init(&poly_module);
}
