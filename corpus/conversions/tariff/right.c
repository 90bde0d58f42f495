#include <Python.h>

typedef struct {
    PyObject *decimal_type;      /* imported at the first use */
    PyObject *cache;             /* text -> Decimal */
    Py_ssize_t misses;
} tariff_state;

static inline tariff_state *
get_tariff_state(PyObject *module)
{
    return (tariff_state *)PyModule_GetState(module);
}

static PyObject *
get_decimal_type(tariff_state *state)
{
    if (state->decimal_type == NULL) {
        PyObject *decimal = PyImport_ImportModule("decimal");
        if (decimal == NULL) {
            return NULL;
        }
        state->decimal_type = PyObject_GetAttrString(decimal, "Decimal");
        Py_DECREF(decimal);
    }
    return state->decimal_type;
}

static PyObject *
tariff_rate(PyObject *module, PyObject *text)
{
    tariff_state *state = get_tariff_state(module);

    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "a rate is written as text");
        return NULL;
    }
    if (state->cache == NULL) {
        state->cache = PyDict_New();
        if (state->cache == NULL) {
            return NULL;
        }
    }
    PyObject *rate = PyDict_GetItemWithError(state->cache, text);
    if (rate != NULL) {
        Py_INCREF(rate);
        return rate;
    }
    if (PyErr_Occurred()) {
        return NULL;
    }
    PyObject *type = get_decimal_type(state);
    if (type == NULL) {
        return NULL;
    }
    rate = PyObject_CallFunctionObjArgs(type, text, NULL);
    if (rate == NULL) {
        return NULL;
    }
    if (PyDict_SetItem(state->cache, text, rate) < 0) {
        Py_DECREF(rate);
        return NULL;
    }
    state->misses++;
    return rate;
}

static PyObject *
tariff_cached(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    tariff_state *state = get_tariff_state(module);

    return PyLong_FromSsize_t(
        state->cache == NULL ? 0 : PyDict_GET_SIZE(state->cache));
}

static PyObject *
tariff_misses(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    tariff_state *state = get_tariff_state(module);

    return PyLong_FromSsize_t(state->misses);
}

static PyObject *
tariff_forget(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    tariff_state *state = get_tariff_state(module);

    Py_CLEAR(state->cache);
    Py_RETURN_NONE;
}

static PyMethodDef tariff_functions[] = {
    {"rate", tariff_rate, METH_O,
     "rate($module, text, /)\n--\n\nReturn the rate as a Decimal."},
    {"cached", tariff_cached, METH_NOARGS,
     "cached($module, /)\n--\n\nReturn the number of cached rates."},
    {"misses", tariff_misses, METH_NOARGS,
     "misses($module, /)\n--\n\nReturn how many rates were made."},
    {"forget", tariff_forget, METH_NOARGS,
     "forget($module, /)\n--\n\nDrop the cached rates."},
    {NULL, NULL, 0, NULL}
};

static int
tariff_traverse(PyObject *module, visitproc visit, void *arg)
{
    tariff_state *state = get_tariff_state(module);

    Py_VISIT(state->decimal_type);
    Py_VISIT(state->cache);
    return 0;
}

static int
tariff_clear(PyObject *module)
{
    tariff_state *state = get_tariff_state(module);

    Py_CLEAR(state->decimal_type);
    Py_CLEAR(state->cache);
    return 0;
}

static void
tariff_free(void *module)
{
    tariff_clear((PyObject *)module);
}

static PyModuleDef_Slot tariff_slots[] = {
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef tariff_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tariff",
    .m_doc = "Rates, each made once.",
    .m_size = sizeof(tariff_state),
    .m_methods = tariff_functions,
    .m_slots = tariff_slots,
    .m_traverse = tariff_traverse,
    .m_clear = tariff_clear,
    .m_free = tariff_free,
};

PyMODINIT_FUNC
PyInit_tariff(void)
{
    return PyModuleDef_Init(&tariff_module);
}
