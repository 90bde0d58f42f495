#include <Python.h>

/* Network addresses of several kinds; ipaddress is imported when first needed. */

typedef struct {
    int ipaddress_is_set;
    PyObject *ip4_class;
    PyObject *ip6_class;
    PyObject *seen;  /* text -> object, filled as we go */
} lazy_cache_with_int_guard_state;

static inline lazy_cache_with_int_guard_state *
get_lazy_cache_with_int_guard_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (lazy_cache_with_int_guard_state *)state;
}

static int
load_ipaddress(lazy_cache_with_int_guard_state *state)
{
    PyObject *module;

    if (state->ipaddress_is_set)
        return 0;
    module = PyImport_ImportModule("ipaddress");
    if (module == NULL)
        return -1;
    state->ip4_class = PyObject_GetAttrString(module, "IPv4Address");
    state->ip6_class = PyObject_GetAttrString(module, "IPv6Address");
    Py_DECREF(module);
    if (state->ip4_class == NULL || state->ip6_class == NULL) {
        Py_CLEAR(state->ip4_class);
        Py_CLEAR(state->ip6_class);
        return -1;
    }
    state->ipaddress_is_set = 1;
    return 0;
}

static PyObject *
version(PyObject *self, PyObject *address)
{
    lazy_cache_with_int_guard_state *state =
        get_lazy_cache_with_int_guard_state(self);
    int found;

    if (load_ipaddress(state) < 0)
        return NULL;
    found = PyObject_IsInstance(address, state->ip4_class);
    if (found < 0)
        return NULL;
    if (found)
        return PyLong_FromLong(4);
    found = PyObject_IsInstance(address, state->ip6_class);
    if (found < 0)
        return NULL;
    if (found)
        return PyLong_FromLong(6);
    PyErr_Format(PyExc_ValueError, "no address: %R", address);
    return NULL;
}

static PyObject *
parse(PyObject *self, PyObject *text)
{
    lazy_cache_with_int_guard_state *state =
        get_lazy_cache_with_int_guard_state(self);
    PyObject *address;

    if (load_ipaddress(state) < 0)
        return NULL;
    if (state->seen == NULL && (state->seen = PyDict_New()) == NULL)
        return NULL;
    address = PyDict_GetItemWithError(state->seen, text);
    if (address != NULL) {
        Py_INCREF(address);
        return address;
    }
    if (PyErr_Occurred())
        return NULL;
    address = PyObject_CallFunctionObjArgs(state->ip4_class, text, NULL);
    if (address == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_ValueError))
            return NULL;
        PyErr_Clear();
        address = PyObject_CallFunctionObjArgs(state->ip6_class, text, NULL);
    }
    if (address != NULL && PyDict_SetItem(state->seen, text, address) < 0)
        Py_CLEAR(address);
    return address;
}

static PyObject *
forget(PyObject *self, PyObject *unused)
{
    lazy_cache_with_int_guard_state *state =
        get_lazy_cache_with_int_guard_state(self);
    Py_ssize_t size = state->seen == NULL ? 0 : PyDict_Size(state->seen);

    Py_CLEAR(state->seen);
    return PyLong_FromSsize_t(size);
}

static PyMethodDef functions[] = {
    {"version", version, METH_O, "version(address) -> 4 or 6"},
    {"parse", parse, METH_O, "parse(text) -> address, the same one for the same text"},
    {"forget", forget, METH_NOARGS, "forget() -> number of addresses forgotten"},
    {NULL}
};

static int
lazy_cache_with_int_guard_traverse(PyObject *module, visitproc visit, void *arg)
{
    lazy_cache_with_int_guard_state *state =
        get_lazy_cache_with_int_guard_state(module);
    Py_VISIT(state->ip4_class);
    Py_VISIT(state->ip6_class);
    Py_VISIT(state->seen);
    return 0;
}

static int
lazy_cache_with_int_guard_clear(PyObject *module)
{
    lazy_cache_with_int_guard_state *state =
        get_lazy_cache_with_int_guard_state(module);
    Py_CLEAR(state->ip4_class);
    Py_CLEAR(state->ip6_class);
    Py_CLEAR(state->seen);
    return 0;
}

static void
lazy_cache_with_int_guard_free(void *module)
{
    lazy_cache_with_int_guard_clear((PyObject *)module);
}

static PyModuleDef_Slot lazy_cache_with_int_guard_slots[] = {
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef addresses = {
    PyModuleDef_HEAD_INIT,
    .m_name = "lazy_cache_with_int_guard",
    .m_size = sizeof(lazy_cache_with_int_guard_state),
    .m_methods = functions,
    .m_traverse = lazy_cache_with_int_guard_traverse,
    .m_clear = lazy_cache_with_int_guard_clear,
    .m_free = lazy_cache_with_int_guard_free,
    .m_slots = lazy_cache_with_int_guard_slots,
};

PyMODINIT_FUNC
PyInit_lazy_cache_with_int_guard(void)
{
    return PyModuleDef_Init(&addresses);
}
