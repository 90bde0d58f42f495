#include <Python.h>
#include "structmember.h"

#ifndef Py_TPFLAGS_IMMUTABLETYPE
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    double factor;
    Py_ssize_t calls;
    vectorcallfunc vectorcall;
} ScalerObject;

typedef struct {
    PyTypeObject *Scaler_Type;
} scaler_state;

static inline scaler_state *
get_scaler_state(PyObject *module)
{
    return (scaler_state *)PyModule_GetState(module);
}

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
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void
Scaler_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
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
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(ScalerObject, vectorcall),
     READONLY, NULL},
    {NULL, 0, 0, 0, NULL}
};

PyDoc_STRVAR(Scaler_doc,
"Scaler(factor)\n--\n\n"
"A function that multiplies with a factor.");

static PyType_Slot Scaler_slots[] = {
    {Py_tp_dealloc, Scaler_dealloc},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_doc, (void *)Scaler_doc},
    {Py_tp_methods, Scaler_methods},
    {Py_tp_members, Scaler_members},
    {Py_tp_new, Scaler_new},
    {0, NULL}
};

static PyType_Spec Scaler_spec = {
    .name = "scaler.Scaler",
    .basicsize = sizeof(ScalerObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL |
             Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Scaler_slots,
};

static PyObject *
scaler_compose(PyObject *module, PyObject *args)
{
    scaler_state *state = get_scaler_state(module);
    ScalerObject *first, *second;

    if (!PyArg_ParseTuple(args, "O!O!:compose", state->Scaler_Type, &first,
                          state->Scaler_Type, &second)) {
        return NULL;
    }
    return make_scaler(state->Scaler_Type,
                       first->factor * second->factor);
}

static PyMethodDef scaler_functions[] = {
    {"compose", scaler_compose, METH_VARARGS,
     "compose($module, first, second, /)\n--\n\nScale twice."},
    {NULL, NULL, 0, NULL}
};

static int
scaler_exec(PyObject *module)
{
    scaler_state *state = get_scaler_state(module);

    state->Scaler_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Scaler_spec, NULL);
    if (state->Scaler_Type == NULL) {
        return -1;
    }
    PyObject *limit = PyFloat_FromDouble(1e6);
    if (limit == NULL
        || PyDict_SetItemString(state->Scaler_Type->tp_dict,
                                "LIMIT", limit) < 0) {
        Py_XDECREF(limit);
        return -1;
    }
    Py_DECREF(limit);
    PyType_Modified(state->Scaler_Type);
    Py_INCREF(state->Scaler_Type);
    if (PyModule_AddObject(module, "Scaler",
                           (PyObject *)state->Scaler_Type) < 0) {
        Py_DECREF(state->Scaler_Type);
        return -1;
    }
    return 0;
}

static int
scaler_traverse(PyObject *module, visitproc visit, void *arg)
{
    scaler_state *state = get_scaler_state(module);

    Py_VISIT(state->Scaler_Type);
    return 0;
}

static int
scaler_clear(PyObject *module)
{
    scaler_state *state = get_scaler_state(module);

    Py_CLEAR(state->Scaler_Type);
    return 0;
}

static void
scaler_free(void *module)
{
    scaler_clear((PyObject *)module);
}

static PyModuleDef_Slot scaler_slots[] = {
    {Py_mod_exec, scaler_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef scaler_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "scaler",
    .m_doc = "Functions that scale.",
    .m_size = sizeof(scaler_state),
    .m_methods = scaler_functions,
    .m_slots = scaler_slots,
    .m_traverse = scaler_traverse,
    .m_clear = scaler_clear,
    .m_free = scaler_free,
};

PyMODINIT_FUNC
PyInit_scaler(void)
{
    return PyModuleDef_Init(&scaler_module);
}
