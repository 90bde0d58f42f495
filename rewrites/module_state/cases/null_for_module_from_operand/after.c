/* A slot whose first operand may be an int passes NULL for the module: one of the operands leads to it. */
#include <Python.h>

typedef struct {
    PyObject *rates;
} sums_state;

static struct PyModuleDef sums_module;

static inline sums_state *
get_sums_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (sums_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline PyObject *
get_sums_module_by_types(PyTypeObject *first, PyTypeObject *second)
{
    if (PyType_HasFeature(first, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *module = PyType_GetModuleByDef(first, &sums_module);
        if (module != NULL) {
            return module;
        }
        PyErr_Clear();
    }
    return PyType_GetModuleByDef(second, &sums_module);
}

static inline sums_state *
get_sums_state_by_types(PyTypeObject *first, PyTypeObject *second)
{
    return get_sums_state(get_sums_module_by_types(first, second));
}

typedef struct {
    PyObject_HEAD
    long amount;
} SumObject;

static PyObject *
rate_of(PyObject *module, PyObject *name)
{
    sums_state *state = get_sums_state(module);
    PyObject *rate = PyDict_GetItemWithError(state->rates, name);

    if (rate == NULL)
        return PyErr_Occurred() ? NULL : PyLong_FromLong(1);
    Py_INCREF(rate);
    return rate;
}

static PyObject *
sum_multiply(PyObject *self, PyObject *other)
{
    return rate_of(get_sums_module_by_types(Py_TYPE(self), Py_TYPE(other)), other);
}

static PyObject *
sum_matrix_multiply(PyObject *self, PyObject *other)
{
    sums_state *state = get_sums_state_by_types(Py_TYPE(self), Py_TYPE(other));

    if (PyDict_Contains(state->rates, other) == 0)
        Py_RETURN_NOTIMPLEMENTED;
    return rate_of(get_sums_module_by_types(Py_TYPE(self), Py_TYPE(other)), other);
}

static PyType_Slot Sum_slots[] = {
    {Py_nb_multiply, sum_multiply},
    {Py_nb_matrix_multiply, sum_matrix_multiply},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL}
};

static PyType_Spec Sum_spec = {
    .name = "sums.Sum",
    .basicsize = sizeof(SumObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Sum_slots,
};

static PyMethodDef sums_functions[] = {
    {"rate_of", rate_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
sums_exec(PyObject *m)
{
    sums_state *state = get_sums_state(m);
    PyObject *type = PyType_FromModuleAndSpec(m, &Sum_spec, NULL);

    if (type == NULL)
        return -1;
    state->rates = PyDict_New();
    if (state->rates == NULL || PyModule_AddObject(m, "Sum", type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot sums_slots[] = {
    {Py_mod_exec, sums_exec},
    {0, NULL}
};

static int
sumsmodule_traverse(PyObject *module, visitproc visit, void *arg)
{
    sums_state *state = get_sums_state(module);
    Py_VISIT(state->rates);
    return 0;
}

static int
sumsmodule_clear(PyObject *module)
{
    sums_state *state = get_sums_state(module);
    Py_CLEAR(state->rates);
    return 0;
}

static void
sumsmodule_free(void *module)
{
    sumsmodule_clear((PyObject *)module);
}

static struct PyModuleDef sums_module = {
    PyModuleDef_HEAD_INIT, "sums", NULL, sizeof(sums_state), sums_functions, sums_slots,
    sumsmodule_traverse, sumsmodule_clear, sumsmodule_free
};

PyMODINIT_FUNC
PyInit_sums(void)
{
    return PyModuleDef_Init(&sums_module);
}
