#include <Python.h>

#if PY_MAJOR_VERSION >= 3
#define IS_PY3K
#endif

#ifdef IS_PY3K
#define PyInt_FromLong PyLong_FromLong
#endif

typedef struct {
    PyObject_HEAD
    long value;
} CountObject;

static PyObject *
count_next(CountObject *self)
{
    return PyInt_FromLong(self->value++);
}

static PyTypeObject Count_Type = {
#ifdef IS_PY3K
    PyVarObject_HEAD_INIT(NULL, 0)
#else
    PyObject_HEAD_INIT(NULL)
    0,                          /* ob_size */
#endif
    "counts.Count",             /* tp_name */
    sizeof(CountObject),        /* tp_basicsize */
    0,                          /* tp_itemsize */
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_iter = PyObject_SelfIter,
    .tp_iternext = (iternextfunc)count_next,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL}
};

#ifdef IS_PY3K
static struct PyModuleDef counts = {
    PyModuleDef_HEAD_INIT, "counts", NULL, -1, methods
};
#endif

PyMODINIT_FUNC
#ifdef IS_PY3K
PyInit_counts(void)
#else
initcounts(void)
#endif
{
    PyObject *m;

    if (PyType_Ready(&Count_Type) < 0)
#ifdef IS_PY3K
        return NULL;
#else
        return;
#endif
#ifdef IS_PY3K
    m = PyModule_Create(&counts);
#else
    m = Py_InitModule("counts", methods);
#endif
    if (m == NULL)
#ifdef IS_PY3K
        return NULL;
#else
        return;
#endif
    Py_INCREF(&Count_Type);
    PyModule_AddObject(m, "Count", (PyObject *)&Count_Type);
#ifdef IS_PY3K
    return m;
#endif
}
