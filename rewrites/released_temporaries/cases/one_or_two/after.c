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
    PyModuleDef_HEAD_INIT, "poly", NULL, sizeof(poly_state), poly_methods, poly_slots,
    poly_traverse, poly_clear, poly_free
};

/* PyObject_SetAttrString that takes over value, which may be NULL. */
static int
object_set_attr_string_take(PyObject *object, const char *name, PyObject *value)
{
    int result = -1;

    if (value != NULL)
        result = PyObject_SetAttrString(object, name, value);
    Py_XDECREF(value);
    return result;
}

static int
poly_exec(PyObject *m)
{
    poly_state *state = get_poly_state(m);
    PyObject *all, *kinds, *value = Py_None;

    state->PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    if (state->PolyError == NULL)
        return -1;
    Py_INCREF(state->PolyError);
    PyModule_AddObject(m, "Error", state->PolyError);
    all = PyList_New(0);
    kinds = PyDict_New();
    if (all == NULL || kinds == NULL)
        return -1;
    PyObject *item = PyUnicode_FromString("fail");
    PyList_Append(all, item);
    Py_XDECREF(item);
    PyObject *item2 = PyUnicode_FromString("Error");
    PyList_Append(all, item2);
    Py_XDECREF(item2);
    PyModule_AddObject(m, "__all__", all);
    PyObject *key = PyLong_FromLong(1);
    PyObject *value2 = (PyObject *)PyUnicode_FromString("line");
    PyDict_SetItem(kinds, key, value2);  /* the first */
    Py_XDECREF(key);
    Py_XDECREF(value2);
    PyDict_SetItemString(kinds, "none", value);
    if (object_set_attr_string_take(m, "version", PyUnicode_FromString("1.2")) < 0)
        return -1;
    PyModule_AddObject(m, "kinds", kinds);
    return 0;
}

PyMODINIT_FUNC
PyInit_poly(void)
{
    return PyModuleDef_Init(&poly_module);
}
