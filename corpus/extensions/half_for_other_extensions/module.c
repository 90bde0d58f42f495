#include <Python.h>

#define INSIDE_WEIGHTS
#include "weights.h"

static PyTypeObject Weight_Type;

static PyObject *
weight_from_long(long grams)
{
    Weight *self = PyObject_New(Weight, &Weight_Type);

    if (self != NULL) {
        self->grams = grams;
    }
    return (PyObject *)self;
}

static PyObject *
weight_of(PyObject *self, PyObject *grams)
{
    long number = PyLong_AsLong(grams);

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    return weight_from_long(number);
}

static PyObject *
weight_int(PyObject *self)
{
    return PyLong_FromLong(((Weight *)self)->grams);
}

static PyNumberMethods weight_as_number = {
    .nb_int = weight_int,
};

static PyTypeObject Weight_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "half_for_other_extensions.Weight",
    .tp_basicsize = sizeof(Weight),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_as_number = &weight_as_number,
};

static Weights_API api = {
    &Weight_Type,
    weight_from_long,
};

static PyMethodDef weights_methods[] = {
    {"weight", weight_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "half_for_other_extensions",
    .m_size = -1,
    .m_methods = weights_methods,
};

PyMODINIT_FUNC
PyInit_half_for_other_extensions(void)
{
    PyObject *module, *capsule;

    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Weight_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    capsule = PyCapsule_New(&api, "half_for_other_extensions._API", NULL);
    if (capsule == NULL || PyModule_AddObject(module, "_API", capsule) < 0) {
        Py_XDECREF(capsule);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
