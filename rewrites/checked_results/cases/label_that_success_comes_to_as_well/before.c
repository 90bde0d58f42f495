#include <Python.h>

static PyObject *PolyError, *PolyWarning;

static PyObject *
poly_fail(PyObject *self, PyObject *Py_UNUSED(args))
{
    PyErr_SetString(PolyError, "not a polygon");
    return NULL;
}

static PyObject *
poly_warn(PyObject *self, PyObject *Py_UNUSED(args))
{
    if (PyErr_WarnEx(PolyWarning, "not a polygon", 1) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef poly_methods[] = {
    {"fail", poly_fail, METH_NOARGS, NULL},
    {"warn", poly_warn, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef poly_module = {
    PyModuleDef_HEAD_INIT, "poly", NULL, -1, poly_methods
};

/* Its result says so as long as nothing else is stored there. */
static int
poly_add_warning(PyObject *m)
{
    int result = -1;
    PyObject *bases = PyTuple_Pack(1, PyExc_UserWarning);

    if (bases == NULL)
        goto done;
    PolyWarning = PyErr_NewException("poly.Warning", bases, NULL);
    Py_INCREF(PolyWarning);
    if (PyModule_AddObject(m, "Warning", PolyWarning) < 0) {
        Py_DECREF(PolyWarning);
        goto done;
    }
    result = 0;
done:
    Py_XDECREF(bases);
    return result;
}

PyMODINIT_FUNC
PyInit_poly(void)
{
    PyObject *m = PyModule_Create(&poly_module);

    if (m == NULL)
        goto done;
    if (poly_add_warning(m) < 0) {
        Py_DECREF(m);
        m = NULL;
        goto done;
    }
    PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    Py_INCREF(PolyError);
    PyModule_AddObject(m, "Error", PolyError);
done:
    return m;
}
