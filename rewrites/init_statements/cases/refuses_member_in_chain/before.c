/* The statement that makes the module fills a table as well, which stays where it is. */
#include <Python.h>

static PyObject *limit;
static struct { PyObject *modules[4]; int used; } loaded;

static PyObject *
get_limit(PyObject *self, PyObject *unused)
{
    Py_INCREF(limit);
    return limit;
}

static PyMethodDef member_functions[] = {
    {"limit", get_limit, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef member_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_member_in_chain",
    .m_size = -1,
    .m_methods = member_functions,
};

PyMODINIT_FUNC
PyInit_refuses_member_in_chain(void)
{
    PyObject *m;

    m = loaded.modules[loaded.used++ % 4] = PyModule_Create(&member_definition);
    if (m == NULL) {
        return NULL;
    }
    limit = PyLong_FromLong(63);
    if (limit == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
