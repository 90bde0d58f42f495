#include <Python.h>

#define Number_FromLong PyLong_FromLong
#define KIND_POINT 0
#define KIND_LINE 1

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
add_sides(PyObject *module, PyObject *sides)
{
    if (dict_set_item_take(sides, Number_FromLong(3), PyUnicode_FromString("triangle")) < 0)
        return -1;
    return PyModule_AddObject(module, "sides", sides);
}

static int
poly_exec(PyObject *m)
{
    poly_state *state = get_poly_state(m);
    PyObject *kinds;
    int number;

    state->PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    if (state->PolyError == NULL)
        return -1;
    Py_INCREF(state->PolyError);
    PyModule_AddObject(m, "Error", state->PolyError);
    kinds = PyDict_New();
    if (kinds == NULL)
        return -1;
#ifdef KIND_POINT
    dict_set_item_take(kinds, Number_FromLong(KIND_POINT),
            PyUnicode_FromString("point"));
#endif
#ifdef KIND_LINE
    dict_set_item_take(kinds, Number_FromLong(KIND_LINE),
            PyUnicode_FromString("line"));
#endif
#ifdef KIND_CURVE
    dict_set_item_take(kinds, Number_FromLong(KIND_CURVE),
            PyUnicode_FromString("curve"));
#endif
    for (number = 2; number < 9; number++)
        dict_set_item_take(kinds, Number_FromLong(number),
                (PyObject *)PyUnicode_FromFormat("%d", number));
    PyModule_AddObject(m, "kinds", kinds);
    if (add_sides(m, PyDict_New()) < 0)
        return -1;
    return 0;
}

PyMODINIT_FUNC
PyInit_poly(void)
{
    return PyModuleDef_Init(&poly_module);
}
