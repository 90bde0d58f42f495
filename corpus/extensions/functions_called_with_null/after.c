/* A cache whose functions call one another with NULL for the module, and methods that do so for the object. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *cache;
    PyObject *Missing;
} memo_state;

static struct PyModuleDef memo_module;

static inline memo_state *
get_memo_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (memo_state *)state;
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

static inline memo_state *
get_memo_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &memo_module);
    assert(module != NULL);
    return get_memo_state(module);
}

static PyObject *
memo_get(PyObject *module, PyObject *key)
{
    memo_state *state = get_memo_state(module);
    PyObject *found = PyDict_GetItemWithError(state->cache, key);

    if (found == NULL) {
        if (!PyErr_Occurred()) {
            PyErr_SetObject(state->Missing, key);
        }
        return NULL;
    }
    Py_INCREF(found);
    return found;
}

static PyObject *
memo_get_all(PyObject *module, PyObject *args)
{
    PyObject *list = PyList_New(0);

    for (Py_ssize_t i = 0; list != NULL && i < PyTuple_GET_SIZE(args); i++) {
        PyObject *found = memo_get(module, PyTuple_GET_ITEM(args, i));

        if (found == NULL || PyList_Append(list, found) < 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(found);
    }
    return list;
}

static PyObject *
memo_put(PyObject *module, PyObject *args)
{
    memo_state *state = get_memo_state(module);
    PyObject *key, *value;

    if (!PyArg_ParseTuple(args, "OO", &key, &value) ||
        PyDict_SetItem(state->cache, key, value) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
memo_forget(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    memo_state *state = get_memo_state(module);

    PyDict_Clear(state->cache);
    Py_RETURN_NONE;
}

typedef struct {
    PyObject_HEAD
} ReaderObject;

static PyObject *
reader_read(ReaderObject *self, PyObject *key)
{
    memo_state *state = get_memo_state_by_type(Py_TYPE(self));
    PyObject *found = PyDict_GetItemWithError(state->cache, key);

    if (found == NULL && !PyErr_Occurred()) {
        PyErr_SetObject(state->Missing, key);
    }
    Py_XINCREF(found);
    return found;
}

static PyObject *
reader_read_twice(ReaderObject *self, PyObject *key)
{
    PyObject *first = reader_read(self, key);

    if (first == NULL) {
        return NULL;
    }
    Py_DECREF(first);
    return reader_read(self, key);
}

static PyMethodDef reader_methods[] = {
    {"read", (PyCFunction)reader_read, METH_O, NULL},
    {"read_twice", (PyCFunction)reader_read_twice, METH_O, NULL},
    {NULL}
};

static PyType_Slot Reader_slots[] = {
    {Py_tp_methods, reader_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Reader_spec = {
    .name = "memo.Reader",
    .basicsize = sizeof(ReaderObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Reader_slots,
};

static PyMethodDef memo_functions[] = {
    {"get", memo_get, METH_O, NULL},
    {"get_all", memo_get_all, METH_VARARGS, NULL},
    {"put", memo_put, METH_VARARGS, NULL},
    {"forget", memo_forget, METH_NOARGS, NULL},
    {NULL}
};

static int
memo_traverse(PyObject *module, visitproc visit, void *arg)
{
    memo_state *state = get_memo_state(module);
    Py_VISIT(state->cache);
    Py_VISIT(state->Missing);
    return 0;
}

static int
memo_clear(PyObject *module)
{
    memo_state *state = get_memo_state(module);
    Py_CLEAR(state->cache);
    Py_CLEAR(state->Missing);
    return 0;
}

static void
memo_free(void *module)
{
    memo_clear((PyObject *)module);
}

static int memo_exec(PyObject *module);

static PyModuleDef_Slot memo_slots[] = {
    {Py_mod_exec, memo_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef memo_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "memo",
    .m_size = sizeof(memo_state),
    .m_methods = memo_functions,
    .m_traverse = memo_traverse,
    .m_clear = memo_clear,
    .m_free = memo_free,
    .m_slots = memo_slots,
};

static int
memo_exec(PyObject *module)
{
    memo_state *state = get_memo_state(module);

    PyTypeObject *Reader_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Reader_spec, NULL);
    if (Reader_Type == NULL) {
        return -1;
    }
    state->cache = PyDict_New();
    if (state->cache == NULL) {
        Py_DECREF(Reader_Type);
        return -1;
    }
    state->Missing = PyErr_NewException("memo.Missing", PyExc_LookupError, NULL);
    if (state->Missing == NULL) {
        Py_DECREF(Reader_Type);
        return -1;
    }
    Py_INCREF(state->Missing);
    if (PyModule_AddObject(module, "Missing", state->Missing) < 0) {
        Py_DECREF(state->Missing);
        Py_DECREF(Reader_Type);
        return -1;
    }
    if (PyModule_AddObject(module, "Reader", (PyObject *)Reader_Type) < 0) {
        Py_DECREF(Reader_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_memo(void)
{
    return PyModuleDef_Init(&memo_module);
}
