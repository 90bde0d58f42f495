#include <Python.h>

#define QUOTA_SOFT 80
#define QUOTA_HARD 100

typedef struct {
    PyObject *QuotaError;
    PyObject *kinds;
} quota_state;

static inline quota_state *
get_quota_state(PyObject *module)
{
    return (quota_state *)PyModule_GetState(module);
}

static int
add_error(PyObject *module)
{
    quota_state *state = get_quota_state(module);
    PyObject *copy = PyImport_ImportModule("copy");
    if (copy == NULL) {
        return -1;
    }
    PyObject *error = PyObject_GetAttrString(copy, "Error");
    Py_DECREF(copy);
    if (error == NULL) {
        return -1;
    }
    state->QuotaError = PyErr_NewExceptionWithDoc(
        "quota.QuotaError", "A limit was exceeded.", error, NULL);
    Py_DECREF(error);
    if (state->QuotaError == NULL) {
        return -1;
    }
    Py_INCREF(state->QuotaError);
    if (PyModule_AddObject(module, "QuotaError", state->QuotaError) < 0) {
        Py_DECREF(state->QuotaError);
        return -1;
    }
    return 0;
}

static int
add_kinds(PyObject *module)
{
    quota_state *state = get_quota_state(module);

    state->kinds = Py_BuildValue("[ss]", "soft", "hard");
    if (state->kinds == NULL) {
        return -1;
    }
    Py_INCREF(state->kinds);
    if (PyModule_AddObject(module, "KINDS", state->kinds) < 0) {
        Py_DECREF(state->kinds);
        return -1;
    }
    return 0;
}

static int
add_flags(PyObject *module)
{
    Py_INCREF(Py_True);
    return PyModule_AddObject(module, "STRICT", Py_True);
}

static int
quota_exec(PyObject *module)
{
    if (add_kinds(module) < 0) {
        return -1;
    }
    if (add_error(module) < 0) {
        return -1;
    }
    if (PyModule_AddIntConstant(module, "SOFT", QUOTA_SOFT) < 0
        || add_flags(module) < 0
        || PyModule_AddIntConstant(module, "HARD", QUOTA_HARD) < 0) {
        return -1;
    }
    return 0;
}

static int
quota_traverse(PyObject *module, visitproc visit, void *arg)
{
    quota_state *state = get_quota_state(module);

    if (state == NULL) {
        return 0;
    }
    Py_VISIT(state->QuotaError);
    Py_VISIT(state->kinds);
    return 0;
}

static int
quota_clear(PyObject *module)
{
    quota_state *state = get_quota_state(module);

    if (state == NULL) {
        return 0;
    }
    Py_CLEAR(state->QuotaError);
    Py_CLEAR(state->kinds);
    return 0;
}

static void
quota_free(void *module)
{
    quota_clear((PyObject *)module);
}

static PyModuleDef_Slot quota_slots[] = {
    {Py_mod_exec, quota_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef quota_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "quota",
    .m_doc = "Limits and the error for exceeding them.",
    .m_size = sizeof(quota_state),
    .m_slots = quota_slots,
    .m_traverse = quota_traverse,
    .m_clear = quota_clear,
    .m_free = quota_free,
};

PyMODINIT_FUNC
PyInit_quota(void)
{
    return PyModuleDef_Init(&quota_module);
}
