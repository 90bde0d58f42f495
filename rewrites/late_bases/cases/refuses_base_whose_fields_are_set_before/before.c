/* What the base is given once a derived type has made it ready would be there before. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long size;
} Shape;

static PyObject *
Shape_size(Shape *self, PyObject *unused)
{
    return PyLong_FromLong(self->size);
}

static int
Square_init(Shape *self, PyObject *args, PyObject *kwargs)
{
    return PyArg_ParseTuple(args, "l", &self->size) ? 0 : -1;
}

static PyMethodDef Shape_methods[] = {
    {"size", (PyCFunction)Shape_size, METH_NOARGS, NULL},
    {NULL},
};

static PyTypeObject Shape_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_base_whose_fields_are_set_before.Shape",
    .tp_basicsize = sizeof(Shape),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = Shape_methods,
};

static PyTypeObject Square_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_base_whose_fields_are_set_before.Square",
    .tp_basicsize = sizeof(Shape),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Shape_Type,
    .tp_init = (initproc)Square_init,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef shapes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_base_whose_fields_are_set_before",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_base_whose_fields_are_set_before(void)
{
    PyObject *module = NULL;

#ifndef WITHOUT_SQUARES
    if (PyType_Ready(&Square_Type) < 0) {
        goto error;
    }
#endif

    Shape_Type.tp_doc = "A shape.";
    /* All shapes are derived from this one. */
    if (PyType_Ready(&Shape_Type) < 0) {
        goto error;
    }

    module = PyModule_Create(&shapes_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Square_Type);
    if (PyModule_AddObject(module, "Square", (PyObject *)&Square_Type) < 0) {
        Py_DECREF(&Square_Type);
        goto error;
    }
    Py_INCREF(&Shape_Type);
    if (PyModule_AddObject(module, "Shape", (PyObject *)&Shape_Type) < 0) {
        Py_DECREF(&Shape_Type);
        goto error;
    }
    return module;

error:
    Py_XDECREF(module);
    return NULL;
}
