#include <Python.h>

static PyObject *
answer(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(42);
}

static PyMethodDef methods[] = {
    {"answer", answer, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf = {
    PyModuleDef_HEAD_INIT,
    "shelf",     /* m_name */
    NULL,        /* m_doc */
    -1,          /* m_size */
    methods,     /* m_methods */
    NULL,        /* m_reload */
    NULL,        /* m_traverse */
    NULL,        /* m_clear */
    NULL         /* m_free */
};

PyMODINIT_FUNC
#if PY_MAJOR_VERSION < 3
initshelf(void)
#else
PyInit_shelf(void)
#endif
{
    PyObject *m;

#if PY_MAJOR_VERSION >= 3
    m = PyModule_Create(&shelf);
#else
    m = Py_InitModule("shelf", methods);
#endif
    if (m == NULL)
#if PY_MAJOR_VERSION >= 3
        return NULL;
#else
        return;
#endif

    PyModule_AddIntConstant(m, "SIZE", 3);
#if PY_MAJOR_VERSION >= 3
    return m;
#endif
}
