#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Versions are parsed by a regular expression that is compiled once. */

typedef struct {
    PyObject_HEAD
    long number;
} Version;

typedef struct {
    PyTypeObject *Version_Type;
    PyObject *pattern;
} cache_for_a_static_method_state;

static inline cache_for_a_static_method_state *
get_cache_for_a_static_method_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (cache_for_a_static_method_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_cache_for_a_static_method(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "cache_for_a_static_method");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "cache_for_a_static_method",
                                      modules);
        Py_DECREF(modules);
        if (result < 0) {
            return -1;
        }
    }
    remove = PyObject_GetAttrString(modules, "remove");
    if (remove == NULL) {
        return -1;
    }
    reference = PyWeakref_NewRef(module, remove);
    Py_DECREF(remove);
    if (reference == NULL) {
        return -1;
    }
    result = PyList_Append(modules, reference);
    Py_DECREF(reference);
    return result;
}

static inline cache_for_a_static_method_state *
find_cache_for_a_static_method_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "cache_for_a_static_method");
    Py_ssize_t count = modules == NULL ? 0 : PyList_GET_SIZE(modules);
    PyObject *reference = count == 0 ? NULL
        : PyList_GET_ITEM(modules, count - 1);
    PyObject *module = NULL;

#if PY_VERSION_HEX >= 0x030D0000
    if (reference != NULL && PyWeakref_GetRef(reference, &module) > 0) {
        Py_DECREF(module);
    }
#else
    if (reference != NULL && PyWeakref_GetObject(reference) != Py_None) {
        module = PyWeakref_GetObject(reference);
    }
#endif
    if (module == NULL) {
        PyErr_SetString(PyExc_RuntimeError,
                        "cache_for_a_static_method is not imported any more");
        return NULL;
    }
    return get_cache_for_a_static_method_state(module);
}

/* Return a borrowed reference. */
static PyObject *
get_pattern(cache_for_a_static_method_state *state)
{
    if (!state->pattern) {
        PyObject *re = PyImport_ImportModule("re");

        if (re == NULL) {
            return NULL;
        }
        state->pattern = PyObject_CallMethod(re, "compile", "s", "v(\\d+)$");
        Py_DECREF(re);
    }
    return state->pattern;
}

static PyObject *
version_make(cache_for_a_static_method_state *state, long number)
{
    Version *self =
        (Version *)state->Version_Type->tp_alloc(state->Version_Type, 0);

    if (self != NULL) {
        self->number = number;
    }
    return (PyObject *)self;
}

static PyObject *
version_parse_text(cache_for_a_static_method_state *state, PyObject *text)
{
    PyObject *pattern = get_pattern(state), *match, *digits, *number;
    long found;

    if (pattern == NULL) {
        return NULL;
    }
    match = PyObject_CallMethod(pattern, "match", "O", text);
    if (match == NULL) {
        return NULL;
    }
    if (match == Py_None) {
        Py_DECREF(match);
        PyErr_SetString(PyExc_ValueError, "no version");
        return NULL;
    }
    digits = PyObject_CallMethod(match, "group", "i", 1);
    Py_DECREF(match);
    if (digits == NULL) {
        return NULL;
    }
    number = PyNumber_Long(digits);
    Py_DECREF(digits);
    if (number == NULL) {
        return NULL;
    }
    found = PyLong_AsLong(number);
    Py_DECREF(number);
    if (found == -1 && PyErr_Occurred()) {
        return NULL;
    }
    return version_make(state, found);
}

static PyObject *
version_parse(PyObject *unused, PyObject *text)
{
    cache_for_a_static_method_state *state =
        find_cache_for_a_static_method_state();

    if (state == NULL) {
        return NULL;
    }
    return version_parse_text(state, text);
}

static PyObject *
version_get_number(Version *self, void *closure)
{
    return PyLong_FromLong(self->number);
}

static PyGetSetDef version_getset[] = {
    {"number", (getter)version_get_number, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Version_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef version_methods[] = {
    {"parse", version_parse, METH_O | METH_STATIC, NULL},
    {"__reduce__", Version_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Version_slots[] = {
    {Py_tp_getset, version_getset},
    {Py_tp_methods, version_methods},
    {0, NULL},
};

static PyType_Spec Version_spec = {
    .name = "cache_for_a_static_method.Version",
    .basicsize = sizeof(Version),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Version_slots,
};

static PyObject *
versions_parse(PyObject *module, PyObject *text)
{
    cache_for_a_static_method_state *state =
        get_cache_for_a_static_method_state(module);

    return version_parse_text(state, text);
}

static PyMethodDef versions_methods[] = {
    {"parse", versions_parse, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
cache_for_a_static_method_traverse(PyObject *module, visitproc visit,
                                   void *arg)
{
    cache_for_a_static_method_state *state =
        get_cache_for_a_static_method_state(module);
    Py_VISIT(state->Version_Type);
    Py_VISIT(state->pattern);
    return 0;
}

static int
cache_for_a_static_method_clear(PyObject *module)
{
    cache_for_a_static_method_state *state =
        get_cache_for_a_static_method_state(module);
    Py_CLEAR(state->Version_Type);
    Py_CLEAR(state->pattern);
    return 0;
}

static void
cache_for_a_static_method_free(void *module)
{
    cache_for_a_static_method_clear((PyObject *)module);
}

static int cache_for_a_static_method_exec(PyObject *module);

static PyModuleDef_Slot cache_for_a_static_method_slots[] = {
    {Py_mod_exec, cache_for_a_static_method_exec},
    {Py_mod_exec, keep_cache_for_a_static_method},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef versions_module = {
    PyModuleDef_HEAD_INIT, "cache_for_a_static_method", NULL,
    sizeof(cache_for_a_static_method_state), versions_methods,
    cache_for_a_static_method_slots, cache_for_a_static_method_traverse,
    cache_for_a_static_method_clear, cache_for_a_static_method_free
};

static int
cache_for_a_static_method_exec(PyObject *module)
{
    cache_for_a_static_method_state *state =
        get_cache_for_a_static_method_state(module);

    state->Version_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Version_spec, NULL);
    if (state->Version_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Version_Type->tp_new = NULL;
#endif
    Py_INCREF(state->Version_Type);
    if (PyModule_AddObject(module, "Version",
                           (PyObject *)state->Version_Type) < 0) {
        Py_DECREF(state->Version_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_cache_for_a_static_method(void)
{
    return PyModuleDef_Init(&versions_module);
}
