#include <Python.h>

static PyObject *label;
static const char *formats[] = {"(N)", "[N]"};

static PyObject *
get_label(PyObject *module, PyObject *unused)
{
    Py_INCREF(label);
    return label;
}

static PyMethodDef methods[] = {
    {"get_label", get_label, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "refuses_format_made_at_run_time", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_refuses_format_made_at_run_time(void)
{
    PyObject *module = PyModule_Create(&module_def);

    if (module == NULL)
        return NULL;
    label = PyUnicode_FromString("label");
    if (label == NULL)
        return NULL;
    if (PyModule_AddObject(module, "labels", Py_BuildValue(formats[0], label)) < 0)
        return NULL;
    return module;
}
