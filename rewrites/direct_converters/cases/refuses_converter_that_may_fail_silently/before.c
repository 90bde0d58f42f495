/* Without an exception from the converter, PyArg_ParseTuple raises one: a direct call would not. */
#include <Python.h>
#include <structmember.h>

typedef struct {
    PyObject_HEAD
    int size;
} Box;

static PyTypeObject Box_Type;

static int
Box_convert(PyObject *object, Box **address)
{
    *address = (Box *)object;
    /* PyArg_ParseTuple raises the error. */
    return PyObject_TypeCheck(object, &Box_Type);
}

static PyObject *
shelf_larger(PyObject *module, PyObject *args, PyObject *kwargs)
{
    static char *kwlist[] = {"box", "times", "other", NULL};
    Box *box;
    Box *other = NULL;
    int times;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O&i|O&:larger", kwlist,
                                     Box_convert, &box, &times, Box_convert, &other)) {
        return NULL;
    }
    return PyBool_FromLong(box->size * times > (other != NULL ? other->size : 0));
}

static PyMethodDef shelf_functions[] = {
    {"larger", (PyCFunction)shelf_larger, METH_VARARGS | METH_KEYWORDS, "Compare boxes."},
    {NULL, NULL}
};

static PyMemberDef Box_members[] = {
    {"size", T_INT, offsetof(Box, size), 0, "How much fits."},
    {NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_converter_that_may_fail_silently.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_members = Box_members,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_converter_that_may_fail_silently",
    .m_size = -1,
    .m_methods = shelf_functions,
};

PyMODINIT_FUNC
PyInit_refuses_converter_that_may_fail_silently(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&shelf_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
