#include <Python.h>

static PyObject *shared_names;  /* both modules use it */

typedef struct {
    PyObject *own_names;  /* only the first does */
} submodule_in_init_state;

static inline submodule_in_init_state *
get_submodule_in_init_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (submodule_in_init_state *)state;
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
    submodule_in_init_state *state = get_submodule_in_init_state(self);

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
    PyModuleDef_HEAD_INIT, "submodule_in_init.sub", "More names.", -1, sub_functions
};

static PyMethodDef names_functions[] = {
    {"add", names_add, METH_O, NULL},
    {"add_own", names_add_own, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
submodule_in_init_traverse(PyObject *module, visitproc visit, void *arg)
{
    submodule_in_init_state *state = get_submodule_in_init_state(module);
    Py_VISIT(state->own_names);
    return 0;
}

static int
submodule_in_init_clear(PyObject *module)
{
    submodule_in_init_state *state = get_submodule_in_init_state(module);
    Py_CLEAR(state->own_names);
    return 0;
}

static void
submodule_in_init_free(void *module)
{
    submodule_in_init_clear((PyObject *)module);
}

static int submodule_in_init_exec(PyObject *module);

static int submodule_in_init_loaded = 0;
#ifdef Py_GIL_DISABLED
static PyMutex submodule_in_init_loaded_mutex = {0};
#endif

static int
submodule_in_init_exec_once(PyObject *module)
{
    int is_first, result;

#ifdef Py_GIL_DISABLED
    PyMutex_Lock(&submodule_in_init_loaded_mutex);
#endif
    is_first = !submodule_in_init_loaded;
    submodule_in_init_loaded = 1;
#ifdef Py_GIL_DISABLED
    PyMutex_Unlock(&submodule_in_init_loaded_mutex);
#endif
    if (!is_first) {
        PyErr_SetString(PyExc_ImportError,
            "submodule_in_init: cannot load module more than once per process");
        return -1;
    }
    result = submodule_in_init_exec(module);
    if (result < 0) {
#ifdef Py_GIL_DISABLED
        PyMutex_Lock(&submodule_in_init_loaded_mutex);
#endif
        submodule_in_init_loaded = 0;
#ifdef Py_GIL_DISABLED
        PyMutex_Unlock(&submodule_in_init_loaded_mutex);
#endif
    }
    return result;
}

static PyModuleDef_Slot submodule_in_init_slots[] = {
    {Py_mod_exec, submodule_in_init_exec_once},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef names_module = {
    PyModuleDef_HEAD_INIT, "submodule_in_init", "Names.",
    sizeof(submodule_in_init_state), names_functions,
    submodule_in_init_slots, submodule_in_init_traverse, submodule_in_init_clear,
    submodule_in_init_free
};

static int
add_submodule(PyObject *module)
{
    PyObject *sub = PyModule_Create(&sub_module);

    if (sub == NULL)
        return -1;
    if (PyModule_AddObject(module, "sub", sub) < 0) {
        Py_DECREF(sub);
        return -1;
    }
    return 0;
}

static int
submodule_in_init_exec(PyObject *module)
{
    submodule_in_init_state *state = get_submodule_in_init_state(module);

    shared_names = PyList_New(0);
    state->own_names = PyList_New(0);
    if (shared_names == NULL || state->own_names == NULL ||
        add_submodule(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_submodule_in_init(void)
{
    return PyModuleDef_Init(&names_module);
}
