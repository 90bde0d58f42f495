/* Patterns, whose attributes are set by functions in a table of their own kind. */
#include <Python.h>
#include <regex.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    regex_t compiled;
    int is_compiled;
    int flags;
    PyObject *source;
} Pattern;

typedef struct {
    const char *name;
    int (*set)(const char *name, Pattern *self, PyObject *value);
} Setter;

typedef struct {
    PyObject *PatternError;
} setters_in_a_table_of_their_own_state;

static inline setters_in_a_table_of_their_own_state *
get_setters_in_a_table_of_their_own_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (setters_in_a_table_of_their_own_state *)state;
}

static inline setters_in_a_table_of_their_own_state *
get_setters_in_a_table_of_their_own_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (setters_in_a_table_of_their_own_state *)state;
}

static int set_source(const char *name, Pattern *self, PyObject *value);
static int set_flag(const char *name, Pattern *self, PyObject *value);

static Setter setters[] = {
    {"source", set_source},
    {"ignorecase", set_flag},
    {NULL, NULL}
};

static int
set_source(const char *name, Pattern *self, PyObject *value)
{
    const char *text = PyUnicode_AsUTF8(value);

    if (text == NULL) {
        return -1;
    }
    if (self->is_compiled) {
        regfree(&self->compiled);
        self->is_compiled = 0;
    }
    if (regcomp(&self->compiled, text, self->flags | REG_NOSUB | REG_EXTENDED) != 0) {
        setters_in_a_table_of_their_own_state *state =
            get_setters_in_a_table_of_their_own_state_by_type(Py_TYPE(self));

        PyErr_Format(state->PatternError, "%s: %U", name, value);
        return -1;
    }
    self->is_compiled = 1;
    Py_INCREF(value);
    Py_XSETREF(self->source, value);
    return 0;
}

static int
set_flag(const char *name, Pattern *self, PyObject *value)
{
    if (!PyBool_Check(value)) {
        setters_in_a_table_of_their_own_state *state =
            get_setters_in_a_table_of_their_own_state_by_type(Py_TYPE(self));

        PyErr_Format(state->PatternError, "%s is a bool", name);
        return -1;
    }
    self->flags = value == Py_True ? REG_ICASE : 0;
    return 0;
}

static int
pattern_setattro(PyObject *self, PyObject *name, PyObject *value)
{
    const char *text = PyUnicode_AsUTF8(name);

    for (Setter *setter = setters; text != NULL && setter->name != NULL; setter++) {
        if (strcmp(setter->name, text) == 0 && value != NULL) {
            return setter->set(text, (Pattern *)self, value);
        }
    }
    return PyObject_GenericSetAttr(self, name, value);
}

static PyObject *
pattern_matches(Pattern *self, PyObject *arg)
{
    const char *text = PyUnicode_AsUTF8(arg);

    if (text == NULL) {
        return NULL;
    }
    return PyBool_FromLong(self->is_compiled && regexec(&self->compiled, text, 0, NULL, 0) == 0);
}

static int
pattern_traverse(Pattern *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->source);
    return 0;
}

static void
pattern_dealloc(Pattern *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    if (self->is_compiled) {
        regfree(&self->compiled);
    }
    Py_XDECREF(self->source);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMethodDef pattern_methods[] = {
    {"matches", (PyCFunction)(void (*)(void))pattern_matches, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Pattern_slots[] = {
    {Py_tp_dealloc, pattern_dealloc},
    {Py_tp_setattro, pattern_setattro},
    {Py_tp_methods, pattern_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, pattern_traverse},
    {0, NULL},
};

static PyType_Spec Pattern_spec = {
    .name = "setters_in_a_table_of_their_own.Pattern",
    .basicsize = sizeof(Pattern),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Pattern_slots,
};

static int
setters_in_a_table_of_their_own_traverse(PyObject *module, visitproc visit, void *arg)
{
    setters_in_a_table_of_their_own_state *state =
        get_setters_in_a_table_of_their_own_state(module);
    Py_VISIT(state->PatternError);
    return 0;
}

static int
setters_in_a_table_of_their_own_clear(PyObject *module)
{
    setters_in_a_table_of_their_own_state *state =
        get_setters_in_a_table_of_their_own_state(module);
    Py_CLEAR(state->PatternError);
    return 0;
}

static void
setters_in_a_table_of_their_own_free(void *module)
{
    setters_in_a_table_of_their_own_clear((PyObject *)module);
}

static int setters_in_a_table_of_their_own_exec(PyObject *module);

static PyModuleDef_Slot setters_in_a_table_of_their_own_slots[] = {
    {Py_mod_exec, setters_in_a_table_of_their_own_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef pattern_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "setters_in_a_table_of_their_own",
    .m_size = sizeof(setters_in_a_table_of_their_own_state),
    .m_traverse = setters_in_a_table_of_their_own_traverse,
    .m_clear = setters_in_a_table_of_their_own_clear,
    .m_free = setters_in_a_table_of_their_own_free,
    .m_slots = setters_in_a_table_of_their_own_slots,
};

static int
setters_in_a_table_of_their_own_exec(PyObject *module)
{
    setters_in_a_table_of_their_own_state *state =
        get_setters_in_a_table_of_their_own_state(module);

    PyTypeObject *Pattern_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Pattern_spec, NULL);
    if (Pattern_Type == NULL) {
        return -1;
    }
    state->PatternError = PyErr_NewException("setters_in_a_table_of_their_own.PatternError",
                                             NULL, NULL);
    if (state->PatternError == NULL || PyModule_AddType(module, Pattern_Type) < 0) {
        Py_DECREF(Pattern_Type);
        return -1;
    }
    Py_DECREF(Pattern_Type);
    Py_INCREF(state->PatternError);
    if (PyModule_AddObject(module, "PatternError", state->PatternError) < 0) {
        Py_DECREF(state->PatternError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_setters_in_a_table_of_their_own(void)
{
    return PyModuleDef_Init(&pattern_module);
}
