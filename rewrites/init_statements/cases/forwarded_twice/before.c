#include <Python.h>
static PyObject *Error;
static PyObject *fail(PyObject *self, PyObject *arg) { PyErr_SetString(Error, "no"); return NULL; }
static PyMethodDef methods[] = {{"fail", fail, METH_O, NULL}, {NULL}};
static struct PyModuleDef box_module = { PyModuleDef_HEAD_INIT, "box", NULL, -1, methods };
PyObject *ion_init_module(void)
{
    PyObject *m = PyModule_Create(&box_module);
    if (m == NULL)
        return NULL;
    Error = PyErr_NewException("box.Error", NULL, NULL);
    if (Error == NULL)
        return NULL;
    return m;
}

static PyObject* init_module(void) {
    return ion_init_module();
}

PyMODINIT_FUNC
PyInit_box(void)
{
    return init_module();
}
