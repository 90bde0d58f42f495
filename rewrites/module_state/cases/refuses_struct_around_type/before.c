#include <Python.h>

typedef struct {
    PyTypeObject type;
    int sides;
} ShapeTypeObject;

static ShapeTypeObject Square = {
    {
        PyVarObject_HEAD_INIT(NULL, 0)
        .tp_name = "shapes.Square",
        .tp_basicsize = sizeof(PyObject),
        .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
        .tp_new = PyType_GenericNew,
    },
    4,
};

static PyObject *
sides(PyObject *module, PyObject *shape)
{
    return PyLong_FromLong(((ShapeTypeObject *)Py_TYPE(shape))->sides);
}

static PyMethodDef functions[] = {
    {"sides", sides, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shapes_module = {
    PyModuleDef_HEAD_INIT, "shapes", NULL, -1, functions, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_shapes(void)
{
    PyObject *module;

    if (PyType_Ready(&Square.type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&shapes_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Square.type);
    if (PyModule_AddObject(module, "Square", (PyObject *)&Square.type) < 0) {
        Py_DECREF(&Square.type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
