/* A helper of the init calls m_free where it fails, as there is no module yet for which it would be called. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
} Box;

typedef struct {
    PyObject *names;
    PyObject *cache;
    int is_filled;
} freed_where_the_init_fails_state;

static inline freed_where_the_init_fails_state *
get_freed_where_the_init_fails_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (freed_where_the_init_fails_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "freed_where_the_init_fails.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyObject *
get_names(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    freed_where_the_init_fails_state *state =
        get_freed_where_the_init_fails_state(module);

    return PySequence_List(state->names);
}

static PyObject *
put(PyObject *module, PyObject *key)
{
    freed_where_the_init_fails_state *state =
        get_freed_where_the_init_fails_state(module);

    if (PyDict_SetItem(state->cache, key, Py_None) < 0) {
        return NULL;
    }
    return PyLong_FromSsize_t(PyDict_GET_SIZE(state->cache));
}

static PyMethodDef functions[] = {
    {"names", get_names, METH_NOARGS, NULL},
    {"put", put, METH_O, NULL},
    {NULL}
};

static int
freed_where_the_init_fails_traverse(PyObject *module, visitproc visit,
                                    void *arg)
{
    freed_where_the_init_fails_state *state =
        get_freed_where_the_init_fails_state(module);
    Py_VISIT(state->names);
    Py_VISIT(state->cache);
    return 0;
}

static int
freed_where_the_init_fails_clear(PyObject *module)
{
    freed_where_the_init_fails_state *state =
        get_freed_where_the_init_fails_state(module);
    Py_CLEAR(state->names);
    Py_CLEAR(state->cache);
    return 0;
}

static void
box_free(void *module)
{
    freed_where_the_init_fails_clear((PyObject *)module);
}

static int
fill(freed_where_the_init_fails_state *state)
{
    PyObject *given = NULL;

    if (state->is_filled) {
        return 0;
    }
    state->is_filled = 1;
    state->names = Py_BuildValue("(ss)", "a", "b");
    if (state->names == NULL) {
        goto fail;
    }
    given = PySys_GetObject("no_cache");
    if (given != NULL) {
        Py_INCREF(given);
        PyErr_SetString(PyExc_RuntimeError, "no cache");
        goto fail;
    }
    state->cache = PyDict_New();
    if (state->cache == NULL) {
        goto fail;
    }
    return 0;

fail:
    Py_CLEAR(given);
    return -1;
}

static int freed_where_the_init_fails_exec(PyObject *module);

static PyModuleDef_Slot freed_where_the_init_fails_slots[] = {
    {Py_mod_exec, freed_where_the_init_fails_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "freed_where_the_init_fails",
    .m_size = sizeof(freed_where_the_init_fails_state),
    .m_methods = functions,
    .m_free = box_free,
    .m_traverse = freed_where_the_init_fails_traverse,
    .m_clear = freed_where_the_init_fails_clear,
    .m_slots = freed_where_the_init_fails_slots,
};

static int
freed_where_the_init_fails_exec(PyObject *module)
{
    freed_where_the_init_fails_state *state =
        get_freed_where_the_init_fails_state(module);

    if (fill(state) < 0) {
        return -1;
    }
    PyTypeObject *Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, Box_Type) < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }
    Py_DECREF(Box_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_freed_where_the_init_fails(void)
{
    return PyModuleDef_Init(&box_module);
}
