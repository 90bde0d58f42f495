/* The type can't move, so its pointer stays as well. */
#include <Python.h>

static PyObject *
box_default(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(ignored));

static PyMethodDef box_methods[] = {
    {"default", box_default, METH_NOARGS | METH_STATIC, "Return the class of boxes."},
    {NULL, NULL}
};

static PyTypeObject _Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_type_that_stays.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = box_methods,
};

static PyTypeObject *Box_Type = &_Box_Type;

static PyObject *
box_default(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(ignored))
{
    Py_INCREF(Box_Type);
    return (PyObject *)Box_Type;
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_type_that_stays",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_type_that_stays(void)
{
    if (PyType_Ready(Box_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&shelf_module);
}
