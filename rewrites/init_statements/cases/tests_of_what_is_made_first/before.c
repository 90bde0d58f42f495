/* Tests whether an object was made before, as in CPython's xxmodule.c: a new module has none. */
#include <Python.h>

static PyObject *ErrorObject;
static PyObject *WarningObject = NULL;
static PyObject *empty;
static PyObject *spare;

static PyObject *
shelf_fail(PyObject *self, PyObject *arg)
{
    if (spare == NULL)
        spare = PyLong_FromLong(1);
    if (arg == empty)
        return Py_XNewRef(spare);
    PyErr_SetObject(PyObject_IsTrue(arg) ? ErrorObject : WarningObject, arg);
    return NULL;
}

static PyMethodDef shelf_methods[] = {
    {"fail", shelf_fail, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1, shelf_methods
};

static int
add_warning(PyObject *m)
{
    if (!WarningObject) {
        WarningObject = PyErr_NewException("shelf.Warning", PyExc_UserWarning, NULL);
        if (WarningObject == NULL)
            return -1;
    }
    Py_INCREF(WarningObject);
    return PyModule_AddObject(m, "Warning", WarningObject);
}

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *m = PyModule_Create(&shelf_module);

    if (m == NULL)
        return NULL;

    /* Add some symbolic constants to the module */
    if (ErrorObject == NULL) {
        ErrorObject = PyErr_NewException("shelf.error", NULL, NULL);
        if (ErrorObject == NULL)
            return NULL;
    }
    Py_INCREF(ErrorObject);
    PyModule_AddObject(m, "error", ErrorObject);
    if (add_warning(m) < 0)
        return NULL;
    if (empty == NULL)
        empty = PyTuple_New(0);
    if (empty == NULL)
        return NULL;
    return m;
}
