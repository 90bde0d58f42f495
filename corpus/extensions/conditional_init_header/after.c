/**
 * Parity blocks: the exclusive or of several byte strings.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *py_parity_error;
} conditional_init_header_state;

static struct PyModuleDef moduledef;

static inline conditional_init_header_state *
get_conditional_init_header_state(PyObject *module) {
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (conditional_init_header_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def) {
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

static inline conditional_init_header_state *
get_conditional_init_header_state_by_type(PyTypeObject *type) {
    PyObject *module = PyType_GetModuleByDef(type, &moduledef);
    assert(module != NULL);
    return get_conditional_init_header_state(module);
}

typedef struct {
    PyObject_HEAD

    unsigned short blocks;      /* how many are needed */
} Parity;

static PyObject *
Parity_new(PyTypeObject *type, PyObject *args, PyObject *kwdict) {
    Parity *self;

    self = (Parity*)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->blocks = 0;
    }
    return (PyObject*)self;
}

static int
Parity_init(Parity *self, PyObject *args, PyObject *kwdict) {
    static char *kwlist[] = {
        "blocks",
        NULL
    };
    int inblocks;
    if (!PyArg_ParseTupleAndKeywords(args, kwdict, "i:Parity.__init__", kwlist, &inblocks))
        return -1;

    if (inblocks < 1) {
        conditional_init_header_state *state = get_conditional_init_header_state_by_type(Py_TYPE(self));

        PyErr_Format(state->py_parity_error, "Precondition violation: blocks is required to be greater than or equal to 1, but it was %d", inblocks);
        return -1;
    }
    self->blocks = (unsigned short)inblocks;
    return 0;
}

static void
Parity_dealloc(Parity *self) {
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free((PyObject*)self);
    Py_DECREF(tp);
}

static PyObject *
Parity_encode(Parity *self, PyObject *args) {
    conditional_init_header_state *state = get_conditional_init_header_state_by_type(Py_TYPE(self));
    PyObject *inblocks, *result = NULL;
    Py_ssize_t size, i, j;
    char *out;

    if (!PyArg_ParseTuple(args, "O!:Parity.encode", &PyTuple_Type, &inblocks))
        return NULL;
    if (PyTuple_GET_SIZE(inblocks) != self->blocks) {
        PyErr_Format(state->py_parity_error, "%d blocks expected, %zd given", self->blocks,
                     PyTuple_GET_SIZE(inblocks));
        goto err;
    }
    for (i = 0; i < self->blocks; i++)
        if (!PyBytes_Check(PyTuple_GET_ITEM(inblocks, i))) {
            PyErr_SetString(state->py_parity_error, "blocks are bytes");
            goto err;
        }
    size = PyBytes_GET_SIZE(PyTuple_GET_ITEM(inblocks, 0));
    result = PyBytes_FromStringAndSize(NULL, size);
    if (result == NULL)
        goto err;
    out = PyBytes_AS_STRING(result);
    for (j = 0; j < size; j++)
        out[j] = 0;
    for (i = 0; i < self->blocks; i++) {
        PyObject *block = PyTuple_GET_ITEM(inblocks, i);
        if (PyBytes_GET_SIZE(block) != size) {
            PyErr_SetString(state->py_parity_error, "blocks differ in size");
            goto err;
        }
        for (j = 0; j < size; j++)
            out[j] ^= PyBytes_AS_STRING(block)[j];
    }
    return result;
  err:
    Py_XDECREF(result);
    return NULL;
}

static PyMethodDef Parity_methods[] = {
    {"encode", (PyCFunction)Parity_encode, METH_VARARGS, "The exclusive or of the blocks."},
    {NULL},
};

static PyType_Slot Parity_slots[] = {
    {Py_tp_dealloc, Parity_dealloc},
    {Py_tp_doc, "Parity(blocks)"},
    {Py_tp_methods, Parity_methods},
    {Py_tp_init, Parity_init},
    {Py_tp_new, Parity_new},
    {0, NULL},
};

static PyType_Spec Parity_spec = {
    .name = "conditional_init_header.Parity",
    .basicsize = sizeof(Parity),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Parity_slots,
};

static PyMethodDef parity_functions[] = {
    {NULL}  /* Sentinel */
};

static int
conditional_init_header_traverse(PyObject *module, visitproc visit, void *arg) {
    conditional_init_header_state *state = get_conditional_init_header_state(module);
    Py_VISIT(state->py_parity_error);
    return 0;
}

static int
conditional_init_header_clear(PyObject *module) {
    conditional_init_header_state *state = get_conditional_init_header_state(module);
    Py_CLEAR(state->py_parity_error);
    return 0;
}

static void
conditional_init_header_free(void *module) {
    conditional_init_header_clear((PyObject *)module);
}

static int conditional_init_header_exec(PyObject *module);

static PyModuleDef_Slot conditional_init_header_slots[] = {
    {Py_mod_exec, conditional_init_header_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    .m_name = "conditional_init_header",
    .m_doc = "Parity blocks.",
    .m_size = sizeof(conditional_init_header_state),
    .m_methods = parity_functions,
    .m_traverse = conditional_init_header_traverse,
    .m_clear = conditional_init_header_clear,
    .m_free = conditional_init_header_free,
    .m_slots = conditional_init_header_slots,
};

#ifndef PyMODINIT_FUNC	/* declarations for DLL import/export */
#define PyMODINIT_FUNC void
#endif
static int
conditional_init_header_exec(PyObject *module) {
    conditional_init_header_state *state = get_conditional_init_header_state(module);
    PyObject *module_dict;

    PyTypeObject *Parity_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Parity_spec, NULL);
    if (Parity_type == NULL)
        return -1;

    PyModule_AddObject(module, "Parity", (PyObject *)Parity_type);

    module_dict = PyModule_GetDict(module);
    state->py_parity_error = PyErr_NewException("conditional_init_header.Error", NULL, NULL);
    if (state->py_parity_error == NULL) {
        return -1;
    }
    PyDict_SetItemString(module_dict, "Error", state->py_parity_error);

    return 0;
}

PyMODINIT_FUNC
#define MOD_ERROR_VAL NULL
PyInit_conditional_init_header(void) {
    return PyModuleDef_Init(&moduledef);
}
