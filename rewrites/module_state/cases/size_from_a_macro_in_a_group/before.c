/* The array's size is given by one of two macros: the struct stands behind the group that picks it. */
#include <Python.h>

#define WAYS 8
#ifdef WITH_GUARD
#  define KEPT WAYS
#else
#  define KEPT (WAYS - 1)
#endif
static PyObject *names[KEPT];

static PyObject *
name_of(PyObject *module, PyObject *number)
{
    long at = PyLong_AsLong(number);

    if (at < 0 || at >= KEPT) {
        PyErr_SetNone(PyExc_IndexError);
        return NULL;
    }
    Py_INCREF(names[at]);
    return names[at];
}

static PyMethodDef functions[] = {
    {"name_of", name_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "sized",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_sized(void)
{
    PyObject *module = PyModule_Create(&definition);
    int i;

    if (module == NULL) {
        return NULL;
    }
    for (i = 0; i < KEPT; i++) {
        names[i] = PyUnicode_FromFormat("way %d", i);
        if (names[i] == NULL) {
            Py_DECREF(module);
            return NULL;
        }
    }
    return module;
}
