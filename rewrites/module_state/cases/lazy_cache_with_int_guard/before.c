#include <Python.h>

/* Network addresses of several kinds; ipaddress is imported when first needed. */

static int ipaddress_is_set = 0;
static PyObject *ip4_class = NULL;
static PyObject *ip6_class = NULL;
static PyObject *seen = NULL;           /* text -> object, filled as we go */

static int
load_ipaddress(void)
{
    PyObject *module;

    if (ipaddress_is_set)
        return 0;
    module = PyImport_ImportModule("ipaddress");
    if (module == NULL)
        return -1;
    ip4_class = PyObject_GetAttrString(module, "IPv4Address");
    ip6_class = PyObject_GetAttrString(module, "IPv6Address");
    Py_DECREF(module);
    if (ip4_class == NULL || ip6_class == NULL) {
        Py_CLEAR(ip4_class);
        Py_CLEAR(ip6_class);
        return -1;
    }
    ipaddress_is_set = 1;
    return 0;
}

static PyObject *
version(PyObject *self, PyObject *address)
{
    int found;

    if (load_ipaddress() < 0)
        return NULL;
    found = PyObject_IsInstance(address, ip4_class);
    if (found < 0)
        return NULL;
    if (found)
        return PyLong_FromLong(4);
    found = PyObject_IsInstance(address, ip6_class);
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
    PyObject *address;

    if (load_ipaddress() < 0)
        return NULL;
    if (seen == NULL && (seen = PyDict_New()) == NULL)
        return NULL;
    address = PyDict_GetItemWithError(seen, text);
    if (address != NULL) {
        Py_INCREF(address);
        return address;
    }
    if (PyErr_Occurred())
        return NULL;
    address = PyObject_CallFunctionObjArgs(ip4_class, text, NULL);
    if (address == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_ValueError))
            return NULL;
        PyErr_Clear();
        address = PyObject_CallFunctionObjArgs(ip6_class, text, NULL);
    }
    if (address != NULL && PyDict_SetItem(seen, text, address) < 0)
        Py_CLEAR(address);
    return address;
}

static PyObject *
forget(PyObject *self, PyObject *unused)
{
    Py_ssize_t size = seen == NULL ? 0 : PyDict_Size(seen);

    Py_CLEAR(seen);
    return PyLong_FromSsize_t(size);
}

static PyMethodDef functions[] = {
    {"version", version, METH_O, "version(address) -> 4 or 6"},
    {"parse", parse, METH_O, "parse(text) -> address, the same one for the same text"},
    {"forget", forget, METH_NOARGS, "forget() -> number of addresses forgotten"},
    {NULL}
};

static struct PyModuleDef addresses = {
    PyModuleDef_HEAD_INIT,
    .m_name = "lazy_cache_with_int_guard",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_lazy_cache_with_int_guard(void)
{
    return PyModule_Create(&addresses);
}
