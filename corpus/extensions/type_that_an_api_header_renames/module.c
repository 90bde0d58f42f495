#include <Python.h>

#define TINTS_INTERNAL
#include "shared.h"

typedef struct {
    PyObject_HEAD
    int level;
} Tint;

static PyTypeObject Tint_Type;

/* Subclasses are mixed as well. */
#define Tint_Check(o) PyObject_TypeCheck((o), &Tint_Type)

static PyObject *
tint_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    int level = 0;
    Tint *self;

    if (!PyArg_ParseTuple(args, "|i:Tint", &level)) {
        return NULL;
    }
    self = (Tint *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->level = level;
    }
    return (PyObject *)self;
}

static PyObject *
tint_mix(PyObject *left, PyObject *right)
{
    if (!Tint_Check(left) || !Tint_Check(right)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyObject_CallFunction((PyObject *)&Tint_Type, "i", ((Tint *)left)->level + ((Tint *)right)->level);
}

static PyObject *
tint_int(PyObject *self)
{
    return PyLong_FromLong(((Tint *)self)->level);
}

static PyNumberMethods tint_as_number = {
    .nb_add = tint_mix,
    .nb_int = tint_int,
};

static PyTypeObject Tint_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_that_an_api_header_renames.Tint",
    .tp_basicsize = sizeof(Tint),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_as_number = &tint_as_number,
    .tp_new = tint_new,
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_that_an_api_header_renames",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_type_that_an_api_header_renames(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Tint_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
