/* From the limited API of Python 3.11 on, Py_TYPE takes nothing but objects. */
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long count;
} Box;

typedef struct {
    PyObject *BoxError;
    PyObject *Box_Type;
} limited_api_without_casts_state;

static inline limited_api_without_casts_state *
get_limited_api_without_casts_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (limited_api_without_casts_state *)state;
}

static inline limited_api_without_casts_state *
get_limited_api_without_casts_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (limited_api_without_casts_state *)state;
}

static PyObject *
Box_take(Box *self, PyObject *Py_UNUSED(ignored))
{
    if (self->count == 0) {
        limited_api_without_casts_state *state =
            get_limited_api_without_casts_state_by_type(
                Py_TYPE((PyObject *)self));

        PyErr_SetString(state->BoxError, "the box is empty");
        return NULL;
    }
    return PyLong_FromLong(self->count--);
}

static PyObject *
Box_copy(Box *self, PyObject *Py_UNUSED(ignored))
{
    limited_api_without_casts_state *state =
        get_limited_api_without_casts_state_by_type(Py_TYPE((PyObject *)self));

    return PyObject_CallFunction(state->Box_Type, "l", self->count);
}

static int
Box_init(Box *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"count", NULL};
    long count = 1;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|l", names, &count)) {
        return -1;
    }
    if (count < 0) {
        limited_api_without_casts_state *state =
            get_limited_api_without_casts_state_by_type(
                Py_TYPE((PyObject *)self));

        PyErr_SetString(state->BoxError, "a box holds at least nothing");
        return -1;
    }
    self->count = count;
    return 0;
}

static void
Box_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc free_box = (freefunc)PyType_GetSlot(type, Py_tp_free);

    free_box(self);
    Py_DECREF(type);
}

static PyMethodDef Box_methods[] = {
    {"take", (PyCFunction)Box_take, METH_NOARGS, NULL},
    {"copy", (PyCFunction)Box_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_init, Box_init},
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_methods, Box_methods},
    {0, NULL}
};

static PyType_Spec Box_spec = {
    "limited_api_without_casts.Box", sizeof(Box), 0, Py_TPFLAGS_DEFAULT, Box_slots
};

static PyObject *
make(PyObject *module, PyObject *count)
{
    limited_api_without_casts_state *state =
        get_limited_api_without_casts_state(module);

    return PyObject_CallFunctionObjArgs(state->Box_Type, count, NULL);
}

static PyMethodDef functions[] = {
    {"make", make, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
limited_api_without_casts_traverse(PyObject *module, visitproc visit, void *arg)
{
    limited_api_without_casts_state *state =
        get_limited_api_without_casts_state(module);
    Py_VISIT(state->BoxError);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
limited_api_without_casts_clear(PyObject *module)
{
    limited_api_without_casts_state *state =
        get_limited_api_without_casts_state(module);
    Py_CLEAR(state->BoxError);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
limited_api_without_casts_free(void *module)
{
    limited_api_without_casts_clear((PyObject *)module);
}

static int limited_api_without_casts_exec(PyObject *module);

static PyModuleDef_Slot limited_api_without_casts_slots[] = {
    {Py_mod_exec, limited_api_without_casts_exec},
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "limited_api_without_casts", NULL,
    sizeof(limited_api_without_casts_state), functions,
    limited_api_without_casts_slots, limited_api_without_casts_traverse,
    limited_api_without_casts_clear, limited_api_without_casts_free
};

static int
limited_api_without_casts_exec(PyObject *module)
{
    limited_api_without_casts_state *state =
        get_limited_api_without_casts_state(module);

    state->BoxError = PyErr_NewException("limited_api_without_casts.BoxError",
                                         NULL, NULL);
    state->Box_Type = PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->BoxError == NULL || state->Box_Type == NULL) {
        goto error;
    }
    if (PyModule_AddObjectRef(module, "BoxError", state->BoxError) < 0
        || PyModule_AddObjectRef(module, "Box", state->Box_Type) < 0) {
        goto error;
    }
    return 0;

error:
    Py_CLEAR(state->BoxError);
    Py_CLEAR(state->Box_Type);
    return -1;
}

PyMODINIT_FUNC
PyInit_limited_api_without_casts(void)
{
    return PyModuleDef_Init(&definition);
}
