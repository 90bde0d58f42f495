/* An instance gives back the reference to its type as soon as it is made. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

static void
Box_dealloc(PyObject *self)
{
    PyObject_Free(self);
}

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *self = PyObject_New(PyObject, type);
    if (self != NULL) {
        /* Not counted: Box_dealloc gives nothing back. */
        Py_DECREF(type);
    }
    return self;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_new, Box_new},
    {0, NULL}
};

static PyType_Spec Box_spec = {"shelf.Box", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, Box_slots};

static int
shelf_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int result = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return result;
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_size = 0,
    .m_slots = shelf_slots,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
