#include "shared.h"

static PyObject *
tanks_filled(PyObject *self, PyObject *args)
{
    struct module_state *state = GETSTATE(self);
    double level;
    PyObject *result;
    Tank *tank;

    if (!PyArg_ParseTuple(args, "d:filled", &level))
        return NULL;
    tank = (Tank *)PyObject_CallObject((PyObject *)state->Tank_Type, NULL);
    if (tank == NULL)
        return NULL;
    result = tank_filled(state, tank, level);
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

static PyObject *
tanks_level(PyObject *self, PyObject *tank)
{
    struct module_state *state = GETSTATE(self);

    if (!PyObject_TypeCheck(tank, state->Tank_Type))
        return PyErr_Format(PyExc_TypeError, "a tank is wanted");
    return tank_level(state, (Tank *)tank);
}

static PyMethodDef tanks_methods[] = {
    {"level", tanks_level, METH_O, "Return the level of a tank."},
    {"filled", tanks_filled, METH_VARARGS, "Make a tank with something in it."},
    {"fail", tanks_fail, METH_NOARGS, "Raise the module's error."},
    {NULL, NULL, 0, NULL}
};

static int
tanks_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->OverflowError);
    Py_VISIT(GETSTATE(m)->Tank_Type);
    Py_VISIT(GETSTATE(m)->error);
    return 0;
}

static int
tanks_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->OverflowError);
    Py_CLEAR(GETSTATE(m)->Tank_Type);
    Py_CLEAR(GETSTATE(m)->error);
    return 0;
}

static void
state_struct_at_the_end_of_its_header_free(void *module)
{
    tanks_clear((PyObject *)module);
}

static int state_struct_at_the_end_of_its_header_exec(PyObject *module);

static PyModuleDef_Slot state_struct_at_the_end_of_its_header_slots[] = {
    {Py_mod_exec, state_struct_at_the_end_of_its_header_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

struct PyModuleDef tanks_module = {
    PyModuleDef_HEAD_INIT,
    "state_struct_at_the_end_of_its_header",
    NULL,
    sizeof(struct module_state),
    tanks_methods,
    state_struct_at_the_end_of_its_header_slots,
    tanks_traverse,
    tanks_clear,
    state_struct_at_the_end_of_its_header_free
};

static int
state_struct_at_the_end_of_its_header_exec(PyObject *module)
{
    struct module_state *st;

    st = GETSTATE(module);
    st->error = PyErr_NewException("state_struct_at_the_end_of_its_header.Error", NULL, NULL);
    if (st->error == NULL) {
        return -1;
    }
    Py_INCREF(st->error);
    if (PyModule_AddObject(module, "Error", st->error) < 0) {
        Py_DECREF(st->error);
        return -1;
    }
    st->OverflowError = PyErr_NewException("state_struct_at_the_end_of_its_header.OverflowError", st->error, NULL);
    if (st->OverflowError == NULL) {
        return -1;
    }
    st->Tank_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Tank_spec, NULL);
    if (st->Tank_Type == NULL) {
        return -1;
    }
    Py_INCREF(st->OverflowError);
    Py_INCREF(st->Tank_Type);
    if (PyModule_AddObject(module, "OverflowError", st->OverflowError) < 0 ||
        PyModule_AddObject(module, "Tank", (PyObject *)st->Tank_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_state_struct_at_the_end_of_its_header(void)
{
    return PyModuleDef_Init(&tanks_module);
}
