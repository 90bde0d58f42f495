/* The type is known by a pointer, in a macro and in a message for debugging as well. */
#include <Python.h>

#ifdef SHELF_DEBUG
#define SHELF_LOG(...) fprintf(stderr, __VA_ARGS__)
#else
#define SHELF_LOG(...)
#endif

typedef struct {
    PyObject_HEAD
    int size;
} Box;

extern PyTypeObject* Box_Type;

#define Box_Check(op) PyObject_TypeCheck(op, Box_Type)

static PyObject *
shelf_box(PyObject *module, PyObject *args)
{
    int size;
    Box *self;

    if (!PyArg_ParseTuple(args, "i:box", &size)) {
        return NULL;
    }
    self = (Box *)Box_Type->tp_alloc(Box_Type, 0);
    if (self != NULL) {
        self->size = size;
    }
    return (PyObject *)self;
}

static PyObject *
shelf_is_box(PyObject *module, PyObject *value)
{
    return PyBool_FromLong(Box_Check(value) || Py_TYPE(value)->tp_base == Box_Type);
}

static PyMethodDef shelf_functions[] = {
    {"box", shelf_box, METH_VARARGS, "Make a box."},
    {"is_box", shelf_is_box, METH_O, "Tell whether it is a box."},
    {NULL, NULL}
};

static PyTypeObject _Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pointer_to_type.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A box.",
};

PyTypeObject* Box_Type = &_Box_Type;

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pointer_to_type",
    .m_size = -1,
    .m_methods = shelf_functions,
};

PyMODINIT_FUNC
PyInit_pointer_to_type(void)
{
    PyObject *module;

    _Box_Type.tp_new = NULL;
    if (PyType_Ready(Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&shelf_module);
    if (module == NULL) {
        return NULL;
    }
    SHELF_LOG("%p\n", Box_Type);
    Py_INCREF(Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
