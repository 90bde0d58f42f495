#include <Python.h>

/* Doors, which know the module's exceptions, as connections of the database API do. */

static PyObject *Error;
static PyObject *ClosedError;
static PyObject *LockedError;
static PyObject *Keys;

typedef struct {
    PyObject_HEAD
    int open;
} Door;

static PyObject *door_get_exception(Door *self, void *closure);

static PyObject *
door_get_open(Door *self, void *closure)
{
    return PyBool_FromLong(self->open);
}

static PyObject *
door_enter(Door *self, PyObject *Py_UNUSED(ignored))
{
    if (!self->open) {
        PyErr_SetString(ClosedError, "closed");
        return NULL;
    }
    Py_RETURN_NONE;
}

/* What it points to may change while it is asked for. */
static PyObject *
door_get_keys(PyObject *self, void *place)
{
    PyObject *keys = * (PyObject**) place;

    Py_XINCREF(keys);
    if (keys == NULL) {
        PyErr_SetString(PyExc_AttributeError, "no keys");
    }
    return keys;
}

static PyGetSetDef door_getset[] = {
    {"open", (getter)door_get_open, NULL, NULL, NULL},
    {"Error", (getter)door_get_exception, NULL, "what doors raise", &Error},
    {"ClosedError", (getter)door_get_exception, NULL, NULL,
     (void *)&ClosedError},
    {.name = "LockedError", .closure = &LockedError, .get = (getter)door_get_exception},
    {"keys", door_get_keys, NULL, NULL, (void *)(&Keys)},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyMethodDef door_methods[] = {
    {"enter", (PyCFunction)door_enter, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyObject *
door_get_exception(Door *self, void *closure)
{
    Py_INCREF(*(PyObject **)closure);
    return *(PyObject **)closure;
}

static PyTypeObject DoorType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "closures_of_getters.Door",
    .tp_basicsize = sizeof(Door),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = door_methods,
    .tp_getset = door_getset,
    .tp_new = PyType_GenericNew,
};

static PyObject *
set_keys(PyObject *module, PyObject *keys)
{
    Py_INCREF(keys);
    Py_XSETREF(Keys, keys);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"set_keys", set_keys, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "closures_of_getters",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_closures_of_getters(void)
{
    PyObject *module;

    if (PyType_Ready(&DoorType) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("closures_of_getters.Error", NULL, NULL);
    ClosedError = PyErr_NewException("closures_of_getters.ClosedError", Error, NULL);
    LockedError = PyErr_NewException("closures_of_getters.LockedError", Error, NULL);
    if (Error == NULL || ClosedError == NULL || LockedError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(Error);
    Py_INCREF(&DoorType);
    if (PyModule_AddObject(module, "Error", Error) < 0 ||
        PyModule_AddObject(module, "Door", (PyObject *)&DoorType) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
