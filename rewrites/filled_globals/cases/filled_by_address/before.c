#include <Python.h>

typedef struct {
    PyObject_HEAD
    const char *name;
} Kind;

static PyTypeObject Kind_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "filled_by_address.Kind",
    .tp_basicsize = sizeof(Kind),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *Error = NULL;
static PyObject *FullError = NULL;
static PyObject *decimal_type = NULL;
static Kind *kind_text = NULL;
static Kind *kind_number = NULL;

/* The module gets the only reference. */
static int
add_exception(PyObject *module, PyObject **exception, const char *name, PyObject *base)
{
    char buffer[100];

    snprintf(buffer, sizeof(buffer), "filled_by_address.%s", name);
    *exception = PyErr_NewException(buffer, base, NULL);
    if (!*exception)
        return -1;
    return PyModule_AddObject(module, name, *exception);
}

static int
add_kind(PyObject *module, const char *name, Kind **kind)
{
    Kind *made;

    made = PyObject_New(Kind, &Kind_Type);
    if (!made)
        return -1;
    made->name = name;
    if (PyModule_AddObject(module, name, (PyObject *)made) < 0) {
        Py_DECREF(made);
        return -1;
    }
    *kind = made;
    return 0;
}

static int
find_type(const char *module_name, const char *name, PyObject **type)
{
    PyObject *found;
    PyObject *module = PyImport_ImportModule(module_name);

    if (!module)
        return -1;
    found = PyDict_GetItemString(PyModule_GetDict(module), name);
    Py_DECREF(module);
    if (!found) {
        PyErr_SetString(PyExc_AttributeError, name);
        return -1;
    }
    *type = found;
    return 0;
}

static PyObject *
fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(FullError, "full");
    return NULL;
}

static PyObject *
kinds(PyObject *self, PyObject *args)
{
    return Py_BuildValue("OOO", kind_text, kind_number, decimal_type);
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {"kinds", kinds, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef filled_by_address_module = {
    PyModuleDef_HEAD_INIT, "filled_by_address", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_filled_by_address(void)
{
    PyObject *module;

    if (PyType_Ready(&Kind_Type) < 0)
        return NULL;
    module = PyModule_Create(&filled_by_address_module);
    if (!module)
        return NULL;
    if (add_exception(module, &Error, "Error", NULL) < 0)
        return NULL;
    if (add_exception(module, &FullError, "FullError", Error) < 0)
        return NULL;
    if (add_kind(module, "TEXT", &kind_text) < 0)
        return NULL;
    if (add_kind(module, "NUMBER", &kind_number) < 0)
        return NULL;
    if (find_type("decimal", "Decimal", &decimal_type) < 0)
        return NULL;
    return module;
}
