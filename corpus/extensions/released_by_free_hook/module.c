/* The hook m_free releases what the initialisation makes. */
#include <Python.h>

static PyObject *hosts;

static PyObject *
get_hosts(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    Py_INCREF(hosts);
    return hosts;
}

static PyMethodDef functions[] = {
    {"hosts", get_hosts, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
free_hosts(void *Py_UNUSED(ignored))
{
    Py_XDECREF(hosts);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "released_by_free_hook",
    .m_size = -1,
    .m_methods = functions,
    .m_free = free_hosts,
};

PyMODINIT_FUNC
PyInit_released_by_free_hook(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL) {
        return NULL;
    }
    hosts = PyDict_New();
    if (hosts == NULL) {
        goto error;
    }
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
