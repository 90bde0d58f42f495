#include <Python.h>

typedef struct {
    PyObject_HEAD
} Box;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "init_indented_as_a_whole.Box",
    .tp_basicsize = sizeof(Box),
    .tp_new = PyType_GenericNew,
};

static PyObject *
is_box(PyObject *module, PyObject *item)
{
    return PyBool_FromLong(PyObject_TypeCheck(item, &Box_Type));
}

static PyMethodDef functions[] = {
    {"is_box", is_box, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

#if PY_MAJOR_VERSION >= 3
    static struct PyModuleDef definition = {
        PyModuleDef_HEAD_INIT,
        "init_indented_as_a_whole",
        NULL,
        -1,
        functions,
    };

    PyMODINIT_FUNC PyInit_init_indented_as_a_whole(void)
    {
        PyObject *module;

        if (PyType_Ready(&Box_Type) < 0)
            return NULL;

        module = PyModule_Create(&definition);
        if (module == NULL)
            return NULL;
        Py_INCREF(&Box_Type);
        PyModule_AddObject(module, "Box", (PyObject *)&Box_Type);

        return module;
    }
#endif
