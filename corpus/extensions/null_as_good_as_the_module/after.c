/* Functions of the module that are methods as well: NULL was as good as the module. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    long number;
} Box_Object;

typedef struct {
    PyObject *BoxError;
    PyTypeObject *Box_Type;
} null_as_good_as_the_module_state;

static inline null_as_good_as_the_module_state *
get_null_as_good_as_the_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (null_as_good_as_the_module_state *)state;
}

static inline null_as_good_as_the_module_state *
get_null_as_good_as_the_module_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (null_as_good_as_the_module_state *)state;
}

/* For functions that are called with the module or an instance. */
static inline null_as_good_as_the_module_state *
get_null_as_good_as_the_module_state_by_self(PyObject *self)
{
    if (PyModule_Check(self)) {
        return get_null_as_good_as_the_module_state(self);
    }
    return get_null_as_good_as_the_module_state_by_type(Py_TYPE(self));
}

static PyObject *box_value(Box_Object *self, PyObject *args);
static PyObject *box_double(Box_Object *self, PyObject *args);

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Box_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Box_methods[] = {
    {"value", (PyCFunction)box_value, METH_VARARGS, NULL},
    {"double", (PyCFunction)box_double, METH_VARARGS, NULL},
    {"__reduce__", Box_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "null_as_good_as_the_module.Box",
    .basicsize = sizeof(Box_Object),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

/* Box.value(), or value(box) */
static PyObject *
box_value(Box_Object *self, PyObject *args)
{
    null_as_good_as_the_module_state *state =
        get_null_as_good_as_the_module_state_by_self((PyObject *)self);
    int ok;

    if (self == NULL || PyModule_Check(self)) {
        ok = PyArg_ParseTuple(args, "O!:value", state->Box_Type, &self);
    }
    else {
        ok = PyArg_ParseTuple(args, ":value");
    }
    if (!ok) {
        return NULL;
    }
    if (self->number < 0) {
        PyErr_SetString(state->BoxError, "no number");
        return NULL;
    }
    return PyLong_FromLong(self->number);
}

static PyObject *
box_double(Box_Object *self, PyObject *args)
{
    null_as_good_as_the_module_state *state =
        get_null_as_good_as_the_module_state_by_self((PyObject *)self);

    if ((Box_Object *)NULL == self) {
        return NULL;
    }
    if (PyModule_Check(self) &&
        !PyArg_ParseTuple(args, "O!:double", state->Box_Type, &self)) {
        return NULL;
    }
    return PyLong_FromLong(2 * self->number);
}

/* total(first, second) */
static PyObject *
total(PyObject *self, PyObject *args)
{
    PyObject *sum = NULL;

    if (PyTuple_GET_SIZE(args) != 2) {
        PyErr_SetString(PyExc_TypeError, "two boxes are needed");
        return NULL;
    }
    for (Py_ssize_t i = 0; i < 2; i++) {
        PyObject *box = PyTuple_Pack(1, PyTuple_GET_ITEM(args, i)), *number, *before = sum;

        if (box == NULL) {
            Py_XDECREF(sum);
            return NULL;
        }
        number = box_value((Box_Object *)self, box);
        Py_DECREF(box);
        sum = number == NULL || before == NULL ? Py_XNewRef(number) : PyNumber_Add(before, number);
        Py_XDECREF(before);
        Py_XDECREF(number);
        if (sum == NULL) {
            return NULL;
        }
    }
    return sum;
}

static PyObject *
make(PyObject *self, PyObject *number)
{
    null_as_good_as_the_module_state *state = get_null_as_good_as_the_module_state(self);
    Box_Object *box = (Box_Object *)state->Box_Type->tp_alloc(state->Box_Type, 0);

    if (box == NULL) {
        return NULL;
    }
    box->number = PyLong_AsLong(number);
    if (box->number == -1 && PyErr_Occurred()) {
        Py_DECREF(box);
        return NULL;
    }
    return (PyObject *)box;
}

static PyMethodDef box_functions[] = {
    {"value", (PyCFunction)box_value, METH_VARARGS, NULL},
    {"double", (PyCFunction)box_double, METH_VARARGS, NULL},
    {"total", total, METH_VARARGS, NULL},
    {"make", make, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
null_as_good_as_the_module_traverse(PyObject *module, visitproc visit, void *arg)
{
    null_as_good_as_the_module_state *state = get_null_as_good_as_the_module_state(module);
    Py_VISIT(state->BoxError);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
null_as_good_as_the_module_clear(PyObject *module)
{
    null_as_good_as_the_module_state *state = get_null_as_good_as_the_module_state(module);
    Py_CLEAR(state->BoxError);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
null_as_good_as_the_module_free(void *module)
{
    null_as_good_as_the_module_clear((PyObject *)module);
}

static int null_as_good_as_the_module_exec(PyObject *module);

static PyModuleDef_Slot null_as_good_as_the_module_slots[] = {
    {Py_mod_exec, null_as_good_as_the_module_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "null_as_good_as_the_module",
    .m_size = sizeof(null_as_good_as_the_module_state),
    .m_methods = box_functions,
    .m_traverse = null_as_good_as_the_module_traverse,
    .m_clear = null_as_good_as_the_module_clear,
    .m_free = null_as_good_as_the_module_free,
    .m_slots = null_as_good_as_the_module_slots,
};

static int
null_as_good_as_the_module_exec(PyObject *module)
{
    null_as_good_as_the_module_state *state = get_null_as_good_as_the_module_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Box_Type->tp_new = NULL;
#endif
    state->BoxError = PyErr_NewException("null_as_good_as_the_module.BoxError", NULL,
                                         NULL);
    if (state->BoxError == NULL ||
        PyModule_AddObjectRef(module, "BoxError", state->BoxError) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_null_as_good_as_the_module(void)
{
    return PyModuleDef_Init(&box_module);
}
