#include <Python.h>

typedef struct {
    PyObject_HEAD
    long grams;
} Weight;

typedef struct {
    PyTypeObject *Weight_Type;
    void *api[3];
} capsule_table_state;

static inline capsule_table_state *
get_capsule_table_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (capsule_table_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_capsule_table(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "capsule_table");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "capsule_table", modules);
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

static inline capsule_table_state *
find_capsule_table_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "capsule_table");
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
                        "capsule_table is not imported any more");
        return NULL;
    }
    return get_capsule_table_state(module);
}

/* For the C API, which may have been imported by another interpreter. */
static inline capsule_table_state *
import_capsule_table_state(void)
{
    capsule_table_state *state = find_capsule_table_state();
    PyObject *module;

    if (state != NULL) {
        return state;
    }
    PyErr_Clear();
    module = PyImport_ImportModule("capsule_table");
    if (module == NULL) {
        return NULL;
    }
    Py_DECREF(module);
    return get_capsule_table_state(module);
}

/* C API: what other extensions make weights with. */
static PyObject *
Weight_FromLong(long grams)
{
    capsule_table_state *state = import_capsule_table_state();

    if (state == NULL) {
        return NULL;
    }

    Weight *self =
        (Weight *)state->Weight_Type->tp_alloc(state->Weight_Type, 0);

    if (self != NULL) {
        self->grams = grams;
    }
    return (PyObject *)self;
}

/* C API: -1 and an exception if it is none. */
static long
Weight_AsLong(PyObject *weight)
{
    capsule_table_state *state = import_capsule_table_state();

    if (state == NULL) {
        return -1;
    }
    if (!PyObject_TypeCheck(weight, state->Weight_Type)) {
        PyErr_SetString(PyExc_TypeError, "a weight is needed");
        return -1;
    }
    return ((Weight *)weight)->grams;
}

static PyObject *
weight_int(PyObject *self)
{
    return PyLong_FromLong(((Weight *)self)->grams);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Weight_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Weight_methods[] = {
    {"__reduce__", Weight_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Weight_slots[] = {
    {Py_nb_int, weight_int},
    {Py_tp_methods, Weight_methods},
    {0, NULL},
};

static PyType_Spec Weight_spec = {
    .name = "capsule_table.Weight",
    .basicsize = sizeof(Weight),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Weight_slots,
};

static int
capsule_table_traverse(PyObject *module, visitproc visit, void *arg)
{
    capsule_table_state *state = get_capsule_table_state(module);
    Py_VISIT(state->Weight_Type);
    return 0;
}

static int
capsule_table_clear(PyObject *module)
{
    capsule_table_state *state = get_capsule_table_state(module);
    Py_CLEAR(state->Weight_Type);
    return 0;
}

static void
capsule_table_free(void *module)
{
    capsule_table_clear((PyObject *)module);
}

static int capsule_table_exec(PyObject *module);

static PyModuleDef_Slot capsule_table_slots[] = {
    {Py_mod_exec, capsule_table_exec},
    {Py_mod_exec, keep_capsule_table},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "capsule_table",
    .m_size = sizeof(capsule_table_state),
    .m_traverse = capsule_table_traverse,
    .m_clear = capsule_table_clear,
    .m_free = capsule_table_free,
    .m_slots = capsule_table_slots,
};

static int
capsule_table_exec(PyObject *module)
{
    capsule_table_state *state = get_capsule_table_state(module);
    /* The table of the C API. */
    PyObject *capsule;

    state->Weight_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Weight_spec, NULL);
    if (state->Weight_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->Weight_Type) < 0) {
        return -1;
    }
    state->api[0] = state->Weight_Type;
    state->api[1] = Weight_FromLong;
    state->api[2] = Weight_AsLong;
    capsule = PyCapsule_New(state->api, "capsule_table._API", NULL);
    if (capsule == NULL || PyModule_AddObject(module, "_API", capsule) < 0) {
        Py_XDECREF(capsule);
        return -1;
    }
    /* Who has imported the C API keeps its pointer for good. */
    Py_INCREF(module);
    return 0;
}

PyMODINIT_FUNC
PyInit_capsule_table(void)
{
    return PyModuleDef_Init(&definition);
}
