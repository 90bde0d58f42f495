#include <Python.h>

static PyObject *
align_run(PyObject *self, PyObject *args)
{
    Py_RETURN_NONE;
}

static PyMethodDef align_methods[] = {
    {"run", align_run, METH_NOARGS, PyDoc_STR("Align nothing.")},
    {NULL, NULL, 0, NULL}
};

PyObject *PyInit_align(void)
{
    static struct PyModuleDef align_module = {PyModuleDef_HEAD_INIT,
                                              "align",
                                              NULL,
                                              -1,
                                              align_methods,
                                              NULL,
                                              NULL,
                                              NULL,
                                              NULL};
    return PyModule_Create(&align_module);
}
