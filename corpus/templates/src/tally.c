#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Compiled once for each direction, with TALLY_NAME, TALLY_INIT and TALLY_STEP. The state is there already. */

struct module_state {
    PyObject *error;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

typedef struct {
    PyObject_HEAD
    long value;
} Tally;

static PyObject *
tally_step(Tally *self, PyObject *unused)
{
    self->value += TALLY_STEP;
    return PyLong_FromLong(self->value);
}

static PyMethodDef tally_methods[] = {
    {"step", (PyCFunction)tally_step, METH_NOARGS, "step() -> int"},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Tally_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "boxes." TALLY_NAME ".Tally",
    .tp_basicsize = sizeof(Tally),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = tally_methods,
    .tp_new = PyType_GenericNew,
};

static PyObject *
fail(PyObject *module, PyObject *unused)
{
    PyErr_SetString(GETSTATE(module)->error, "no more to count");
    return NULL;
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_NOARGS, "fail() raises Error"},
    {NULL, NULL, 0, NULL}
};

static int
tally_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(module)->error);
    return 0;
}

static int
tally_clear(PyObject *module)
{
    Py_CLEAR(GETSTATE(module)->error);
    return 0;
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = TALLY_NAME,
    .m_size = sizeof(struct module_state),
    .m_methods = functions,
    .m_traverse = tally_traverse,
    .m_clear = tally_clear,
};

PyMODINIT_FUNC
TALLY_INIT(void)
{
    PyObject *module;
    struct module_state *state;

    if (PyType_Ready(&Tally_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    state = GETSTATE(module);
    state->error = PyErr_NewException("boxes." TALLY_NAME ".Error", NULL, NULL);
    if (state->error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(state->error);
    if (PyModule_AddObject(module, "Error", state->error) < 0) {
        Py_DECREF(state->error);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Tally_Type);
    if (PyModule_AddObject(module, "Tally", (PyObject *)&Tally_Type) < 0) {
        Py_DECREF(&Tally_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
