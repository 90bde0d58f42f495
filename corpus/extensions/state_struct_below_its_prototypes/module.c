#include "shared.h"

static PyObject *
tanks_filled(PyObject *self, PyObject *args)
{
    double level;
    PyObject *result;
    Tank *tank;

    if (!PyArg_ParseTuple(args, "d:filled", &level))
        return NULL;
    tank = (Tank *)PyObject_CallObject((PyObject *)&Tank_Type, NULL);
    if (tank == NULL)
        return NULL;
    result = tank_filled(tank, level);
    if (result == NULL) {
        Py_DECREF(tank);
        return NULL;
    }
    Py_DECREF(result);
    return (PyObject *)tank;
}

static PyObject *
tanks_fail(PyObject *self, PyObject *unused)
{
    PyErr_SetString(GETSTATE(self)->error, "failed");
    return NULL;
}

static PyMethodDef tanks_methods[] = {
    {"filled", tanks_filled, METH_VARARGS, "Make a tank with something in it."},
    {"fail", tanks_fail, METH_NOARGS, "Raise the module's error."},
    {NULL, NULL, 0, NULL}
};

static int
tanks_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->error);
    return 0;
}

static int
tanks_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);
    return 0;
}

static struct PyModuleDef tanks_module = {
    PyModuleDef_HEAD_INIT,
    "state_struct_below_its_prototypes",
    NULL,
    sizeof(module_state_t),
    tanks_methods,
    NULL,
    tanks_traverse,
    tanks_clear,
    NULL
};

PyMODINIT_FUNC
PyInit_state_struct_below_its_prototypes(void)
{
    PyObject *module = PyModule_Create(&tanks_module);
    module_state_t *st;

    if (module == NULL)
        return NULL;
    st = GETSTATE(module);
    st->error = PyErr_NewException("state_struct_below_its_prototypes.Error", NULL, NULL);
    if (st->error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(st->error);
    if (PyModule_AddObject(module, "Error", st->error) < 0) {
        Py_DECREF(st->error);
        Py_DECREF(module);
        return NULL;
    }
    OverflowError = PyErr_NewException("state_struct_below_its_prototypes.OverflowError", st->error, NULL);
    if (OverflowError == NULL || PyType_Ready(&Tank_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(OverflowError);
    Py_INCREF(&Tank_Type);
    if (PyModule_AddObject(module, "OverflowError", OverflowError) < 0 ||
        PyModule_AddObject(module, "Tank", (PyObject *)&Tank_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
