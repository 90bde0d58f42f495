#include <Python.h>
#include <datetime.h>

/* Takes days, and says what it takes. */

typedef struct {
    PyTypeObject *date_type;
    PyTypeObject *datetime_type;
    PyObject *utc;
} types_of_the_datetime_api_state;

static inline types_of_the_datetime_api_state *
get_types_of_the_datetime_api_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (types_of_the_datetime_api_state *)state;
}

static PyObject *
is_day(PyObject *module, PyObject *given)
{
    types_of_the_datetime_api_state *state = get_types_of_the_datetime_api_state(module);

    return PyBool_FromLong(Py_IS_TYPE(given, state->date_type) ||
                           PyObject_TypeCheck(given, state->datetime_type));
}

static PyObject *
zone(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    types_of_the_datetime_api_state *state = get_types_of_the_datetime_api_state(module);

    Py_INCREF(state->utc);
    return state->utc;
}

static PyMethodDef functions[] = {
    {"is_day", is_day, METH_O, NULL},
    {"zone", zone, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
types_of_the_datetime_api_traverse(PyObject *module, visitproc visit, void *arg)
{
    types_of_the_datetime_api_state *state = get_types_of_the_datetime_api_state(module);
    Py_VISIT(state->date_type);
    Py_VISIT(state->datetime_type);
    Py_VISIT(state->utc);
    return 0;
}

static int
types_of_the_datetime_api_clear(PyObject *module)
{
    types_of_the_datetime_api_state *state = get_types_of_the_datetime_api_state(module);
    Py_CLEAR(state->date_type);
    Py_CLEAR(state->datetime_type);
    Py_CLEAR(state->utc);
    return 0;
}

static void
types_of_the_datetime_api_free(void *module)
{
    types_of_the_datetime_api_clear((PyObject *)module);
}

static int types_of_the_datetime_api_exec(PyObject *module);

static PyModuleDef_Slot types_of_the_datetime_api_slots[] = {
    {Py_mod_exec, types_of_the_datetime_api_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "types_of_the_datetime_api",
    .m_size = sizeof(types_of_the_datetime_api_state),
    .m_methods = functions,
    .m_traverse = types_of_the_datetime_api_traverse,
    .m_clear = types_of_the_datetime_api_clear,
    .m_free = types_of_the_datetime_api_free,
    .m_slots = types_of_the_datetime_api_slots,
};

static int
types_of_the_datetime_api_exec(PyObject *module)
{
    types_of_the_datetime_api_state *state = get_types_of_the_datetime_api_state(module);

    PyDateTime_IMPORT;
    if (PyErr_Occurred()) {
        return -1;
    }
    state->date_type = PyDateTimeAPI->DateType;
    Py_XINCREF(state->date_type);
    state->datetime_type = PyDateTimeAPI->DateTimeType;
    Py_XINCREF(state->datetime_type);
    state->utc = PyDateTimeAPI->TimeZone_UTC;
    Py_XINCREF(state->utc);

    if (PyModule_AddStringConstant(module, "version", "1.0") < 0) {
        return -1;
    }
    Py_INCREF(state->date_type);
    if (PyModule_AddObject(module, "Date", (PyObject *)state->date_type) < 0) {
        Py_DECREF(state->date_type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_types_of_the_datetime_api(void)
{
    return PyModuleDef_Init(&definition);
}
