/* The initialisation sets objects through a table of their addresses, and m_free releases them the same way. */
#include <Python.h>

/* Keys that may be given: a set for each kind of call. */
#define KEYS(kind, text) \
    static PyObject *kind##_keys; \
    static const char kind##_text[] = text;

KEYS(reading, "timeout key")
KEYS(writing, "timeout generation")

static const struct {
    PyObject **keys;
    const char *text;
} tables[] = {
    {&reading_keys, reading_text},
    {&writing_keys, writing_text},
};

static PyObject *hosts;

static PyObject *
knows(PyObject *module, PyObject *key)
{
    int found = PySequence_Contains(reading_keys, key);

    if (found == 0) {
        found = PySequence_Contains(writing_keys, key);
    }
    return found < 0 ? NULL : PyBool_FromLong(found);
}

static PyObject *
get_hosts(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    Py_INCREF(hosts);
    return hosts;
}

static PyMethodDef functions[] = {
    {"knows", knows, METH_O, NULL},
    {"hosts", get_hosts, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
free_tables(void *Py_UNUSED(module))
{
    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
        Py_XDECREF(*tables[i].keys);
    }
    Py_XDECREF(hosts);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "set_through_a_table",
    .m_size = -1,
    .m_methods = functions,
    .m_free = free_tables,
};

PyMODINIT_FUNC
PyInit_set_through_a_table(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
        PyObject *text = PyUnicode_FromString(tables[i].text);

        if (text == NULL) {
            goto error;
        }
        *tables[i].keys = PyUnicode_Split(text, NULL, -1);
        Py_DECREF(text);
        if (*tables[i].keys == NULL) {
            goto error;
        }
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
