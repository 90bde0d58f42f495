#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Fixed-width fields: compile("u4u12") once, then unpack many times. */

struct field_t {
    int is_signed;
    int width;
};

struct format_t {
    PyObject_HEAD
    int number_of_fields;
    struct field_t fields[8];
};

typedef struct {
    PyTypeObject *format_type;
    PyTypeObject *result_type;
    PyObject *py_zero_p;
} module_decref_on_error_state;

static inline module_decref_on_error_state *get_module_decref_on_error_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_decref_on_error_state *)state;
}

static inline module_decref_on_error_state *get_module_decref_on_error_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (module_decref_on_error_state *)state;
}


struct result_t {
    PyObject_HEAD
    PyObject *values_p;
};

static PyObject *m_format_unpack(struct format_t *self_p, PyObject *arg_p)
{
    module_decref_on_error_state *state = get_module_decref_on_error_state_by_type(Py_TYPE(self_p));
    unsigned long long bits;
    struct result_t *result_p;
    PyObject *value_p;
    int i;

    bits = PyLong_AsUnsignedLongLong(arg_p);

    if (PyErr_Occurred() != NULL) {
        return (NULL);
    }

    result_p = (struct result_t *)state->result_type->tp_alloc(state->result_type, 0);

    if (result_p == NULL) {
        return (NULL);
    }

    result_p->values_p = PyTuple_New(self_p->number_of_fields);

    if (result_p->values_p == NULL) {
        {
            PyTypeObject *tp = Py_TYPE(result_p);
            PyObject_GC_UnTrack(result_p);
            tp->tp_free(result_p);
            Py_DECREF(tp);
        }

        return (NULL);
    }

    for (i = self_p->number_of_fields - 1; i >= 0; i--) {
        long long raw = (long long)(bits & ((1ULL << self_p->fields[i].width) - 1));

        bits >>= self_p->fields[i].width;

        if (self_p->fields[i].is_signed && (raw >> (self_p->fields[i].width - 1))) {
            raw -= 1LL << self_p->fields[i].width;
        }

        if (raw == 0) {
            Py_INCREF(state->py_zero_p);
            value_p = state->py_zero_p;
        } else {
            value_p = PyLong_FromLongLong(raw);
        }

        if (value_p == NULL) {
            Py_DECREF(result_p);

            return (NULL);
        }

        PyTuple_SET_ITEM(result_p->values_p, i, value_p);
    }

    return ((PyObject *)result_p);
}

static PyObject *m_result_values(struct result_t *self_p, void *closure_p)
{
    Py_INCREF(self_p->values_p);

    return (self_p->values_p);
}

static int result_traverse(struct result_t *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->values_p);
    return 0;
}

static void result_dealloc(struct result_t *self_p)
{
    PyTypeObject *tp = Py_TYPE(self_p);

    PyObject_GC_UnTrack(self_p);
    Py_XDECREF(self_p->values_p);
    tp->tp_free(self_p);
    Py_DECREF(tp);
}

static PyObject *m_compile(PyObject *module_p, PyObject *args_p)
{
    module_decref_on_error_state *state = get_module_decref_on_error_state(module_p);
    const char *text_p;
    struct format_t *self_p;
    int consumed;
    char kind;

    if (!PyArg_ParseTuple(args_p, "s:compile", &text_p)) {
        return (NULL);
    }

    self_p = (struct format_t *)state->format_type->tp_alloc(state->format_type, 0);

    if (self_p == NULL) {
        return (NULL);
    }

    for (self_p->number_of_fields = 0; *text_p != '\0'; self_p->number_of_fields++) {
        struct field_t *field_p = &self_p->fields[self_p->number_of_fields];

        if (self_p->number_of_fields == 8
            || sscanf(text_p, "%c%d%n", &kind, &field_p->width, &consumed) != 2
            || (kind != 'u' && kind != 's')
            || field_p->width < 1
            || field_p->width > 32) {
            PyErr_Format(PyExc_ValueError, "bad format at '%s'", text_p);
            {
                PyTypeObject *tp = Py_TYPE(self_p);
                tp->tp_free(self_p);
                Py_DECREF(tp);
            }

            return (NULL);
        }

        field_p->is_signed = (kind == 's');
        text_p += consumed;
    }

    return ((PyObject *)self_p);
}

static struct PyMethodDef format_methods[] = {
    { "unpack", (PyCFunction)m_format_unpack, METH_O, "unpack(number)" },
    { NULL }
};

static PyType_Slot format_slots[] = {
    {Py_tp_methods, format_methods},
    {0, NULL},
};

static PyType_Spec format_spec = {
    .name = "module_decref_on_error.CompiledFormat",
    .basicsize = sizeof(struct format_t),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = format_slots,
};

static PyGetSetDef result_getset[] = {
    { "values", (getter)m_result_values, NULL, NULL, NULL },
    { NULL }
};

static PyType_Slot result_slots[] = {
    {Py_tp_dealloc, result_dealloc},
    {Py_tp_getset, result_getset},
    {Py_tp_traverse, result_traverse},
    {0, NULL},
};

static PyType_Spec result_spec = {
    .name = "module_decref_on_error.Result",
    .basicsize = sizeof(struct result_t),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = result_slots,
};

static struct PyMethodDef methods[] = {
    { "compile", m_compile, METH_VARARGS, NULL },
    { NULL }
};

static int module_decref_on_error_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_decref_on_error_state *state = get_module_decref_on_error_state(module);
    Py_VISIT(state->format_type);
    Py_VISIT(state->result_type);
    Py_VISIT(state->py_zero_p);
    return 0;
}

static int module_decref_on_error_clear(PyObject *module)
{
    module_decref_on_error_state *state = get_module_decref_on_error_state(module);
    Py_CLEAR(state->format_type);
    Py_CLEAR(state->result_type);
    Py_CLEAR(state->py_zero_p);
    return 0;
}

static void module_decref_on_error_free(void *module)
{
    module_decref_on_error_clear((PyObject *)module);
}

static int module_decref_on_error_exec(PyObject *module_p);

static PyModuleDef_Slot module_decref_on_error_slots[] = {
    {Py_mod_exec, module_decref_on_error_exec},
    {0, NULL}
};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module_decref_on_error",
    .m_doc = "bit fields",
    .m_size = sizeof(module_decref_on_error_state),
    .m_methods = methods,
    .m_traverse = module_decref_on_error_traverse,
    .m_clear = module_decref_on_error_clear,
    .m_free = module_decref_on_error_free,
    .m_slots = module_decref_on_error_slots
};

static int module_decref_on_error_exec(PyObject *module_p)
{
    module_decref_on_error_state *state = get_module_decref_on_error_state(module_p);

    state->format_type = (PyTypeObject *)PyType_FromModuleAndSpec(module_p, &format_spec, NULL);
    if (state->format_type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    state->format_type->tp_new = NULL;  /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
#endif

    state->result_type = (PyTypeObject *)PyType_FromModuleAndSpec(module_p, &result_spec, NULL);
    if (state->result_type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    state->result_type->tp_new = NULL;  /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
#endif

    state->py_zero_p = PyLong_FromLong(0);

    Py_INCREF(state->format_type);

    if (PyModule_AddObject(module_p, "CompiledFormat", (PyObject *)state->format_type) < 0) {
        Py_DECREF(state->format_type);

        return -1;
    }

    Py_INCREF(state->result_type);

    if (PyModule_AddObject(module_p, "Result", (PyObject *)state->result_type) < 0) {
        Py_DECREF(state->result_type);

        return -1;
    }

    return 0;
}

PyMODINIT_FUNC PyInit_module_decref_on_error(void)
{
    return PyModuleDef_Init(&module);
}
