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

static int shelf_exec(PyObject *m);

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf = {
    PyModuleDef_HEAD_INIT,
    "shelf",     /* m_name */
    NULL,        /* m_doc */
    0,           /* m_size */
    methods,     /* m_methods */
    shelf_slots, /* m_slots */
    NULL,        /* m_traverse */
    NULL,        /* m_clear */
    NULL         /* m_free */
};

static int
shelf_exec(PyObject *m)
{
    PyModule_AddIntConstant(m, "SIZE", 3);
#if PY_MAJOR_VERSION >= 3
    return 0;
#endif
}

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf);
}
