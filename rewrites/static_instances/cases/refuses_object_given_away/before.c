/* Each call gives a reference away that nobody took: harmless only as long as nothing frees the object. */
#include <Python.h>

static PyTypeObject Missing_Type;
static PyObject missing_object;
#define missing (&missing_object)

static PyObject *
missing_repr(PyObject *self)
{
    return PyUnicode_FromString("missing");
}

static void
missing_dealloc(PyObject *self)
{
    /* It lives for ever. */
}

static PyObject *
missing_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    if (PyTuple_GET_SIZE(args) != 0) {
        PyErr_SetString(PyExc_TypeError, "missing takes no arguments");
        return NULL;
    }
    return missing;
}

static PyTypeObject Missing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.MissingType",
    .tp_dealloc = missing_dealloc,
    .tp_repr = missing_repr,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = missing_new,
};

static PyObject missing_object = {
    _PyObject_EXTRA_INIT
    1, &Missing_Type
};

static PyObject *
shelf_is_missing(PyObject *module, PyObject *object)
{
    return PyBool_FromLong(object == &missing_object);
}

static PyMethodDef shelf_methods[] = {
    {"is_missing", shelf_is_missing, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1, shelf_methods
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module;

    if (PyType_Ready(&Missing_Type) < 0)
        return NULL;
    module = PyModule_Create(&shelf_module);
    if (module == NULL)
        return NULL;
    Py_INCREF(missing);
    if (PyModule_AddObject(module, "missing", missing) < 0) {
        Py_DECREF(missing);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
