#include <Python.h>

static PyObject *Error;

typedef struct {
    PyObject_HEAD
} Door;

static PyObject *
door_get(PyObject *self, void *closure)
{
    if (closure == NULL) {
        Py_RETURN_NONE;
    }
    return Py_NewRef(*(PyObject **)closure);
}

static PyGetSetDef door_getset[] = {
    {"Error", door_get, NULL, NULL, &Error},
    {"nothing", door_get, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyTypeObject DoorType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "doors.Door",
    .tp_basicsize = sizeof(Door),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_getset = door_getset,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "doors", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_doors(void)
{
    PyObject *module;

    if (PyType_Ready(&DoorType) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("doors.Error", NULL, NULL);
    if (Error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&DoorType);
    if (PyModule_AddObject(module, "Door", (PyObject *)&DoorType) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
