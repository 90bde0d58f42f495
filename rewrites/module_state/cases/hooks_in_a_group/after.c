/* The m_free that is written calls the m_clear that is there, which stands in the group with the definition. */

#include <Python.h>

struct module_state {
    PyObject *error;
    PyObject *SnapError;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static PyObject *
snap_fail(PyObject *self, PyObject *args)
{
    struct module_state *state = GETSTATE(self);

    PyErr_SetNone(state->SnapError);
    return NULL;
}

static PyMethodDef snap_methods[] = {
    {"fail", snap_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

#ifndef WITHOUT_MODULE

static int
snap_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->SnapError);
    Py_VISIT(GETSTATE(m)->error);
    return 0;
}

static int
snap_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->SnapError);
    Py_CLEAR(GETSTATE(m)->error);
    return 0;
}

static void
hooks_in_a_group_free(void *module)
{
    snap_clear((PyObject *)module);
}

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "hooks_in_a_group",
    NULL,
    sizeof(struct module_state),
    snap_methods,
    NULL,
    snap_traverse,
    snap_clear,
    hooks_in_a_group_free
};

PyMODINIT_FUNC
PyInit_hooks_in_a_group(void)
{
    struct module_state *state;
    PyObject *m = PyModule_Create(&moduledef);

    if (m == NULL)
        return NULL;
    state = GETSTATE(m);
    state->SnapError = PyErr_NewException("hooks_in_a_group.Error", NULL, NULL);
    if (state->SnapError == NULL || PyModule_AddObjectRef(m, "Error", state->SnapError) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
#endif
