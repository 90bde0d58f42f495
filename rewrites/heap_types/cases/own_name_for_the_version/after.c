#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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

static PyTypeObject *Count_Type;

static PyType_Slot Count_slots[] = {
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, count_next},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Count_spec = {
    .name = "counts.Count",
    .basicsize = sizeof(CountObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Count_slots,
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

    m = PyModule_Create(&counts);
    if (m == NULL)
        return NULL;

    Count_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Count_spec, NULL);
    if (Count_Type == NULL)
#ifdef IS_PY3K
        return NULL;
#else
        return;
#endif
    Py_INCREF(Count_Type);
    PyModule_AddObject(m, "Count", (PyObject *)Count_Type);
#ifdef IS_PY3K
    return m;
#endif
}
