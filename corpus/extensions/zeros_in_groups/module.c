/* Boxes around plain numbers, with a type that fills every slot of every Python. */

#include <Python.h>

typedef struct {
    PyObject_HEAD
    double number;
} Box;

static void
box_dealloc(Box *self)
{
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static int
box_init(Box *self, PyObject *args, PyObject *kwds)
{
    static char *names[] = {"number", NULL};

    return PyArg_ParseTupleAndKeywords(args, kwds, "|d", names, &self->number) ? 0 : -1;
}

static PyObject *
box_open(Box *self, PyObject *unused)
{
    return PyFloat_FromDouble(self->number);
}

static PyMethodDef box_methods[] = {
    {"open", (PyCFunction)box_open, METH_NOARGS, "Return the number."},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject BoxType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "zeros_in_groups.Box",                      /* tp_name */
    sizeof(Box),                                /* tp_basicsize */
    0,                                          /* tp_itemsize */
    (destructor)box_dealloc,                    /* tp_dealloc */
    0,                                          /* tp_vectorcall_offset */
    0,                                          /* tp_getattr */
    0,                                          /* tp_setattr */
    0,                                          /* tp_as_async */
    0,                                          /* tp_repr */
    0,                                          /* tp_as_number */
    0,                                          /* tp_as_sequence */
    0,                                          /* tp_as_mapping */
    0,                                          /* tp_hash */
    0,                                          /* tp_call */
    0,                                          /* tp_str */
    0,                                          /* tp_getattro */
    0,                                          /* tp_setattro */
    0,                                          /* tp_as_buffer */
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,   /* tp_flags */
    "A number in a box.",                       /* tp_doc */
    0,                                          /* tp_traverse */
    0,                                          /* tp_clear */
    0,                                          /* tp_richcompare */
    0,                                          /* tp_weaklistoffset */
    0,                                          /* tp_iter */
    0,                                          /* tp_iternext */
    box_methods,                                /* tp_methods */
    0,                                          /* tp_members */
    0,                                          /* tp_getset */
    0,                                          /* tp_base */
    0,                                          /* tp_dict */
    0,                                          /* tp_descr_get */
    0,                                          /* tp_descr_set */
    0,                                          /* tp_dictoffset */
    (initproc)box_init,                         /* tp_init */
    0,                                          /* tp_alloc */
    PyType_GenericNew,                          /* tp_new */
    0,                                          /* tp_free */
    0,                                          /* tp_is_gc */
    0,                                          /* tp_bases */
    0,                                          /* tp_mro */
    0,                                          /* tp_cache */
    0,                                          /* tp_subclasses */
    0,                                          /* tp_weaklist */
    0,                                          /* tp_del */
    0,                                          /* tp_version_tag */
    0,                                          /* tp_finalize */
    0,                                          /* tp_vectorcall */
#if PY_VERSION_HEX >= 0x030C0000
    0,                                          /* tp_watched */
#if PY_VERSION_HEX >= 0x030D0000
    0,                                          /* tp_versions_used */
#endif
#endif
#if defined(WITH_NEWER_SLOTS)
    NULL,
#endif
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "zeros_in_groups",
    "Boxes.",
    -1,
};

PyMODINIT_FUNC
PyInit_zeros_in_groups(void)
{
    PyObject *module;

    if (PyType_Ready(&BoxType) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    Py_INCREF(&BoxType);
    if (PyModule_AddObject(module, "Box", (PyObject *)&BoxType) < 0) {
        Py_DECREF(&BoxType);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
