#include "shelf.h"

void
shelf_dealloc(PyObject *self)
{
    Py_XDECREF(((Part *)self)->whole);
    PyObject_Free(self);
}

PyObject *
shelf_part(PyTypeObject *type, PyObject *whole)
{
    Part *part = PyObject_New(Part, type);

    if (part == NULL) {
        return NULL;
    }
    Py_INCREF(whole);
    part->whole = whole;
    return (PyObject *)part;
}

PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "dealloc_in_another_unit.Box",
    .tp_basicsize = sizeof(Part),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = shelf_dealloc,
};

static PyObject *
box(PyObject *Py_UNUSED(module), PyObject *whole)
{
    return shelf_part(&Box_Type, whole);
}

static PyMethodDef shelf_methods[] = {
    {"box", box, METH_O, NULL},
    {"lid", lid, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dealloc_in_another_unit",
    .m_size = -1,
    .m_methods = shelf_methods,
};

PyMODINIT_FUNC
PyInit_dealloc_in_another_unit(void)
{
    if (PyType_Ready(&Box_Type) < 0 || PyType_Ready(&Lid_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&shelf_module);
}
