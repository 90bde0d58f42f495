#include <Python.h>

/* Each is made and given to the module behind a test of its own name. */

static PyTypeObject SizeType;
static PyTypeObject MarginType;

static PyStructSequence_Field fields[] = {
    {"width", "in millimetres"},
    {"height", "in millimetres"},
    {NULL, NULL}
};

static PyStructSequence_Desc size_desc = {"module.size", "The size of a sheet.", fields, 2};
static PyStructSequence_Desc margin_desc = {"module.margin", "What stays white.", fields, 2};

static int
add_type(PyObject *module, const char *name, PyTypeObject *type)
{
    if (PyType_Ready(type)) {
        return -1;
    }
    Py_INCREF(type);
    if (PyModule_AddObject(module, name, (PyObject *)type)) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

static PyObject *
sheet(PyTypeObject *type, long width, long height)
{
    PyObject *result = PyStructSequence_New(type);

    if (result != NULL) {
        PyStructSequence_SetItem(result, 0, PyLong_FromLong(width));
        PyStructSequence_SetItem(result, 1, PyLong_FromLong(height));
    }
    return result;
}

static PyObject *
a4(PyObject *self, PyObject *unused)
{
    return sheet(&SizeType, 210, 297);
}

static PyObject *
margin(PyObject *self, PyObject *unused)
{
    return sheet(&MarginType, 20, 25);
}

static PyMethodDef functions[] = {
    {"a4", a4, METH_NOARGS, NULL},
    {"a4_margin", margin, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module = PyModule_Create(&moduledef);

    if (module == NULL) {
        return NULL;
    }
    if (SizeType.tp_name == 0) {
        PyStructSequence_InitType(&SizeType, &size_desc);
        add_type(module, "size", &SizeType);
    }
    if (MarginType.tp_name == NULL) {
        PyStructSequence_InitType(&MarginType, &margin_desc);
        Py_INCREF(&MarginType);
        PyModule_AddObject(module, "margin", (PyObject *)&MarginType);
    }
    return module;
}
