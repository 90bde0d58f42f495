#include <Python.h>

#define WITH_CACHE

static PyObject *last_text;

static PyObject *
remember(PyObject *module, PyObject *text)
{
    Py_INCREF(text);
    Py_XSETREF(last_text, text);
    Py_RETURN_NONE;
}

static PyObject *
recall(PyObject *module, PyObject *unused)
{
#ifdef WITH_CACHE
    if (last_text != NULL) {
        Py_INCREF(last_text);
        return last_text;
    }
    Py_RETURN_NONE;
#else
    Py_CLEAR(last_text);
    Py_RETURN_NONE;
#endif
}

static PyMethodDef functions[] = {
    {"remember", remember, METH_O, NULL},
    {"recall", recall, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "other_side_of_a_switch",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_other_side_of_a_switch(void)
{
    return PyModule_Create(&definition);
}
