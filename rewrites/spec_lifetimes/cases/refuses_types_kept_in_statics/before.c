/* The module owns the type, and a static variable points at it. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *box_type;

static void
Box_dealloc(PyObject *self)
{
    PyObject_Free(self);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {0, NULL}
};

static PyType_Spec Box_spec = {"shelf.Box", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, Box_slots};

static PyObject *
shelf_box(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return (PyObject *)PyObject_New(PyObject, (PyTypeObject *)box_type);
}

static PyMethodDef shelf_methods[] = {
    {"box", shelf_box, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_exec(PyObject *module)
{
    box_type = PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (box_type == NULL) {
        return -1;
    }
    return PyModule_AddObject(module, "Box", box_type);
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_size = 0,
    .m_methods = shelf_methods,
    .m_slots = shelf_slots,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
