/* CPython fills argument parsers in itself, in a way that is fit for interpreters with a GIL of their own. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
scale(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const char *const _keywords[] = {"value", "factor", NULL};
    static _PyArg_Parser _parser = {.format = "i|i:scale", .keywords = _keywords};
    int value, factor = 1;

    if (!_PyArg_ParseStackAndKeywords(args, nargs, kwnames, &_parser, &value, &factor)) {
        return NULL;
    }
    return PyLong_FromLong((long)value * factor);
}

static PyMethodDef scales_methods[] = {
    {"scale", (PyCFunction)(void (*)(void))scale, METH_FASTCALL | METH_KEYWORDS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef scales_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "scales",
    .m_size = 0,
    .m_methods = scales_methods,
};

PyMODINIT_FUNC
PyInit_scales(void)
{
    return PyModule_Create(&scales_module);
}
