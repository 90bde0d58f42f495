/* What a variable of the initialisation holds is released below its last use, unless something else needs it. */
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

static PyMethodDef poly_extra = {"more", poly_fail, METH_NOARGS, NULL};

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

static const char *poly_author;

static PyObject *
poly_get_author(PyObject *self, PyObject *Py_UNUSED(args))
{
    return PyUnicode_FromString(poly_author);
}

static PyMethodDef poly_late[] = {
    {"author", poly_get_author, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

/* The text lives in the object for as long as the process. */
static int
keep_author(void)
{
    PyObject *author = PyBytes_FromString("A. Uthor");

    if (author == NULL)
        return -1;
    poly_author = PyBytes_AsString(author);
    return 0;
}

static int
add_numbers(PyObject *kinds)
{
    PyObject *number;
    int kind;

    for (kind = 0; kind < 3; kind++) {
        number = PyLong_FromLong(kind);
        if (number == NULL)
            return -1;
        if (PyList_Append(kinds, number) < 0)
            return -1;
        Py_DECREF(number);
    }
    return 0;
}

static int
poly_exec(PyObject *m)
{
    poly_state *state = get_poly_state(m);
    PyObject *d, *name, *more, *kinds, *version, *spare;
    PyObject *given = PyUnicode_FromString("given away");
    PyObject *text = PyUnicode_FromString("lent"), *lent;

    if (keep_author() < 0 || PyModule_AddFunctions(m, poly_late) < 0)
        return -1;
    state->PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    if (state->PolyError == NULL)
        return -1;
    Py_INCREF(state->PolyError);
    PyModule_AddObject(m, "Error", state->PolyError);
    d = PyModule_GetDict(m);
    name = PyUnicode_FromString("poly");
    more = PyCFunction_NewEx(&poly_extra, m, name);
    Py_XDECREF(name);
    PyDict_SetItemString(d, "more", more);  /* beside the others */
    Py_XDECREF(more);
    kinds = PyList_New(0);
    if (kinds == NULL || add_numbers(kinds) < 0)
        return -1;
    PyDict_SetItemString(d, "kinds", kinds);
    Py_DECREF(kinds);
    if ((version = PyUnicode_FromString("1.2")) == NULL)
        return -1;
    if (PyDict_SetItemString(d, "version", version) < 0)
        return -1;
    Py_DECREF(version);
    version = PyUnicode_FromString("1.3");
    PyDict_SetItemString(d, "next", version);
    Py_XDECREF(version);
    spare = PyLong_FromLong(7);
    if (spare)
        PyDict_SetItemString(d, "spare", spare);
#ifdef WITH_SPARE
    PyDict_SetItemString(d, "spare_again", spare);
#endif
    PyDict_SetItemString(d, "given", given);
    PyModule_AddObject(m, "also_given", given);
    lent = PyObject_Type(text);
    Py_XDECREF(text);
    PyDict_SetItemString(d, "lent", lent);
    Py_XDECREF(lent);
    return 0;
}

PyMODINIT_FUNC
PyInit_poly(void)
{
    return PyModuleDef_Init(&poly_module);
}
