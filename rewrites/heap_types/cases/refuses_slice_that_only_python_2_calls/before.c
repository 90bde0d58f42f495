#include <Python.h>

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
    return PyLong_FromLong(1);
}

static PySequenceMethods path_as_sequence = {
    path_length,                   /* sq_length */
    (binaryfunc)0,                 /* sq_concat */
    (ssizeargfunc)0,               /* sq_repeat */
    (ssizeargfunc)0,               /* sq_item */
    (ssizessizeargfunc)path_slice, /* sq_slice */
    (ssizeobjargproc)0,            /* sq_ass_item */
    (ssizessizeobjargproc)0,       /* sq_ass_slice */
};

static PyMappingMethods path_as_mapping = {path_length, path_subscript, NULL};

static PyTypeObject Path_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "m.Path",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_as_sequence = &path_as_sequence,
    .tp_as_mapping = &path_as_mapping,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "m", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *m = PyModule_Create(&definition);

    if (m == NULL)
        return NULL;
    if (PyType_Ready(&Path_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
