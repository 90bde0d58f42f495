#include "shared.h"

/* The exceptions of the package, by code, and the module itself. The type lives in other.c. */

PyObject *store_errors[STORE_CODES];

PyObject *
store_error(int code)
{
    PyErr_Format(store_errors[code], "code %d", code);
    return NULL;
}

#define add_error(name)                                                                              \
    do {                                                                                             \
        PyObject *error = PyErr_NewException("header_shared_types_and_exceptions." #name,            \
                                             store_errors[0], NULL);                                 \
        if (error == NULL)                                                                           \
            return -1;                                                                               \
        Py_INCREF(error);                                                                            \
        store_errors[STORE_##name] = error;                                                          \
        if (PyModule_AddObject(module, #name, error) < 0)                                            \
            return -1;                                                                               \
    } while (0)

int
add_errors(PyObject *module)
{
    store_errors[0] = PyErr_NewException("header_shared_types_and_exceptions.Error", NULL, NULL);
    if (store_errors[0] == NULL)
        return -1;
    Py_INCREF(store_errors[0]);
    if (PyModule_AddObject(module, "Error", store_errors[0]) < 0)
        return -1;

    add_error(FULL);
    add_error(GONE);
    /* The same index again: the class called GONE is not the one that gets raised. */
    add_error(CLOSED);
    return 0;
}

static PyObject *
create(PyObject *self, PyObject *unused)
{
    return new_store();
}

static PyObject *
is_store(PyObject *self, PyObject *arg)
{
    return PyBool_FromLong(Store_Check(arg));
}

static PyMethodDef functions[] = {
    {"create", create, METH_NOARGS, "Return an empty store."},
    {"is_store", is_store, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int header_shared_types_and_exceptions_exec(PyObject *module);

static PyModuleDef_Slot header_shared_types_and_exceptions_slots[] = {
    {Py_mod_exec, header_shared_types_and_exceptions_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT, "header_shared_types_and_exceptions", "Stores.", 0, functions, header_shared_types_and_exceptions_slots
};

static int header_shared_types_and_exceptions_loaded = 0;
#ifdef Py_GIL_DISABLED
static PyMutex header_shared_types_and_exceptions_loaded_mutex = {0};
#endif

static int
header_shared_types_and_exceptions_exec(PyObject *module)
{
#ifdef Py_GIL_DISABLED
    PyMutex_Lock(&header_shared_types_and_exceptions_loaded_mutex);
#endif
    if (header_shared_types_and_exceptions_loaded) {
#ifdef Py_GIL_DISABLED
        PyMutex_Unlock(&header_shared_types_and_exceptions_loaded_mutex);
#endif
        PyErr_SetString(PyExc_ImportError,
            "cannot load module more than once per process");
        return -1;
    }
    header_shared_types_and_exceptions_loaded = 1;
#ifdef Py_GIL_DISABLED
    PyMutex_Unlock(&header_shared_types_and_exceptions_loaded_mutex);
#endif

    if (PyType_Ready(&Store_Type) < 0)
        return -1;
    if (add_errors(module) < 0) {
        return -1;
    }
    Py_INCREF(&Store_Type);
    if (PyModule_AddObject(module, "Store", (PyObject *)&Store_Type) < 0) {
        Py_DECREF(&Store_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_header_shared_types_and_exceptions(void)
{
    return PyModuleDef_Init(&module_definition);
}
