/* Handles of two kinds; the derived one raises the module's own error. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    int closed;
} HandleObject;

typedef struct {
    HandleObject handle;
    int ticks;
} TimerObject;

typedef struct {
    PyTypeObject *HandleType;
    PyTypeObject *TimerType;
    PyObject *HandleError;
} derived_type_raises_own_error_state;

static struct PyModuleDef definition;

static inline derived_type_raises_own_error_state *
get_derived_type_raises_own_error_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (derived_type_raises_own_error_state *)state;
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

static inline derived_type_raises_own_error_state *
get_derived_type_raises_own_error_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return get_derived_type_raises_own_error_state(module);
}

static PyObject *
handle_close(HandleObject *self, PyObject *unused)
{
    self->closed = 1;
    Py_RETURN_NONE;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Handle_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef handle_methods[] = {
    {"close", (PyCFunction)handle_close, METH_NOARGS, NULL},
    {"__reduce__", Handle_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static void
handle_dealloc(HandleObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyType_Slot Handle_slots[] = {
    {Py_tp_dealloc, handle_dealloc},
    {Py_tp_methods, handle_methods},
    {0, NULL},
};

static PyType_Spec Handle_spec = {
    .name = "derived_type_raises_own_error.Handle",
    .basicsize = sizeof(HandleObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Handle_slots,
};

static PyObject *
timer_tick(TimerObject *self, PyObject *unused)
{
    if (self->handle.closed) {
        derived_type_raises_own_error_state *state =
            get_derived_type_raises_own_error_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->HandleError, "closed");
        return NULL;
    }
    return PyLong_FromLong(++self->ticks);
}

static PyMethodDef timer_methods[] = {
    {"tick", (PyCFunction)timer_tick, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Timer_slots[] = {
    {Py_tp_methods, timer_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Timer_spec = {
    .name = "derived_type_raises_own_error.Timer",
    .basicsize = sizeof(TimerObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Timer_slots,
};

static int
derived_type_raises_own_error_traverse(PyObject *module, visitproc visit,
                                       void *arg)
{
    derived_type_raises_own_error_state *state =
        get_derived_type_raises_own_error_state(module);
    Py_VISIT(state->HandleType);
    Py_VISIT(state->TimerType);
    Py_VISIT(state->HandleError);
    return 0;
}

static int
derived_type_raises_own_error_clear(PyObject *module)
{
    derived_type_raises_own_error_state *state =
        get_derived_type_raises_own_error_state(module);
    Py_CLEAR(state->HandleType);
    Py_CLEAR(state->TimerType);
    Py_CLEAR(state->HandleError);
    return 0;
}

static void
derived_type_raises_own_error_free(void *module)
{
    derived_type_raises_own_error_clear((PyObject *)module);
}

static int derived_type_raises_own_error_exec(PyObject *module);

static PyModuleDef_Slot derived_type_raises_own_error_slots[] = {
    {Py_mod_exec, derived_type_raises_own_error_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "derived_type_raises_own_error",
    .m_size = sizeof(derived_type_raises_own_error_state),
    .m_traverse = derived_type_raises_own_error_traverse,
    .m_clear = derived_type_raises_own_error_clear,
    .m_free = derived_type_raises_own_error_free,
    .m_slots = derived_type_raises_own_error_slots,
};

static PyTypeObject *
derived_type_raises_own_error_new_subtype(PyObject *module, PyType_Spec *spec,
                                          PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
derived_type_raises_own_error_exec(PyObject *module)
{
    derived_type_raises_own_error_state *state =
        get_derived_type_raises_own_error_state(module);

    state->HandleType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Handle_spec, NULL);
    if (state->HandleType == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->HandleType->tp_new = NULL;
#endif
    state->TimerType = derived_type_raises_own_error_new_subtype(
        module, &Timer_spec, state->HandleType);
    if (state->TimerType == NULL)
        return -1;

    state->HandleError = PyErr_NewException("derived_type_raises_own_error.HandleError", NULL, NULL);
    if (state->HandleError == NULL)
        goto error;
    Py_INCREF(state->HandleError);
    if (PyModule_AddObject(module, "HandleError", state->HandleError) < 0) {
        Py_DECREF(state->HandleError);
        goto error;
    }
    Py_INCREF(state->TimerType);
    if (PyModule_AddObject(module, "Timer",
                           (PyObject *)state->TimerType) < 0) {
        Py_DECREF(state->TimerType);
        goto error;
    }
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_derived_type_raises_own_error(void)
{
    return PyModuleDef_Init(&definition);
}
