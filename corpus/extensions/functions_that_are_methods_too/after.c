/* Sums of bytes in the manner of hashlib's objects: new() is there in the module and in each object. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    unsigned long sum;
} Sum;

typedef struct {
    PyTypeObject *Sum_Type;
    PyTypeObject *Wide_Type;
    PyObject *SumError;
} functions_that_are_methods_too_state;

static struct PyModuleDef definition;

static inline functions_that_are_methods_too_state *
get_functions_that_are_methods_too_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (functions_that_are_methods_too_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline functions_that_are_methods_too_state *
get_functions_that_are_methods_too_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return get_functions_that_are_methods_too_state(module);
}

/* For functions that are called with the module or an instance. */
static inline functions_that_are_methods_too_state *
get_functions_that_are_methods_too_state_by_self(PyObject *self)
{
    if (PyModule_Check(self)) {
        return get_functions_that_are_methods_too_state(self);
    }
    return get_functions_that_are_methods_too_state_by_type(Py_TYPE(self));
}

static Sum *
make_sum(PyTypeObject *type)
{
    Sum *self = (Sum *)type->tp_alloc(type, 0);

    if (self != NULL)
        self->sum = 0;
    return self;
}

/* This belongs to both the module and the object. */
static PyObject *
sum_new(PyObject *self, PyObject *args)
{
    functions_that_are_methods_too_state *state =
        get_functions_that_are_methods_too_state_by_self(self);
    Sum *result;
    const unsigned char *data = NULL;
    Py_ssize_t length = 0;

    if (!PyArg_ParseTuple(args, "|y#:new", &data, &length))
        return NULL;
    if (length > 8) {
        PyErr_SetString(state->SumError, "too long");
        return NULL;
    }
    result = make_sum(state->Sum_Type);
    while (result != NULL && length-- > 0)
        result->sum += *data++;
    return (PyObject *)result;
}

/* A function of the module, and a method of both types, one of which may have subclasses. */
static PyObject *
sum_check(PyObject *self, PyObject *object)
{
    functions_that_are_methods_too_state *state =
        get_functions_that_are_methods_too_state_by_self(self);

    if (!PyObject_TypeCheck(object, state->Sum_Type)) {
        PyErr_Format(state->SumError, "no sum: %R", object);
        return NULL;
    }
    return PyLong_FromUnsignedLong(((Sum *)object)->sum);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Sum_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Sum_methods[] = {
    {"new", sum_new, METH_VARARGS, "Make another one."},
    {"check", sum_check, METH_O, "Return the sum of an object."},
    {"__reduce__", Sum_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Sum_slots[] = {
    {Py_tp_methods, Sum_methods},
    {0, NULL},
};

static PyType_Spec Sum_spec = {
    .name = "functions_that_are_methods_too.Sum",
    .basicsize = sizeof(Sum),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Sum_slots,
};

static PyMethodDef Wide_methods[] = {
    {"check", sum_check, METH_O, "Return the sum of an object."},
    {NULL}
};

static PyType_Slot Wide_slots[] = {
    {Py_tp_methods, Wide_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Wide_spec = {
    .name = "functions_that_are_methods_too.Wide",
    .basicsize = sizeof(Sum),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Wide_slots,
};

static PyMethodDef functions[] = {
    {"new", sum_new, METH_VARARGS, "Make one."},
    {"check", sum_check, METH_O, "Return the sum of an object."},
    {NULL}
};

static int
functions_that_are_methods_too_traverse(PyObject *module, visitproc visit, void *arg)
{
    functions_that_are_methods_too_state *state =
        get_functions_that_are_methods_too_state(module);
    Py_VISIT(state->Sum_Type);
    Py_VISIT(state->Wide_Type);
    Py_VISIT(state->SumError);
    return 0;
}

static int
functions_that_are_methods_too_clear(PyObject *module)
{
    functions_that_are_methods_too_state *state =
        get_functions_that_are_methods_too_state(module);
    Py_CLEAR(state->Sum_Type);
    Py_CLEAR(state->Wide_Type);
    Py_CLEAR(state->SumError);
    return 0;
}

static void
functions_that_are_methods_too_free(void *module)
{
    functions_that_are_methods_too_clear((PyObject *)module);
}

static int functions_that_are_methods_too_exec(PyObject *module);

static PyModuleDef_Slot functions_that_are_methods_too_slots[] = {
    {Py_mod_exec, functions_that_are_methods_too_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "functions_that_are_methods_too",
    NULL,
    sizeof(functions_that_are_methods_too_state),
    functions,
    functions_that_are_methods_too_slots,
    functions_that_are_methods_too_traverse,
    functions_that_are_methods_too_clear,
    functions_that_are_methods_too_free,
};

static int
functions_that_are_methods_too_exec(PyObject *module)
{
    functions_that_are_methods_too_state *state =
        get_functions_that_are_methods_too_state(module);

    state->Sum_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Sum_spec, NULL);
    if (state->Sum_Type == NULL)
        return -1;
    state->Wide_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Wide_spec, NULL);
    if (state->Wide_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Sum_Type->tp_new = NULL;
#endif
    state->SumError = PyErr_NewException("functions_that_are_methods_too.SumError", NULL,
                                         NULL);
    if (state->SumError == NULL)
        goto failed;
    Py_INCREF(state->SumError);
    if (PyModule_AddObject(module, "SumError", state->SumError) < 0) {
        Py_DECREF(state->SumError);
        goto failed;
    }
    Py_INCREF(state->Wide_Type);
    if (PyModule_AddObject(module, "Wide", (PyObject *)state->Wide_Type) < 0) {
        Py_DECREF(state->Wide_Type);
        goto failed;
    }
    return 0;

failed:
    Py_CLEAR(state->SumError);
    return -1;
}

PyMODINIT_FUNC
PyInit_functions_that_are_methods_too(void)
{
    return PyModuleDef_Init(&definition);
}
