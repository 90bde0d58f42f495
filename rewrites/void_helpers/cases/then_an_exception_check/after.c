/* The module asks for an exception once the first function is through: that one may return nothing. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *Box_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Box_methods[] = {
    {"__reduce__", Box_reduce, METH_NOARGS, NULL},
    {NULL}
};

typedef struct {
    PyTypeObject *Box_Type;
} then_an_exception_check_state;

static inline then_an_exception_check_state *get_then_an_exception_check_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (then_an_exception_check_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "then_an_exception_check.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int init_box(PyObject *module)
{
    then_an_exception_check_state *state = get_then_an_exception_check_state(module);

    if (!module) {
        return PyErr_Occurred() ? -1 : 0;
    }
    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return PyErr_Occurred() ? -1 : 0;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Box_Type->tp_new = NULL;
#endif
    Py_INCREF(state->Box_Type);
    PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type);
    return 0;
}

static int init_all(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "size", 3) < 0) {
        return -1;
    }
    if (init_box(module) < 0) {
        return -1;
    }
    return 0;
}

static int then_an_exception_check_traverse(PyObject *module, visitproc visit, void *arg)
{
    then_an_exception_check_state *state = get_then_an_exception_check_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int then_an_exception_check_clear(PyObject *module)
{
    then_an_exception_check_state *state = get_then_an_exception_check_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void then_an_exception_check_free(void *module)
{
    then_an_exception_check_clear((PyObject *)module);
}

static int then_an_exception_check_exec(PyObject *module);

static PyModuleDef_Slot then_an_exception_check_slots[] = {
    {Py_mod_exec, then_an_exception_check_exec},
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "then_an_exception_check", NULL, sizeof(then_an_exception_check_state),
    NULL, then_an_exception_check_slots, then_an_exception_check_traverse,
    then_an_exception_check_clear, then_an_exception_check_free
};

static int then_an_exception_check_exec(PyObject *module)
{
    if (module) {
        if (init_all(module) < 0) {
            return -1;
        }
        if (PyErr_Occurred()) {
            module = NULL;
        }
    }
    return module == NULL ? -1 : 0;
}

PyMODINIT_FUNC PyInit_then_an_exception_check(void)
{
    return PyModuleDef_Init(&moduledef);
}
