#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* The build picks the module's name; this is the default. */
#ifndef MODULE_NAME
#define MODULE_NAME init_name_from_macro
#endif

#define STRINGIFY_(x) #x
#define STRINGIFY(x) STRINGIFY_(x)
#define CONCAT_(a, b) a##b
#define CONCAT(a, b) CONCAT_(a, b)

#define MODULE_STRING STRINGIFY(MODULE_NAME)
#define MODULE_INIT CONCAT(PyInit_, MODULE_NAME)

typedef struct
{
    PyObject_HEAD
    PyObject *pattern;
} GlobObject;

typedef struct {
    PyObject *any_text;
} init_name_from_macro_state;

static inline init_name_from_macro_state *
get_init_name_from_macro_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (init_name_from_macro_state *)state;
}

static inline init_name_from_macro_state *
get_init_name_from_macro_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (init_name_from_macro_state *)state;
}

static int match(const char *pattern, const char *text)
{
    for (; *pattern != '\0'; pattern++)
    {
        if (*pattern == '*')
        {
            do
            {
                if (match(pattern + 1, text))
                    return 1;
            } while (*text++ != '\0');
            return 0;
        }
        if (*text == '\0' || (*pattern != '?' && *pattern != *text))
            return 0;
        text++;
    }
    return *text == '\0';
}

static PyObject *glob_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    init_name_from_macro_state *state =
        get_init_name_from_macro_state_by_type(type);
    PyObject *pattern = state->any_text;
    GlobObject *self;

    if (!PyArg_ParseTuple(args, "|U:Glob", &pattern))
        return NULL;
    self = (GlobObject *)type->tp_alloc(type, 0);
    if (self != NULL)
    {
        Py_INCREF(pattern);
        self->pattern = pattern;
    }
    return (PyObject *)self;
}

static int glob_traverse(GlobObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->pattern);
    return 0;
}

static void glob_dealloc(GlobObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->pattern);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *glob_call(GlobObject *self, PyObject *args, PyObject *kwds)
{
    const char *pattern, *text;

    if (!PyArg_ParseTuple(args, "s", &text))
        return NULL;
    pattern = PyUnicode_AsUTF8(self->pattern);
    return pattern == NULL ? NULL : PyBool_FromLong(match(pattern, text));
}

static PyType_Slot Glob_slots[] = {
    {Py_tp_new, glob_new},
    {Py_tp_dealloc, glob_dealloc},
    {Py_tp_call, glob_call},
    {Py_tp_traverse, glob_traverse},
    {0, NULL},
};

static PyType_Spec Glob_spec = {
    .name = MODULE_STRING ".Glob",
    .basicsize = sizeof(GlobObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Glob_slots,
};

static int init_name_from_macro_traverse(PyObject *module, visitproc visit,
                                         void *arg)
{
    init_name_from_macro_state *state = get_init_name_from_macro_state(module);
    Py_VISIT(state->any_text);
    return 0;
}

static int init_name_from_macro_clear(PyObject *module)
{
    init_name_from_macro_state *state = get_init_name_from_macro_state(module);
    Py_CLEAR(state->any_text);
    return 0;
}

static void init_name_from_macro_free(void *module)
{
    init_name_from_macro_clear((PyObject *)module);
}

static int init_name_from_macro_exec(PyObject *module);

static PyModuleDef_Slot init_name_from_macro_slots[] = {
    {Py_mod_exec, init_name_from_macro_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition =
{
    PyModuleDef_HEAD_INIT,
    .m_name = MODULE_STRING,
    .m_size = sizeof(init_name_from_macro_state),
    .m_traverse = init_name_from_macro_traverse,
    .m_clear = init_name_from_macro_clear,
    .m_free = init_name_from_macro_free,
    .m_slots = init_name_from_macro_slots,
};

static int init_name_from_macro_exec(PyObject *module)
{
    init_name_from_macro_state *state = get_init_name_from_macro_state(module);

    PyTypeObject *GlobType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Glob_spec, NULL);
    if (GlobType == NULL)
        return -1;
    state->any_text = PyUnicode_InternFromString("*");
    if (state->any_text == NULL) {
        Py_DECREF(GlobType);
        return -1;
    }
    if (PyModule_AddObject(module, "Glob", (PyObject *)GlobType) < 0)
    {
        Py_DECREF(GlobType);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC MODULE_INIT(void)
{
    return PyModuleDef_Init(&definition);
}
