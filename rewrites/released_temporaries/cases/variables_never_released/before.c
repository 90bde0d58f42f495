/* What a variable of the initialisation holds is released below its last use, unless something else needs it. */
#include <Python.h>

static PyObject *PolyError;

static PyObject *
poly_fail(PyObject *self, PyObject *Py_UNUSED(args))
{
    PyErr_SetString(PolyError, "not a polygon");
    return NULL;
}

static PyMethodDef poly_methods[] = {
    {"fail", poly_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyMethodDef poly_extra = {"more", poly_fail, METH_NOARGS, NULL};

static struct PyModuleDef poly_module = {
    PyModuleDef_HEAD_INIT, "poly", NULL, -1, poly_methods
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
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_poly(void)
{
    PyObject *m = PyModule_Create(&poly_module);
    PyObject *d, *name, *more, *kinds, *version, *spare;
    PyObject *given = PyUnicode_FromString("given away");
    PyObject *text = PyUnicode_FromString("lent"), *lent;

    if (m == NULL || keep_author() < 0 || PyModule_AddFunctions(m, poly_late) < 0)
        return NULL;
    PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    if (PolyError == NULL)
        return NULL;
    Py_INCREF(PolyError);
    PyModule_AddObject(m, "Error", PolyError);
    d = PyModule_GetDict(m);
    name = PyUnicode_FromString("poly");
    more = PyCFunction_NewEx(&poly_extra, NULL, name);
    PyDict_SetItemString(d, "more", more);  /* beside the others */
    kinds = PyList_New(0);
    if (kinds == NULL || add_numbers(kinds) < 0)
        return NULL;
    PyDict_SetItemString(d, "kinds", kinds);
    if ((version = PyUnicode_FromString("1.2")) == NULL)
        return NULL;
    if (PyDict_SetItemString(d, "version", version) < 0)
        return NULL;
    version = PyUnicode_FromString("1.3");
    PyDict_SetItemString(d, "next", version);
    spare = PyLong_FromLong(7);
    if (spare)
        PyDict_SetItemString(d, "spare", spare);
#ifdef WITH_SPARE
    PyDict_SetItemString(d, "spare_again", spare);
#endif
    PyDict_SetItemString(d, "given", given);
    PyModule_AddObject(m, "also_given", given);
    lent = PyObject_Type(text);
    PyDict_SetItemString(d, "lent", lent);
    return m;
}
