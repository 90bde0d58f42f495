/* The pointer leads to another type later on: it isn't a second name of the first. */
#include <Python.h>

static PyTypeObject Plain_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_pointer_that_changes.Plain",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

PyTypeObject *Box_Type = &Plain_Type;

static PyObject *
shelf_use(PyObject *module, PyObject *type)
{
    Box_Type = (PyTypeObject *)type;
    Py_RETURN_NONE;
}

static PyMethodDef shelf_functions[] = {
    {"use", shelf_use, METH_O, "Use another type from now on."},
    {NULL, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_pointer_that_changes",
    .m_size = -1,
    .m_methods = shelf_functions,
};

PyMODINIT_FUNC
PyInit_refuses_pointer_that_changes(void)
{
    if (PyType_Ready(Box_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&shelf_module);
}
