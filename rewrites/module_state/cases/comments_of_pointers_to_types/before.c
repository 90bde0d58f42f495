/* Comments above pointers to types go along with them, and don't call fields global. */
#include <Python.h>

/** Global pointer to the Reed type object. */
static PyTypeObject *ReedPtr = NULL;
/** Global pointer for the iterator type object */
static PyTypeObject *PipeIterType = NULL;

/* What a pipe can be asked for. */
#define REED_MOST 8

static PyObject *
pipes_reed(PyObject *module, PyObject *number)
{
    if (PyObject_IsInstance(number, (PyObject *)ReedPtr)) {
        return PyLong_FromLong(REED_MOST);
    }
    return PyObject_CallOneArg((PyObject *)PipeIterType, number);
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
    ReedPtr = (PyTypeObject *)PyObject_GetAttrString(module, "__class__");
    PipeIterType = (PyTypeObject *)PyObject_GetAttrString(module, "__class__");
    if (ReedPtr == NULL || PipeIterType == NULL)
        return NULL;
    return module;
}
