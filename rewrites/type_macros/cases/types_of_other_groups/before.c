/* One function makes instances of all types, also of those that a group of other builds defines. */
#include <Python.h>

#ifdef WITH_SILVER
static PyTypeObject Crown_Type;
#endif
static PyTypeObject Penny_Type;

static PyObject *coin_new(PyTypeObject *type, PyObject *args, PyObject *kwargs);
static PyObject *coin_worth(PyObject *self, PyObject *ignored);

static PyMethodDef coin_methods[] = {
    {"worth", coin_worth, METH_NOARGS, NULL},
    {NULL, NULL},
};

/* Every coin has the same methods. */
#define COIN_TYPE(type_obj, type_name) \
    static PyTypeObject type_obj = { \
        PyVarObject_HEAD_INIT(NULL, 0) \
        type_name,          /* tp_name */ \
        .tp_basicsize = sizeof(PyObject), \
        .tp_flags = Py_TPFLAGS_DEFAULT, \
        .tp_methods = coin_methods, \
        .tp_new = coin_new, \
    }

COIN_TYPE(Penny_Type, "coins.Penny");

#ifdef WITH_SILVER
COIN_TYPE(Crown_Type, "coins.Crown");
#endif

static PyObject *
coin_made(PyTypeObject *type)
{
    if (type != &Penny_Type
#ifdef WITH_SILVER
        && type != &Crown_Type
#endif
    ) {
        PyErr_BadInternalCall();
        return NULL;
    }
    return type->tp_alloc(type, 0);
}

static PyObject *
coin_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return coin_made(type);
}

static PyObject *
coin_worth(PyObject *self, PyObject *ignored)
{
    if (Py_TYPE(self) == &Penny_Type) {
        return PyLong_FromLong(1);
    }
    return PyLong_FromLong(60);
}

static struct PyModuleDef coins = {PyModuleDef_HEAD_INIT, "coins", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_coins(void)
{
    PyObject *module;

    if (PyType_Ready(&Penny_Type) < 0) {
        return NULL;
    }
#ifdef WITH_SILVER
    if (PyType_Ready(&Crown_Type) < 0) {
        return NULL;
    }
#endif
    module = PyModule_Create(&coins);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Penny_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
#ifdef WITH_SILVER
    if (PyModule_AddType(module, &Crown_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
#endif
    return module;
}
