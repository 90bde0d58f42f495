/* The type is known by a pointer that the initialisation sets, as the type is defined further down. */
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

static PyTypeObject* Box_TypeP = NULL;

#define Box_Check(op) PyObject_TypeCheck(op, Box_TypeP)

static PyObject *
shelf_box(PyObject *module, PyObject *args)
{
    int size;
    Box *self;

    if (!PyArg_ParseTuple(args, "i:box", &size)) {
        return NULL;
    }
    self = (Box *)Box_TypeP->tp_alloc(Box_TypeP, 0);
    if (self != NULL) {
        self->size = size;
    }
    return (PyObject *)self;
}

static PyObject *
shelf_is_box(PyObject *module, PyObject *value)
{
    return PyBool_FromLong(Box_Check(value) || Py_TYPE(value)->tp_base == Box_TypeP);
}

static PyMethodDef shelf_functions[] = {
    {"box", shelf_box, METH_VARARGS, "Make a box."},
    {"is_box", shelf_is_box, METH_O, "Tell whether it is a box."},
    {NULL, NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pointer_that_the_initialisation_sets.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A box.",
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pointer_that_the_initialisation_sets",
    .m_size = -1,
    .m_methods = shelf_functions,
};

PyMODINIT_FUNC
PyInit_pointer_that_the_initialisation_sets(void)
{
    PyObject *module;

    Box_TypeP = &Box_Type;
    if (PyType_Ready(Box_TypeP) < 0) {
        return NULL;
    }
    module = PyModule_Create(&shelf_module);
    if (module == NULL) {
        return NULL;
    }
    SHELF_LOG("%p\n", Box_TypeP);
    Py_INCREF(Box_TypeP);
    if (PyModule_AddObject(module, "Box", (PyObject *)Box_TypeP) < 0) {
        Py_DECREF(Box_TypeP);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
