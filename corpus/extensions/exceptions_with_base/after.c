#include <Python.h>

/* Named locks that exist in this process only. */

typedef struct {
    PyObject *pBaseException;
    PyObject *pPermissionsException;
    PyObject *pExistentialException;
    PyObject *pBusyException;
    PyObject *pTable;  /* name -> owner */
} exceptions_with_base_state;

static inline exceptions_with_base_state *
get_exceptions_with_base_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (exceptions_with_base_state *)state;
}

static PyObject *
lock_acquire(PyObject *self, PyObject *args)
{
    exceptions_with_base_state *state = get_exceptions_with_base_state(self);
    PyObject *py_name, *py_owner, *py_holder;

    if (!PyArg_ParseTuple(args, "UO", &py_name, &py_owner))
        goto error_return;
    py_holder = PyDict_GetItemWithError(state->pTable, py_name);
    if (py_holder) {
        PyErr_Format(state->pBusyException, "%U is held by %R", py_name, py_holder);
        goto error_return;
    }
    if (PyErr_Occurred() || PyDict_SetItem(state->pTable, py_name, py_owner) < 0)
        goto error_return;
    Py_RETURN_NONE;

    error_return:
    return NULL;
}

static PyObject *
lock_release(PyObject *self, PyObject *args)
{
    exceptions_with_base_state *state = get_exceptions_with_base_state(self);
    PyObject *py_name, *py_owner, *py_holder;
    int same;

    if (!PyArg_ParseTuple(args, "UO", &py_name, &py_owner))
        goto error_return;
    py_holder = PyDict_GetItemWithError(state->pTable, py_name);
    if (!py_holder) {
        if (!PyErr_Occurred())
            PyErr_Format(state->pExistentialException, "%U doesn't exist", py_name);
        goto error_return;
    }
    same = PyObject_RichCompareBool(py_holder, py_owner, Py_EQ);
    if (same < 0)
        goto error_return;
    if (!same) {
        PyErr_SetString(state->pPermissionsException, "not yours");
        goto error_return;
    }
    if (PyDict_DelItem(state->pTable, py_name) < 0)
        goto error_return;
    Py_RETURN_NONE;

    error_return:
    return NULL;
}

static PyMethodDef module_methods[] = {
    {   "acquire", lock_acquire, METH_VARARGS,
        "Take the lock of that name."
    },
    {   "release", lock_release, METH_VARARGS, NULL},
    {NULL}
};

static int
exceptions_with_base_traverse(PyObject *module, visitproc visit, void *arg)
{
    exceptions_with_base_state *state = get_exceptions_with_base_state(module);
    Py_VISIT(state->pBaseException);
    Py_VISIT(state->pPermissionsException);
    Py_VISIT(state->pExistentialException);
    Py_VISIT(state->pBusyException);
    Py_VISIT(state->pTable);
    return 0;
}

static int
exceptions_with_base_clear(PyObject *module)
{
    exceptions_with_base_state *state = get_exceptions_with_base_state(module);
    Py_CLEAR(state->pBaseException);
    Py_CLEAR(state->pPermissionsException);
    Py_CLEAR(state->pExistentialException);
    Py_CLEAR(state->pBusyException);
    Py_CLEAR(state->pTable);
    return 0;
}

static void
exceptions_with_base_free(void *module)
{
    exceptions_with_base_clear((PyObject *)module);
}

static int exceptions_with_base_exec(PyObject *module);

static PyModuleDef_Slot exceptions_with_base_slots[] = {
    {Py_mod_exec, exceptions_with_base_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef this_module = {
    PyModuleDef_HEAD_INIT,      // m_base
    "exceptions_with_base",     // m_name
    "Named locks",              // m_doc
    sizeof(exceptions_with_base_state), // m_size (space allocated for module globals)
    module_methods,             // m_methods
    exceptions_with_base_slots, // m_slots
    exceptions_with_base_traverse, // m_traverse
    exceptions_with_base_clear, // m_clear
    exceptions_with_base_free   // m_free
};

static int
exceptions_with_base_exec(PyObject *module)
{
    exceptions_with_base_state *state = get_exceptions_with_base_state(module);
    PyObject *module_dict;

    PyModule_AddIntConstant(module, "WAIT_FOREVER", -1);
    PyModule_AddStringConstant(module, "VERSION", "1.0");

    if (!(module_dict = PyModule_GetDict(module)))
        goto error_return;

    // Exceptions
    if (!(state->pBaseException = PyErr_NewException("exceptions_with_base.Error", NULL, NULL)))
        goto error_return;
    else
        PyDict_SetItemString(module_dict, "Error", state->pBaseException);

    if (!(state->pPermissionsException = PyErr_NewException("exceptions_with_base.PermissionsError", state->pBaseException, NULL)))
        goto error_return;
    else
        PyDict_SetItemString(module_dict, "PermissionsError", state->pPermissionsException);

    if (!(state->pExistentialException =
          PyErr_NewExceptionWithDoc("exceptions_with_base.ExistentialError",
                                                            "No such name.", state->pBaseException,
                                                            NULL)))
        goto error_return;
    else
        PyDict_SetItemString(module_dict, "ExistentialError", state->pExistentialException);

    state->pBusyException = PyErr_NewException("exceptions_with_base.BusyError",
                                               state->pBaseException, NULL);
    if (!state->pBusyException)
        goto error_return;
    else
        PyDict_SetItemString(module_dict, "BusyError", state->pBusyException);

    if (!(state->pTable = PyDict_New()))
        goto error_return;
    return 0;

    error_return:
    return -1;
}

PyMODINIT_FUNC
PyInit_exceptions_with_base(void)
{
    return PyModuleDef_Init(&this_module);
}
