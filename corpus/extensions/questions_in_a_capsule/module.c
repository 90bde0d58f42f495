/* Boxes, and a table of functions for other extensions, two of which only ask what something is. */
#define BOXES_MODULE
#include "boxes.h"

static PyTypeObject Box_Type;

#define Box_Check(op) (PyObject_TypeCheck((op), &Box_Type))

static int
box_check(PyObject *op)
{
    return op ? Box_Check(op) : 0;
}

static int
box_check_exact(PyObject *op)
{
    if (op == NULL)
        return 0;
    return Py_TYPE(op) == &Box_Type;
}

static Box *
box_from_width(long width)
{
    Box *box = PyObject_New(Box, &Box_Type);

    if (box == NULL)
        return (Box *)PyErr_NoMemory();
    box->width = width;
    return box;
}

static Box *
box_copy(PyObject *op)
{
    if (!Box_Check(op)) {
        PyErr_SetString(PyExc_TypeError, "a box is needed");
        return NULL;
    }
    return box_from_width(Box_WIDTH(op));
}

static PyObject *
box_repr(PyObject *self)
{
    return PyUnicode_FromFormat("<a box of %ld>", Box_WIDTH(self));
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "questions_in_a_capsule.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_repr = box_repr,
};

static Box_CAPI capi = {
    &Box_Type,
    box_check,
    box_check_exact,
    box_from_width,
    box_copy,
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "questions_in_a_capsule",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_questions_in_a_capsule(void)
{
    PyObject *module, *capsule;

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
    capsule = PyCapsule_New(&capi, "questions_in_a_capsule._CAPI", NULL);
    if (capsule == NULL || PyModule_AddObject(module, "_CAPI", capsule) < 0) {
        Py_XDECREF(capsule);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
