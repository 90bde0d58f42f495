/* A macro makes the name of a table of that of a function, which a method calls as well. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int width;
} Box;

static PyTypeObject Box_Type;

static int
box_width(PyObject *object, int *width)
{
    if (!PyObject_TypeCheck(object, &Box_Type)) {
        PyErr_SetString(PyExc_TypeError, "a box is needed");
        return -1;
    }
    *width = ((Box *)object)->width;
    return 0;
}

typedef struct {
    int (*width)(PyObject *, int *);
} Box_API;

static PyObject *
Box_fits(PyObject *self, PyObject *other)
{
    int width;

    if (box_width(other, &width) < 0)
        return NULL;
    return PyBool_FromLong(width < ((Box *)self)->width);
}

static PyMethodDef Box_methods[] = {
    {"fits", Box_fits, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "export_whose_name_makes_others.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Box_methods,
    .tp_new = PyType_GenericNew,
};

#define EXPORT(name) static Box_API name##_api = {name}

EXPORT(box_width);

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT, "export_whose_name_makes_others", NULL, -1
};

PyMODINIT_FUNC
PyInit_export_whose_name_makes_others(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    module = PyModule_Create(&boxes_module);
    if (module == NULL)
        return NULL;
    if (PyModule_AddObject(module, "_API", PyCapsule_New(&box_width_api, NULL, NULL)) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
