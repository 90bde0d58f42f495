/* The half of the header that is for other extensions has macros by the names of what this one defines. */
#include <Python.h>

#define BOXES_INTERNAL

#ifndef BOXES_INTERNAL
#define Box_Type (*(PyTypeObject *)BOXES_SLOTS[0])
#define Box_Check(x) (PyObject_IsInstance((x), (PyObject *)&Box_Type))
#endif

typedef struct {
    PyObject_HEAD
} BoxObject;

static PyTypeObject Box_Type;

#ifndef Box_Check
#define Box_Check(x) (PyObject_IsInstance((x), (PyObject *)&Box_Type))
#endif

static PyObject *
is_box(PyObject *self, PyObject *other)
{
    return PyBool_FromLong(Box_Check(other));
}

static PyMethodDef box_methods[] = {
    {"is_box", is_box, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "macros_of_the_other_half.Box",
    .tp_basicsize = sizeof(BoxObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = box_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "macros_of_the_other_half",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_macros_of_the_other_half(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    module = PyModule_Create(&boxes_module);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
