#include <Python.h>
#include "structmember.h"

typedef struct {
    PyObject_HEAD
    double factor;
    Py_ssize_t calls;
    vectorcallfunc vectorcall;
} ScalerObject;

static PyTypeObject Scaler_Type;

static PyObject *
Scaler_vectorcall(PyObject *op, PyObject *const *args, size_t nargsf,
                  PyObject *kwnames)
{
    ScalerObject *self = (ScalerObject *)op;

    if (kwnames != NULL && PyTuple_GET_SIZE(kwnames) != 0) {
        PyErr_SetString(PyExc_TypeError, "Scaler takes no keywords");
        return NULL;
    }
    if (PyVectorcall_NARGS(nargsf) != 1) {
        PyErr_SetString(PyExc_TypeError, "Scaler takes one argument");
        return NULL;
    }
    double value = PyFloat_AsDouble(args[0]);
    if (value == -1.0 && PyErr_Occurred()) {
        return NULL;
    }
    self->calls++;
    return PyFloat_FromDouble(value * self->factor);
}

static PyObject *
make_scaler(PyTypeObject *type, double factor)
{
    ScalerObject *self = (ScalerObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->factor = factor;
    self->calls = 0;
    self->vectorcall = Scaler_vectorcall;
    return (PyObject *)self;
}

static PyObject *
Scaler_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    static char *kwlist[] = {"factor", NULL};
    PyObject *factor;

    if (!PyArg_ParseTupleAndKeywords(args, kwds, "O:Scaler", kwlist,
                                     &factor)) {
        return NULL;
    }
    ScalerObject *self = (ScalerObject *)make_scaler(type, 1.0);
    if (self == NULL) {
        return NULL;
    }
    self->factor = PyFloat_AsDouble(factor);
    if (self->factor == -1.0 && PyErr_Occurred()) {
        type->tp_free(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void
Scaler_dealloc(PyObject *self)
{
    Py_TYPE(self)->tp_free(self);
}

static PyObject *
Scaler_reduce(ScalerObject *self, PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("O(d)", Py_TYPE(self), self->factor);
}

static PyMethodDef Scaler_methods[] = {
    {"__reduce__", (PyCFunction)Scaler_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyMemberDef Scaler_members[] = {
    {"factor", T_DOUBLE, offsetof(ScalerObject, factor), READONLY,
     "what values are multiplied with"},
    {"calls", T_PYSSIZET, offsetof(ScalerObject, calls), READONLY,
     "how often it was called"},
    {NULL, 0, 0, 0, NULL}
};

PyDoc_STRVAR(Scaler_doc,
"Scaler(factor)\n--\n\n"
"A function that multiplies with a factor.");

static PyTypeObject Scaler_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "scaler.Scaler",
    .tp_basicsize = sizeof(ScalerObject),
    .tp_dealloc = Scaler_dealloc,
    .tp_vectorcall_offset = offsetof(ScalerObject, vectorcall),
    .tp_call = PyVectorcall_Call,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL,
    .tp_doc = Scaler_doc,
    .tp_methods = Scaler_methods,
    .tp_members = Scaler_members,
    .tp_new = Scaler_new,
};

static PyObject *
scaler_compose(PyObject *module, PyObject *args)
{
    ScalerObject *first, *second;

    if (!PyArg_ParseTuple(args, "O!O!:compose", &Scaler_Type, &first,
                          &Scaler_Type, &second)) {
        return NULL;
    }
    return make_scaler(&Scaler_Type, first->factor * second->factor);
}

static PyMethodDef scaler_functions[] = {
    {"compose", scaler_compose, METH_VARARGS,
     "compose($module, first, second, /)\n--\n\nScale twice."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef scaler_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "scaler",
    .m_doc = "Functions that scale.",
    .m_size = -1,
    .m_methods = scaler_functions,
};

PyMODINIT_FUNC
PyInit_scaler(void)
{
    PyObject *module = PyModule_Create(&scaler_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Scaler_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    PyObject *limit = PyFloat_FromDouble(1e6);
    if (limit == NULL
        || PyDict_SetItemString(Scaler_Type.tp_dict, "LIMIT", limit) < 0) {
        Py_XDECREF(limit);
        Py_DECREF(module);
        return NULL;
    }
    Py_DECREF(limit);
    PyType_Modified(&Scaler_Type);
    Py_INCREF(&Scaler_Type);
    if (PyModule_AddObject(module, "Scaler", (PyObject *)&Scaler_Type) < 0) {
        Py_DECREF(&Scaler_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
