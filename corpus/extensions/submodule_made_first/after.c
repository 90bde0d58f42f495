#include <Python.h>

static PyObject *shared_names;  /* both modules use it */

typedef struct {
    PyObject *own_names;  /* only the first does */
} submodule_made_first_state;

static inline submodule_made_first_state *
get_submodule_made_first_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (submodule_made_first_state *)state;
}

static PyObject *
names_add(PyObject *self, PyObject *name)
{
    if (PyList_Append(shared_names, name) < 0)
        return NULL;
    return PyLong_FromSsize_t(PyList_GET_SIZE(shared_names));
}

static PyObject *
names_add_own(PyObject *self, PyObject *name)
{
    submodule_made_first_state *state = get_submodule_made_first_state(self);

    if (PyList_Append(state->own_names, name) < 0)
        return NULL;
    return PyLong_FromSsize_t(PyList_GET_SIZE(state->own_names));
}

static PyObject *
names_twice(PyObject *self, PyObject *number)
{
    return PyNumber_Add(number, number);
}

static PyMethodDef sub_functions[] = {
    {"add", names_add, METH_O, NULL},
    {"twice", names_twice, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef sub_module = {
    PyModuleDef_HEAD_INIT, "submodule_made_first.sub", "More names.", -1, sub_functions
};

static PyMethodDef names_functions[] = {
    {"add", names_add, METH_O, NULL},
    {"add_own", names_add_own, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
submodule_made_first_traverse(PyObject *module, visitproc visit, void *arg)
{
    submodule_made_first_state *state = get_submodule_made_first_state(module);
    Py_VISIT(state->own_names);
    return 0;
}

static int
submodule_made_first_clear(PyObject *module)
{
    submodule_made_first_state *state = get_submodule_made_first_state(module);
    Py_CLEAR(state->own_names);
    return 0;
}

static void
submodule_made_first_free(void *module)
{
    submodule_made_first_clear((PyObject *)module);
}

static int submodule_made_first_exec(PyObject *module);

static int submodule_made_first_loaded = 0;
#ifdef Py_GIL_DISABLED
static PyMutex submodule_made_first_loaded_mutex = {0};
#endif

static int
submodule_made_first_exec_once(PyObject *module)
{
    int is_first, result;

#ifdef Py_GIL_DISABLED
    PyMutex_Lock(&submodule_made_first_loaded_mutex);
#endif
    is_first = !submodule_made_first_loaded;
    submodule_made_first_loaded = 1;
#ifdef Py_GIL_DISABLED
    PyMutex_Unlock(&submodule_made_first_loaded_mutex);
#endif
    if (!is_first) {
        PyErr_SetString(PyExc_ImportError,
            "submodule_made_first: cannot load module more than once per process");
        return -1;
    }
    result = submodule_made_first_exec(module);
    if (result < 0) {
#ifdef Py_GIL_DISABLED
        PyMutex_Lock(&submodule_made_first_loaded_mutex);
#endif
        submodule_made_first_loaded = 0;
#ifdef Py_GIL_DISABLED
        PyMutex_Unlock(&submodule_made_first_loaded_mutex);
#endif
    }
    return result;
}

static PyModuleDef_Slot submodule_made_first_slots[] = {
    {Py_mod_exec, submodule_made_first_exec_once},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef names_module = {
    PyModuleDef_HEAD_INIT, "submodule_made_first", "Names.",
    sizeof(submodule_made_first_state), names_functions,
    submodule_made_first_slots, submodule_made_first_traverse,
    submodule_made_first_clear, submodule_made_first_free
};

static int
submodule_made_first_exec(PyObject *module)
{
    submodule_made_first_state *state = get_submodule_made_first_state(module);
    PyObject *sub;

    sub = PyModule_Create(&sub_module);
    if (sub == NULL)
        return -1;
    if (PyModule_AddObject(module, "sub", sub) < 0) {
        Py_DECREF(sub);
        return -1;
    }
    shared_names = PyList_New(0);
    state->own_names = PyList_New(0);
    if (shared_names == NULL || state->own_names == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_submodule_made_first(void)
{
    return PyModuleDef_Init(&names_module);
}
