/* Macros that only a dead branch names stay: nothing that is compiled changes here. */
#include <Python.h>

#define OLD_NAME "shelf"
#define NAME "shelf"

static PyObject *
name(PyObject *self, PyObject *args)
{
    return PyUnicode_FromString(NAME);
}

static PyMethodDef methods[] = {
    {"name", name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, .m_name = "macros_for_dead_branches_only", .m_size = 0, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_macros_for_dead_branches_only(void)
{
    return PyModule_Create(&def);
}
