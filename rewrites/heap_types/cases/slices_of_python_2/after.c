#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static Py_ssize_t
path_length(PyObject *self)
{
    return 2;
}

static PyObject *
path_slice(PyObject *self, Py_ssize_t low, Py_ssize_t high)
{
    return PyLong_FromSsize_t(high - low);
}

static PyObject *
path_subscript(PyObject *self, PyObject *item)
{
    return path_slice(self, 0, 1);
}

static PyTypeObject *Path_Type;

static PyType_Slot Path_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_sq_length, path_length},
    {Py_mp_length, path_length},
    {Py_mp_subscript, path_subscript},
    {0, NULL},
};

static PyType_Spec Path_spec = {
    .name = "m.Path",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Path_slots,
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "m", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *m = PyModule_Create(&definition);

    if (m == NULL)
        return NULL;
    Path_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Path_spec, NULL);
    if (Path_Type == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
