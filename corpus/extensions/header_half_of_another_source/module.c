#define BOXES_INTERNAL
#include "boxes.h"

static PyTypeObject Box_Type;

#define Box_Check(x) PyObject_TypeCheck((x), &Box_Type)

static int
box_check_width(PyObject *other)
{
    if (!Box_Check(other)) {
        PyErr_Format(PyExc_TypeError, "a Box is needed, not %s", Py_TYPE(other)->tp_name);
        return -1;
    }
    return 0;
}

/* For other extensions: -1 and an exception where there is no Box. */
static int
box_width(PyObject *other, long *width)
{
    if (box_check_width(other)) {
        return -1;
    }
    *width = ((Box *)other)->width;
    return 0;
}

static int
box_init(PyObject *self, PyObject *args, PyObject *kwds)
{
    return PyArg_ParseTuple(args, "l", &((Box *)self)->width) ? 0 : -1;
}

static PyObject *
box_holds(PyObject *self, PyObject *other)
{
    long width;

    if (box_width(other, &width) < 0) {
        return NULL;
    }
    return PyBool_FromLong(width < ((Box *)self)->width);
}

static PyObject *
box_wide(PyObject *self, PyObject *unused)
{
    int wide = is_wide(self);

    return wide < 0 ? NULL : PyBool_FromLong(wide);
}

static PyMethodDef box_methods[] = {
    {"holds", box_holds, METH_O, NULL},
    {"is_wide", box_wide, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "header_half_of_another_source.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = box_methods,
    .tp_init = box_init,
    .tp_new = PyType_GenericNew,
};

static int
boxes_exec(PyObject *module)
{
    static void *api[2];
    PyObject *capsule;

    if (PyModule_AddType(module, &Box_Type) < 0) {
        return -1;
    }
    api[0] = &Box_Type;
    api[1] = box_width;
    capsule = PyCapsule_New(api, "header_half_of_another_source._API", NULL);
    if (capsule == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "_API", capsule) < 0) {
        Py_DECREF(capsule);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_header_half_of_another_source(void)
{
    static PyMethodDef functions[] = {
        {NULL, NULL, 0, NULL}
    };
#ifndef BUILD_STATIC
    static PyModuleDef_Slot slots[] = {
        {Py_mod_exec, boxes_exec},
#if PY_VERSION_HEX >= 0x030C0000
        {Py_mod_multiple_interpreters,
         Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},  // TODO: see if this
                                                       // can be supported
#endif
        {0, NULL}
    };
#endif
    static struct PyModuleDef definition = {
        PyModuleDef_HEAD_INIT, "header_half_of_another_source", NULL, 0, functions,
#ifndef BUILD_STATIC
        slots,
#else
        NULL,
#endif
        NULL, NULL, NULL
    };
#ifndef BUILD_STATIC
    return PyModuleDef_Init(&definition);
#else
    PyObject *module = PyModule_Create(&definition);

    if (module != NULL && boxes_exec(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
#endif
}
