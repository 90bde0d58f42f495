/* Two types that are called without a tuple of arguments: for one the function is given where the type is defined,
   for the other where it's made ready. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *value;
} Box;

static PyTypeObject Box_Type;
static PyTypeObject Lid_Type;

static PyObject *EmptyError;

static PyObject *
Box_filled(PyTypeObject *type, PyObject *value)
{
    Box *self = (Box *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(value);
        self->value = value;
    }
    return (PyObject *)self;
}

static PyObject *
Box_vectorcall(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    if (PyVectorcall_NARGS(nargsf) != 1 || kwnames != NULL) {
        PyErr_SetString(EmptyError, "a box holds one value");
        return NULL;
    }
    return Box_filled((PyTypeObject *)type, args[0]);
}

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *value;
    if (!PyArg_ParseTuple(args, "O:Box", &value)) {
        return NULL;
    }
    return Box_filled(type, value);
}

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(self->value);
    return 0;
}

static int
Box_clear(Box *self)
{
    Py_CLEAR(self->value);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyObject_GC_UnTrack(self);
    Box_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Box_get(Box *self, void *closure)
{
    Py_INCREF(self->value);
    return self->value;
}

static PyGetSetDef Box_getset[] = {
    {"value", (getter)Box_get, NULL, NULL, NULL},
    {NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_vectorcall.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_traverse = (traverseproc)Box_traverse,
    .tp_clear = (inquiry)Box_clear,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_getset = Box_getset,
    .tp_new = Box_new,
    .tp_vectorcall = Box_vectorcall,
};

typedef struct {
    PyObject_HEAD
} Lid;

static PyObject *
Lid_vectorcall(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    if (PyVectorcall_NARGS(nargsf) != 0 || kwnames != NULL) {
        PyErr_SetString(PyExc_TypeError, "a lid takes nothing");
        return NULL;
    }
    return PyType_GenericAlloc((PyTypeObject *)type, 0);
}

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_vectorcall.Lid",
    .tp_basicsize = sizeof(Lid),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef type_vectorcall_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_vectorcall",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_type_vectorcall(void)
{
    PyObject *module;

    Lid_Type.tp_vectorcall = Lid_vectorcall;
    if (PyType_Ready(&Box_Type) < 0 || PyType_Ready(&Lid_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&type_vectorcall_module);
    if (module == NULL) {
        return NULL;
    }
    EmptyError = PyErr_NewException("type_vectorcall.EmptyError", NULL, NULL);
    if (EmptyError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(EmptyError);
    if (PyModule_AddObject(module, "EmptyError", EmptyError) < 0) {
        Py_DECREF(EmptyError);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Lid_Type);
    if (PyModule_AddObject(module, "Lid", (PyObject *)&Lid_Type) < 0) {
        Py_DECREF(&Lid_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
