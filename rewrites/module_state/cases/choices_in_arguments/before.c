#include <Python.h>

/* What each argument may be makes 4 ways: 65,536 ways through one call. */
static PyObject *last;

static PyObject *
corners(PyObject *self, PyObject *args)
{
    PyObject *a, *b, *c, *d, *e, *f, *g, *h, *made;

    if (!PyArg_ParseTuple(args, "OOOOOOOO", &a, &b, &c, &d, &e, &f, &g, &h))
        return NULL;
    made = Py_BuildValue("dddddddd",
        PyFloat_Check(a) ? PyFloat_AS_DOUBLE(a) : PyLong_Check(a) ? PyLong_AsDouble(a) : a == Py_True ? 1.0 : 0.0,
        PyFloat_Check(b) ? PyFloat_AS_DOUBLE(b) : PyLong_Check(b) ? PyLong_AsDouble(b) : b == Py_True ? 1.0 : 0.0,
        PyFloat_Check(c) ? PyFloat_AS_DOUBLE(c) : PyLong_Check(c) ? PyLong_AsDouble(c) : c == Py_True ? 1.0 : 0.0,
        PyFloat_Check(d) ? PyFloat_AS_DOUBLE(d) : PyLong_Check(d) ? PyLong_AsDouble(d) : d == Py_True ? 1.0 : 0.0,
        PyFloat_Check(e) ? PyFloat_AS_DOUBLE(e) : PyLong_Check(e) ? PyLong_AsDouble(e) : e == Py_True ? 1.0 : 0.0,
        PyFloat_Check(f) ? PyFloat_AS_DOUBLE(f) : PyLong_Check(f) ? PyLong_AsDouble(f) : f == Py_True ? 1.0 : 0.0,
        PyFloat_Check(g) ? PyFloat_AS_DOUBLE(g) : PyLong_Check(g) ? PyLong_AsDouble(g) : g == Py_True ? 1.0 : 0.0,
        PyFloat_Check(h) ? PyFloat_AS_DOUBLE(h) : PyLong_Check(h) ? PyLong_AsDouble(h) : h == Py_True ? 1.0 : 0.0);
    if (made == NULL)
        return NULL;
    Py_XDECREF(last);
    last = made;
    Py_INCREF(last);
    return last;
}

static PyMethodDef box_methods[] = {
    {"corners", corners, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, -1, box_methods, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_box(void)
{
    return PyModule_Create(&box_module);
}
