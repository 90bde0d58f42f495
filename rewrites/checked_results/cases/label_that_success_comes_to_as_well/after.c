#include <Python.h>

typedef struct {
    PyObject *PolyError;
    PyObject *PolyWarning;
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

static PyObject *
poly_warn(PyObject *self, PyObject *Py_UNUSED(args))
{
    poly_state *state = get_poly_state(self);

    if (PyErr_WarnEx(state->PolyWarning, "not a polygon", 1) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef poly_methods[] = {
    {"fail", poly_fail, METH_NOARGS, NULL},
    {"warn", poly_warn, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
poly_traverse(PyObject *module, visitproc visit, void *arg)
{
    poly_state *state = get_poly_state(module);
    Py_VISIT(state->PolyError);
    Py_VISIT(state->PolyWarning);
    return 0;
}

static int
poly_clear(PyObject *module)
{
    poly_state *state = get_poly_state(module);
    Py_CLEAR(state->PolyError);
    Py_CLEAR(state->PolyWarning);
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

/* Its result says so as long as nothing else is stored there. */
static int
poly_add_warning(PyObject *m)
{
    poly_state *state = get_poly_state(m);
    int result = -1;
    PyObject *bases = PyTuple_Pack(1, PyExc_UserWarning);

    if (bases == NULL)
        goto done;
    state->PolyWarning = PyErr_NewException("poly.Warning", bases, NULL);
    if (state->PolyWarning == NULL)
        goto done;
    Py_INCREF(state->PolyWarning);
    if (PyModule_AddObject(m, "Warning", state->PolyWarning) < 0) {
        Py_DECREF(state->PolyWarning);
        goto done;
    }
    result = 0;
done:
    Py_XDECREF(bases);
    return result;
}

static int
poly_exec(PyObject *m)
{
    poly_state *state = get_poly_state(m);

    if (poly_add_warning(m) < 0) {
        m = NULL;
        goto done;
    }
    state->PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    if (state->PolyError == NULL) {
        return -1;
    }
    Py_INCREF(state->PolyError);
    PyModule_AddObject(m, "Error", state->PolyError);
done:
    return m == NULL ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_poly(void)
{
    return PyModuleDef_Init(&poly_module);
}
