#include <Python.h>

/* A state that was there: its hooks release what the initialisation gave to the module. */

struct module_state {
    PyObject *error;
    PyObject *warning;
    PyObject *timeout;
    PyObject *closed;
    PyObject *name;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static PyObject *
fail(PyObject *module, PyObject *kind)
{
    struct module_state *st = GETSTATE(module);
    long which = PyLong_AsLong(kind);
    PyObject *all[] = {st->error, st->warning, st->timeout, st->closed};

    if (which < 0 || which > 3) {
        return PyErr_Occurred() ? NULL : Py_NewRef(st->name);
    }
    PyErr_SetString(all[which], "failed");
    return NULL;
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_O, "Fail in one of four ways."},
    {NULL, NULL, 0, NULL}
};

static int
module_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->error);
    Py_VISIT(GETSTATE(m)->warning);
    Py_VISIT(GETSTATE(m)->timeout);
    Py_VISIT(GETSTATE(m)->closed);
    return 0;
}

static int
module_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);
    Py_CLEAR(GETSTATE(m)->warning);
    Py_CLEAR(GETSTATE(m)->timeout);
    Py_CLEAR(GETSTATE(m)->closed);
    return 0;
}

static void
module_free(void *m)
{
    module_clear((PyObject *)m);
}

static int module_exec(PyObject *m);

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "module",
    NULL,
    sizeof(struct module_state),
    functions,
    module_slots,
    module_traverse,
    module_clear,
    module_free
};

static int
module_exec(PyObject *m)
{
    struct module_state *st;

    st = GETSTATE(m);

    st->error = PyErr_NewException("module.error", NULL, NULL);
    if (st->error == NULL) {
        return -1;
    }
    /* Steals the reference. */
    Py_INCREF(st->error);
    PyModule_AddObject(m, "error", st->error);

    st->warning = PyErr_NewException("module.warning", NULL, NULL);
    if (st->warning == NULL) {
        return -1;
    }
    Py_INCREF(st->warning);
    if (PyModule_AddObject(m, "warning", st->warning) < 0) {
        Py_DECREF(st->warning);
        return -1;
    }

    st->timeout = PyErr_NewException("module.timeout", NULL, NULL);
    if (st->timeout == NULL) {
        return -1;
    }
    Py_INCREF(st->timeout);
    PyModule_AddObject(m, "timeout", st->timeout);

    st->closed = PyErr_NewException("module.closed", NULL, NULL);
    if (st->closed == NULL) {
        return -1;
    }
    PyModule_AddObject(m, "closed", Py_NewRef(st->closed));

    /* Nothing but the module holds it. */
    st->name = PyUnicode_FromString("the module");
    PyModule_AddObject(m, "name", st->name);
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&moduledef);
}
