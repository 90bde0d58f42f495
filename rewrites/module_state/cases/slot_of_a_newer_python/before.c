#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *names;

static PyObject *
Box_make(PyTypeObject *type, PyObject *name)
{
    if (PyDict_SetItem(names, name, Py_None) < 0)
        return NULL;
    return type->tp_alloc(type, 0);
}

static PyObject *
Box_vectorcall(PyTypeObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    if (PyVectorcall_NARGS(nargsf) != 1 || kwnames != NULL) {
        PyErr_SetString(PyExc_TypeError, "a name is needed");
        return NULL;
    }
    return Box_make(type, args[0]);
}

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *name;

    if (!PyArg_ParseTuple(args, "O", &name))
        return NULL;
    return Box_make(type, name);
}

static void
Box_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_new, Box_new},
#ifdef Py_tp_vectorcall
    {Py_tp_vectorcall, Box_vectorcall},
#endif
    {0, NULL}
};

static PyType_Spec Box_spec = {
    .name = "shelf.Box",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Box_slots
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *box;
    PyObject *m = PyModule_Create(&shelf_module);

    if (m == NULL)
        return NULL;
    names = PyDict_New();
    if (names == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    box = PyType_FromSpec(&Box_spec);
    if (box == NULL || PyModule_AddObject(m, "Box", box) < 0) {
        Py_XDECREF(box);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
