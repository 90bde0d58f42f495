#define LOOPS_MODULE
#include "loops.h"
#include "steps.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Loops, which other extensions make by a table of functions. */

static int
loop_traverse(Loop *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
loop_dealloc(Loop *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    if (self->drop != NULL)
        self->drop(self->data);
    tp->tp_free(self);
    Py_DECREF(tp);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Loop_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Loop_methods[] = {
    {"__reduce__", Loop_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Loop_slots[] = {
    {Py_tp_dealloc, loop_dealloc},
    {Py_tp_traverse, loop_traverse},
    {Py_tp_methods, Loop_methods},
    {0, NULL},
};

static PyType_Spec Loop_spec = {
    .name = "table_of_function_pointers.Loop",
    .basicsize = sizeof(Loop),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Loop_slots,
};

#ifdef WITH_SLOW_LOOPS
static PyType_Slot SlowLoop_slots[] = {
    {0, NULL},
};

static PyType_Spec SlowLoop_spec = {
    .name = "table_of_function_pointers.SlowLoop",
    .basicsize = sizeof(Loop),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = SlowLoop_slots,
};
#endif

/* C API */

static int
two_steps(void *Py_UNUSED(data))
{
    return 2;
}

static PyObject *
Loop_New_impl(table_of_function_pointers_state *state, int (*step)(void *),
              void (*drop)(void *), void *data)
{
    Loop *self = (Loop *)state->Loop_Type->tp_alloc(state->Loop_Type, 0);

    if (self != NULL) {
        self->step = step != NULL ? step : two_steps;
        self->drop = drop;
        self->data = data;
    }
    return (PyObject *)self;
}

PyObject *
Loop_New(int (*step)(void *), void (*drop)(void *),
         void *data)
{
    table_of_function_pointers_state *state =
        import_table_of_function_pointers_state();

    if (state == NULL) {
        return NULL;
    }
    return Loop_New_impl(state, step, drop, data);
}

static int
no_step(void *Py_UNUSED(data))
{
    return 0;
}

static PyObject *
idle(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    table_of_function_pointers_state *state =
        get_table_of_function_pointers_state(module);

    return Loop_New_impl(state,
                         no_step,
                         NULL,
                         NULL);
}

static PyMethodDef loops_methods[] = {
    {"step", loop_step, METH_O, NULL},
    {"idle", idle, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
add_loops(PyObject *module)
{
    table_of_function_pointers_state *state =
        get_table_of_function_pointers_state(module);
    PyObject *idle_loop = Loop_New_impl(state, no_step, NULL, NULL);

    if (idle_loop == NULL)
        return 0;
    if (PyModule_AddObject(module, "IDLE", idle_loop) < 0) {
        Py_DECREF(idle_loop);
        return 0;
    }
    Py_INCREF(state->Loop_Type);
    if (PyModule_AddObject(module, "Loop", (PyObject *)state->Loop_Type) < 0) {
        Py_DECREF(state->Loop_Type);
        return 0;
    }
    return 1;
}

static int
table_of_function_pointers_traverse(PyObject *module, visitproc visit,
                                    void *arg)
{
    table_of_function_pointers_state *state =
        get_table_of_function_pointers_state(module);
    Py_VISIT(state->Loop_Type);
    Py_VISIT(state->SlowLoop_Type);
    return 0;
}

static int
table_of_function_pointers_clear(PyObject *module)
{
    table_of_function_pointers_state *state =
        get_table_of_function_pointers_state(module);
    Py_CLEAR(state->Loop_Type);
    Py_CLEAR(state->SlowLoop_Type);
    return 0;
}

static void
table_of_function_pointers_free(void *module)
{
    table_of_function_pointers_clear((PyObject *)module);
}

static int table_of_function_pointers_exec(PyObject *module);

static PyModuleDef_Slot table_of_function_pointers_slots[] = {
    {Py_mod_exec, table_of_function_pointers_exec},
    {Py_mod_exec, keep_table_of_function_pointers},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef loops_module = {
    PyModuleDef_HEAD_INIT,
    "table_of_function_pointers",  /* m_name */
    NULL,                          /* m_doc */
    sizeof(table_of_function_pointers_state), /* m_size */
    loops_methods,                 /* m_methods */
    table_of_function_pointers_slots, /* m_slots */
    table_of_function_pointers_traverse, /* m_traverse */
    table_of_function_pointers_clear, /* m_clear */
    table_of_function_pointers_free  /* m_free */
};

#ifdef WITH_SLOW_LOOPS
static PyTypeObject *
table_of_function_pointers_new_subtype(PyObject *module, PyType_Spec *spec,
                                       PyTypeObject *base)
{
    int is_final = !PyType_HasFeature(base, Py_TPFLAGS_BASETYPE);
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    if (is_final) {
        /* Only types of this module have it as their base. */
        base->tp_flags |= Py_TPFLAGS_BASETYPE;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    if (is_final) {
        base->tp_flags &= ~Py_TPFLAGS_BASETYPE;
    }
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}
#endif

static int
table_of_function_pointers_exec(PyObject *module)
{
    table_of_function_pointers_state *state =
        get_table_of_function_pointers_state(module);
    static const int count = 2;
    static loops_function loops_api[2];
    PyObject *c_api;

    loops_api[0] = (loops_function)&count;
    loops_api[1] = (loops_function)Loop_New;

    state->Loop_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Loop_spec, NULL);
    if (state->Loop_Type == NULL)
        goto failed;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Loop_Type->tp_new = NULL;
#endif
#ifdef WITH_SLOW_LOOPS
    state->SlowLoop_Type = table_of_function_pointers_new_subtype(
        module, &SlowLoop_spec, state->Loop_Type);
    if (state->SlowLoop_Type == NULL)
        goto failed;
#endif
    if (!add_loops(module))
        goto failed;
    c_api = PyCapsule_New((void *)loops_api, "table_of_function_pointers._C_API", NULL);
    if (c_api == NULL || PyModule_AddObject(module, "_C_API", c_api) < 0) {
        Py_XDECREF(c_api);
        goto failed;
    }
    return 0;

failed:
    return -1;
}

PyMODINIT_FUNC
PyInit_table_of_function_pointers(void)
{
    return PyModuleDef_Init(&loops_module);
}
