/* Patterns, whose attributes are set by functions in a table of their own kind. */
#include <Python.h>
#include <regex.h>

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

static PyObject *PatternError;

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
        PyErr_Format(PatternError, "%s: %U", name, value);
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
        PyErr_Format(PatternError, "%s is a bool", name);
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

static void
pattern_dealloc(Pattern *self)
{
    if (self->is_compiled) {
        regfree(&self->compiled);
    }
    Py_XDECREF(self->source);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef pattern_methods[] = {
    {"matches", (PyCFunction)(void (*)(void))pattern_matches, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Pattern_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "setters_in_a_table_of_their_own.Pattern",
    .tp_basicsize = sizeof(Pattern),
    .tp_dealloc = (destructor)pattern_dealloc,
    .tp_setattro = pattern_setattro,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = pattern_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef pattern_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "setters_in_a_table_of_their_own",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_setters_in_a_table_of_their_own(void)
{
    PyObject *module = PyModule_Create(&pattern_module);

    if (module == NULL) {
        return NULL;
    }
    PatternError = PyErr_NewException("setters_in_a_table_of_their_own.PatternError", NULL, NULL);
    if (PatternError == NULL || PyModule_AddType(module, &Pattern_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(PatternError);
    if (PyModule_AddObject(module, "PatternError", PatternError) < 0) {
        Py_DECREF(PatternError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
