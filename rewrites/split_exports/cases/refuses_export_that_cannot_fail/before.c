/* What a capsule hands out has no way to say that there is no module, and a method calls it as well. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int width;
} Box;

static PyTypeObject Box_Type;

static double
box_share(PyObject *object)
{
    double width = PyObject_TypeCheck(object, &Box_Type) ? ((Box *)object)->width : 1.0;

    return 1.0 / width;
}

typedef struct {
    double (*share)(PyObject *);
} Box_API;

static PyObject *
Box_fits(PyObject *self, PyObject *other)
{
    return PyBool_FromLong(box_share(other) > box_share(self));
}

static PyMethodDef Box_methods[] = {
    {"fits", Box_fits, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_export_that_cannot_fail.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Box_methods,
    .tp_new = PyType_GenericNew,
};

static Box_API api = {box_share};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT, "refuses_export_that_cannot_fail", NULL, -1
};

PyMODINIT_FUNC
PyInit_refuses_export_that_cannot_fail(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    module = PyModule_Create(&boxes_module);
    if (module == NULL)
        return NULL;
    if (PyModule_AddObject(module, "_API", PyCapsule_New(&api, NULL, NULL)) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
