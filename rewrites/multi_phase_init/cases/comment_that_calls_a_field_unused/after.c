#include <Python.h>

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL}
};

static int lzo_exec(PyObject *m);

static PyModuleDef_Slot lzo_slots[] = {
    {Py_mod_exec, lzo_exec},
    {0, NULL}
};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    "lzo", /* name */
    "Bindings", /* doc */
    0, /* m_size */
    methods, /* methods */
    lzo_slots, /* m_slots */
    NULL, /* traverse */
    NULL, /* clear */
    NULL, /* free */
};

static int
lzo_exec(PyObject *m)
{
    PyModule_AddIntConstant(m, "level", 9);
    return 0;
}

PyMODINIT_FUNC
PyInit_lzo(void)
{
    return PyModuleDef_Init(&module);
}
