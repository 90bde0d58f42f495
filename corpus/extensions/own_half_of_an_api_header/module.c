#define BOX_MODULE
#include "box.h"

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "own_half_of_an_api_header.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
box_made(void)
{
    return PyObject_CallNoArgs((PyObject *)&Box_Type);
}

static PyObject *
is_box(PyObject *module, PyObject *value)
{
    PyObject *other = box_made();
    int same = Box_Check(value);

    Py_XDECREF(other);
    return other == NULL ? NULL : PyBool_FromLong(same);
}

static PyMethodDef methods[] = {
    {"is_box", is_box, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "own_half_of_an_api_header",
    .m_size = -1,
    .m_methods = methods,
};

static int
box_add(PyObject *module)
{
    if (PyType_Ready(&Box_Type) < 0)
        return -1;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_own_half_of_an_api_header(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    if (box_add(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
