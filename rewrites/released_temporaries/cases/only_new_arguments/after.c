#include <Python.h>

static int
Dict_Set_Item_Take(PyObject *dict)
{
    return PyDict_Check(dict);
}

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

/* PyDict_SetItem that takes over key, which may be NULL. */
static int
dict_set_item_take_key(PyObject *dict, PyObject *key, PyObject *value)
{
    int result = -1;

    if (key != NULL)
        result = PyDict_SetItem(dict, key, value);
    Py_XDECREF(key);
    return result;
}

/* PyDict_SetItem that takes over value, which may be NULL. */
static int
dict_set_item_take_value(PyObject *dict, PyObject *key, PyObject *value)
{
    int result = -1;

    if (value != NULL)
        result = PyDict_SetItem(dict, key, value);
    Py_XDECREF(value);
    return result;
}

static int
poly_exec(PyObject *m)
{
    poly_state *state = get_poly_state(m);
    PyObject *kinds, *name, *number;

    state->PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    if (state->PolyError == NULL)
        return -1;
    Py_INCREF(state->PolyError);
    PyModule_AddObject(m, "Error", state->PolyError);
    kinds = PyDict_New();
    name = PyUnicode_FromString("name");
    if (kinds == NULL || name == NULL || !Dict_Set_Item_Take(kinds))
        return -1;
    dict_set_item_take_key(kinds, PyLong_FromLong(1), name);
    dict_set_item_take_key(kinds, PyLong_FromLong(2), name);
    dict_set_item_take_key(kinds, PyLong_FromLong(3), Py_None);
    dict_set_item_take_value(kinds, name, PyLong_FromLong(4));
    dict_set_item_take_value(kinds, Py_None, PyLong_FromLong(5));
    dict_set_item_take_value(kinds, Py_True, PyLong_FromLong(6));
    PyDict_SetItem(kinds, Py_False, number = PyLong_FromLong(7));
    PyDict_SetItem(kinds, state->PolyError, name);
    PyDict_SetItem(kinds, number, name);
    Py_DECREF(number);
    Py_DECREF(name);
    PyModule_AddObject(m, "kinds", kinds);
    return 0;
}

PyMODINIT_FUNC
PyInit_poly(void)
{
    return PyModuleDef_Init(&poly_module);
}
