/* Comments that name what goes go too; headings of what follows stay. */
#include <Python.h>

// Forward declarations and limits
static PyTypeObject *Reed_Type;
#define REED_MOST 8

// The PipeSection struct sequence
static PyTypeObject *PipeSection_Type;

static PyObject *
pipes_reed(PyObject *module, PyObject *number)
{
    if (PyObject_IsInstance(number, (PyObject *)Reed_Type)) {
        return PyLong_FromLong(REED_MOST);
    }
    return PyObject_CallOneArg((PyObject *)PipeSection_Type, number);
}

static PyMethodDef pipes_functions[] = {
    {"reed", pipes_reed, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef pipes_module = {
    PyModuleDef_HEAD_INIT, "pipes", NULL, -1, pipes_functions
};

PyMODINIT_FUNC
PyInit_pipes(void)
{
    PyObject *module = PyModule_Create(&pipes_module);

    if (module == NULL)
        return NULL;
    Reed_Type = (PyTypeObject *)PyObject_GetAttrString(module, "__class__");
    PipeSection_Type = (PyTypeObject *)PyObject_GetAttrString(module, "__class__");
    if (Reed_Type == NULL || PipeSection_Type == NULL)
        return NULL;
    return module;
}
