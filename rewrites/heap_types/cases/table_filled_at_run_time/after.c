#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long value;
} Count;

static PyObject *
Count_add(PyObject *left, PyObject *right)
{
    if (Py_TYPE(left) != Py_TYPE(right)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyLong_FromLong(((Count *)left)->value + ((Count *)right)->value);
}

static PyObject *
Count_int(PyObject *self)
{
    return PyLong_FromLong(((Count *)self)->value);
}

static Py_ssize_t
Count_length(PyObject *self)
{
    return ((Count *)self)->value;
}

static PyTypeObject *Count_Type;

static PyType_Slot Count_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_nb_int, Count_int},
    {Py_nb_add, Count_add},
    {Py_sq_length, Count_length},
    {0, NULL},
};

static PyType_Spec Count_spec = {
    .name = "module.Count",
    .basicsize = sizeof(Count),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Count_slots,
};

static int
make_count(PyObject *module)
{
    Count_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Count_spec, NULL);
    return Count_Type == NULL ? -1 : 0;
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    if (make_count(module) < 0) {
        return NULL;
    }
    return module;
}
