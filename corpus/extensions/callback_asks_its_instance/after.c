#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int valid;
    int number, last;
} Box;

typedef PyObject *(*value_of)(Box *, PyObject *);

typedef struct {
    PyObject *box_error;
    PyTypeObject *Box_Type;
} callback_asks_its_instance_state;

static inline callback_asks_its_instance_state *
get_callback_asks_its_instance_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (callback_asks_its_instance_state *)state;
}

static inline callback_asks_its_instance_state *
get_callback_asks_its_instance_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (callback_asks_its_instance_state *)state;
}

/* Fields of the object are asked for, never whether there is one. */
static PyObject *
Box_value(Box *self, PyObject *unused)
{
    if(! self->valid) {
        callback_asks_its_instance_state *state = get_callback_asks_its_instance_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->box_error, "the box is closed");
        return NULL;
    }
    if(self->last != self->number && self->last)
        return PyLong_FromLong(self->last);
    return PyLong_FromLong(self->number);
}

static PyObject *
Box_apply(Box *self, PyObject *unused)
{
    void *function = Box_value;

    return ((value_of)function)(self, NULL);
}

static PyObject *
Box_put(Box *self, PyObject *number)
{
    self->last = self->number;
    self->number = (int)PyLong_AsLong(number);
    self->valid = 1;
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef Box_methods[] = {
    {"put", (PyCFunction)Box_put, METH_O, NULL},
    {"value", (PyCFunction)Box_value, METH_NOARGS, NULL},
    {"apply", (PyCFunction)Box_apply, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "callback_asks_its_instance.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
add(PyObject *module, const char *name, PyObject *object)
{
    Py_INCREF(object);
    if (PyModule_AddObject(module, name, object) < 0) {
        Py_DECREF(object);
        return -1;
    }
    return 0;
}

static int
callback_asks_its_instance_traverse(PyObject *module, visitproc visit, void *arg)
{
    callback_asks_its_instance_state *state = get_callback_asks_its_instance_state(module);
    Py_VISIT(state->box_error);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
callback_asks_its_instance_clear(PyObject *module)
{
    callback_asks_its_instance_state *state = get_callback_asks_its_instance_state(module);
    Py_CLEAR(state->box_error);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
callback_asks_its_instance_free(void *module)
{
    callback_asks_its_instance_clear((PyObject *)module);
}

static int callback_asks_its_instance_exec(PyObject *module);

static PyModuleDef_Slot callback_asks_its_instance_slots[] = {
    {Py_mod_exec, callback_asks_its_instance_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "callback_asks_its_instance", NULL,
                                       sizeof(callback_asks_its_instance_state), NULL, callback_asks_its_instance_slots,
                                       callback_asks_its_instance_traverse,
                                       callback_asks_its_instance_clear, callback_asks_its_instance_free};

static int
callback_asks_its_instance_exec(PyObject *module)
{
    callback_asks_its_instance_state *state = get_callback_asks_its_instance_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
    state->box_error = PyErr_NewException("callback_asks_its_instance.error", NULL, NULL);
    if (state->box_error == NULL || add(module, "error", state->box_error) < 0
            || add(module, "Box", (PyObject *)state->Box_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_callback_asks_its_instance(void)
{
    return PyModuleDef_Init(&moduledef);
}
