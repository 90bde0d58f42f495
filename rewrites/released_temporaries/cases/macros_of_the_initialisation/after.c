#include <Python.h>

#define ADD_KIND(name, number) \
    do { \
        if (dict_set_item_take(kinds, PyLong_FromLong(number), \
                               PyUnicode_FromString(name)) < 0) \
            return -1; \
    } while (0)
#define ADD_SHARED(dict, name) PyDict_SetItemString(dict, name, PyUnicode_FromString(name))

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

static PyObject *
poly_new_kinds(void)
{
    PyObject *kinds = PyDict_New();

    if (kinds != NULL)
        ADD_SHARED(kinds, "other");
    return kinds;
}

static PyObject *
poly_kinds(PyObject *self, PyObject *Py_UNUSED(args))
{
    return poly_new_kinds();
}

static PyMethodDef more_methods[] = {
    {"kinds", poly_kinds, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

/* PyDict_SetItem that takes over key and value, which may be NULL. */
static int
dict_set_item_take(PyObject *dict, PyObject *key, PyObject *value)
{
    int result = -1;

    if (key != NULL && value != NULL)
        result = PyDict_SetItem(dict, key, value);
    Py_XDECREF(key);
    Py_XDECREF(value);
    return result;
}

static int
poly_exec(PyObject *m)
{
    poly_state *state = get_poly_state(m);
    PyObject *kinds;

    state->PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    if (state->PolyError == NULL)
        return -1;
    Py_INCREF(state->PolyError);
    PyModule_AddObject(m, "Error", state->PolyError);
    PyModule_AddFunctions(m, more_methods);
    kinds = PyDict_New();
    if (kinds == NULL)
        return -1;
    ADD_KIND("point", 0);
    ADD_KIND("line", 1);
    ADD_SHARED(kinds, "curve");
    PyModule_AddObject(m, "kinds", kinds);
    return 0;
}

PyMODINIT_FUNC
PyInit_poly(void)
{
    return PyModuleDef_Init(&poly_module);
}
