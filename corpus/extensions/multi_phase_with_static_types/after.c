#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Half way, the other half: starts in several phases, but the type is static and the message global. */

typedef struct {
    PyObject_HEAD
    PyObject *callback;
    long calls;
} TracerObject;

typedef struct {
    PyObject *no_callback_text;
} multi_phase_with_static_types_state;

static struct PyModuleDef tracer_module;

static inline multi_phase_with_static_types_state *
get_multi_phase_with_static_types_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (multi_phase_with_static_types_state *)state;
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

static inline multi_phase_with_static_types_state *
get_multi_phase_with_static_types_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &tracer_module);
    assert(module != NULL);
    return get_multi_phase_with_static_types_state(module);
}

static int
Tracer_init(TracerObject *self, PyObject *args, PyObject *kwds)
{
    PyObject *callback = Py_None;

    if (!PyArg_ParseTuple(args, "|O:Tracer", &callback))
        return -1;
    Py_INCREF(callback);
    Py_XSETREF(self->callback, callback);
    return 0;
}

static int
Tracer_traverse(TracerObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->callback);
    return 0;
}

static int
Tracer_clear(TracerObject *self)
{
    Py_CLEAR(self->callback);
    return 0;
}

static void
Tracer_dealloc(TracerObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Tracer_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Tracer_call(TracerObject *self, PyObject *args, PyObject *kwds)
{
    self->calls++;
    if (self->callback == NULL || self->callback == Py_None) {
        multi_phase_with_static_types_state *state =
            get_multi_phase_with_static_types_state_by_type(Py_TYPE(self));

        Py_INCREF(state->no_callback_text);
        return state->no_callback_text;
    }
    return PyObject_Call(self->callback, args, kwds);
}

static PyObject *
Tracer_get_calls(TracerObject *self, void *closure)
{
    return PyLong_FromLong(self->calls);
}

static PyGetSetDef Tracer_getset[] = {
    {"calls", (getter)Tracer_get_calls, NULL, "how often it was called", NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyType_Slot TracerType_slots[] = {
    {Py_tp_dealloc, Tracer_dealloc},
    {Py_tp_call, Tracer_call},
    {Py_tp_doc, "Tracer objects"},
    {Py_tp_traverse, Tracer_traverse},
    {Py_tp_clear, Tracer_clear},
    {Py_tp_getset, Tracer_getset},
    {Py_tp_init, Tracer_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec TracerType_spec = {
    .name = "multi_phase_with_static_types.Tracer",
    .basicsize = sizeof(TracerObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = TracerType_slots,
};

static int
tracer_exec(PyObject *module)
{
    multi_phase_with_static_types_state *state =
        get_multi_phase_with_static_types_state(module);

    if (state->no_callback_text == NULL) {
        state->no_callback_text = PyUnicode_InternFromString("no callback");
        if (state->no_callback_text == NULL)
            return -1;
    }
    PyTypeObject *TracerType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &TracerType_spec, NULL);
    if (TracerType == NULL)
        return -1;
    if (PyModule_AddObject(module, "Tracer", (PyObject *)TracerType) < 0) {
        Py_DECREF(TracerType);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot tracer_slots[] = {
    {Py_mod_exec, tracer_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static int
multi_phase_with_static_types_traverse(PyObject *module, visitproc visit, void *arg)
{
    multi_phase_with_static_types_state *state =
        get_multi_phase_with_static_types_state(module);
    Py_VISIT(state->no_callback_text);
    return 0;
}

static int
multi_phase_with_static_types_clear(PyObject *module)
{
    multi_phase_with_static_types_state *state =
        get_multi_phase_with_static_types_state(module);
    Py_CLEAR(state->no_callback_text);
    return 0;
}

static void
multi_phase_with_static_types_free(void *module)
{
    multi_phase_with_static_types_clear((PyObject *)module);
}

static struct PyModuleDef tracer_module = {
    PyModuleDef_HEAD_INIT, "multi_phase_with_static_types", "Tracers.",
    sizeof(multi_phase_with_static_types_state), NULL, tracer_slots,
    multi_phase_with_static_types_traverse, multi_phase_with_static_types_clear,
    multi_phase_with_static_types_free
};

PyMODINIT_FUNC
PyInit_multi_phase_with_static_types(void)
{
    return PyModuleDef_Init(&tracer_module);
}
