/* The boxes of `boxes` are known by a table in its capsule, of which the module keeps a copy. */
#include <Python.h>

typedef struct {
    PyTypeObject *box_type;
    PyObject *error;
    PyObject *empty_error;
    int version;
} Box_CAPI;

#define import_boxes() PyCapsule_Import("boxes._CAPI", 1)

static Box_CAPI boxes;

static PyObject *
is_box(PyObject *self, PyObject *arg)
{
    return PyBool_FromLong(PyObject_TypeCheck(arg, boxes.box_type));
}

static PyObject *
open_box(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_SetString(boxes.empty_error, "nothing in it");
    return NULL;
}

static PyMethodDef functions[] = {
    {"is_box", is_box, METH_O, NULL},
    {"open_box", open_box, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef table_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "boxes_of_another_module",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_boxes_of_another_module(void)
{
    Box_CAPI *api;

    api = import_boxes();
    if (api == NULL)
        return NULL;
    boxes = *api;

    return PyModule_Create(&table_module);
}
