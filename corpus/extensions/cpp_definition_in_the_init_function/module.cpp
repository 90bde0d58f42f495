// Boxes, of a module whose definition stands in the function that makes it.
#include <Python.h>

static PyObject *BoxError;

typedef struct {
    PyObject_HEAD
    int size;
} Box;

static PyObject *
box_fail(PyObject *self, PyObject *)
{
    PyErr_SetString(BoxError, "no");
    return NULL;
}

static PyMethodDef box_methods[] = {
    {"fail", box_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "cpp_definition_in_the_init_function.Box",
    sizeof(Box),
};

PyMODINIT_FUNC
PyInit_cpp_definition_in_the_init_function(void)
{
    static struct PyModuleDef definition = {
        PyModuleDef_HEAD_INIT, "cpp_definition_in_the_init_function", NULL, -1, NULL, NULL, NULL, NULL, NULL
    };
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    Box_Type.tp_new = PyType_GenericNew;
    Box_Type.tp_methods = box_methods;
    Box_Type.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE;
    BoxError = PyErr_NewException("cpp_definition_in_the_init_function.BoxError", NULL, NULL);
    if (BoxError == NULL || PyModule_AddType(module, &Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(BoxError);
    if (PyModule_AddObject(module, "BoxError", BoxError) < 0) {
        Py_DECREF(BoxError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
