/* The module's state is declared behind what needs it, in a group for Python 3. */
#include <Python.h>

static PyObject *error = NULL;

static PyObject *
shelf_fail(PyObject *self, PyObject *unused)
{
    PyErr_SetString(error, "nothing there");
    return NULL;
}

static PyMethodDef shelf_methods[] = {
    {"fail", shelf_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

#if PY_MAJOR_VERSION >= 3

struct shelf_state {
};

static int
shelf_traverse(PyObject *m, visitproc visit, void *arg)
{
    return 0;
}

static int
shelf_clear(PyObject *m)
{
    return 0;
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    "state_struct_in_a_group",
    NULL,
    sizeof(struct shelf_state),
    shelf_methods,
    NULL,
    shelf_traverse,
    shelf_clear,
    NULL
};

#define INITERROR return NULL

PyMODINIT_FUNC
PyInit_state_struct_in_a_group(void)

#else

#define INITERROR return

void
initstate_struct_in_a_group(void)

#endif
{
#if PY_MAJOR_VERSION >= 3
    PyObject *module = PyModule_Create(&shelf_module);
#else
    PyObject *module = Py_InitModule3("state_struct_in_a_group", shelf_methods, 0);
#endif

    if (module == NULL)
        INITERROR;
    error = PyErr_NewException("state_struct_in_a_group.Error", NULL, NULL);
    if (error == NULL) {
        Py_DECREF(module);
        INITERROR;
    }
    Py_INCREF(error);
    if (PyModule_AddObject(module, "Error", error) < 0) {
        Py_DECREF(error);
        Py_DECREF(module);
        INITERROR;
    }
#if PY_MAJOR_VERSION >= 3
    return module;
#endif
}
