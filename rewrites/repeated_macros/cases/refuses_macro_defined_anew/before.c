/* A macro that names the type means something else further down. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *label;
} Box;

static PyTypeObject Box_Type;
#define Box_Check(op) PyObject_TypeCheck(op, &Box_Type)

static void
Box_dealloc(Box *self)
{
    Py_XDECREF(self->label);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_macro_defined_anew.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyObject *
is_kind_of_box(PyObject *module, PyObject *object)
{
    return PyBool_FromLong(Box_Check(object));
}

#undef Box_Check
#define Box_Check(op) (Py_TYPE(op) == &Box_Type)

static PyObject *
is_box(PyObject *module, PyObject *object)
{
    return PyBool_FromLong(Box_Check(object));
}

static PyMethodDef functions[] = {
    {"is_box", is_box, METH_O, NULL},
    {"is_kind_of_box", is_kind_of_box, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "refuses_macro_defined_anew", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_refuses_macro_defined_anew(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
