/* The m_free that is written calls the m_clear that is there, which stands in the group with the definition. */

#include <Python.h>

struct module_state {
    PyObject *error;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static PyObject *SnapError;

static PyObject *
snap_fail(PyObject *self, PyObject *args)
{
    PyErr_SetNone(SnapError);
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
    Py_VISIT(GETSTATE(m)->error);
    return 0;
}

static int
snap_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);
    return 0;
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
    NULL
};

PyMODINIT_FUNC
PyInit_hooks_in_a_group(void)
{
    PyObject *m = PyModule_Create(&moduledef);

    if (m == NULL)
        return NULL;
    SnapError = PyErr_NewException("hooks_in_a_group.Error", NULL, NULL);
    if (SnapError == NULL || PyModule_AddObjectRef(m, "Error", SnapError) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
#endif
