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

static PyModuleDef_Slot align_slots[] = {
    {0, NULL}
};

static struct PyModuleDef align_module = {PyModuleDef_HEAD_INIT,
                                          "align",
                                          NULL,
                                          0,
                                          align_methods,
                                          align_slots,
                                          NULL,
                                          NULL,
                                          NULL};

PyObject *PyInit_align(void)
{
    return PyModuleDef_Init(&align_module);
}
