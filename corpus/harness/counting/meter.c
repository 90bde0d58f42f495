/* Lets Python code tell callgrind which instructions to count. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <valgrind/callgrind.h>

static PyObject *
start(PyObject *module, PyObject *ignored)
{
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
    Py_RETURN_NONE;
}

static PyObject *
stop(PyObject *module, PyObject *label)
{
    const char *text = PyUnicode_AsUTF8(label);
    if (text == NULL)
        return NULL;
    CALLGRIND_DUMP_STATS_AT(text);
    CALLGRIND_STOP_INSTRUMENTATION;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"start", start, METH_NOARGS, "Count from here on, from 0."},
    {"stop", stop, METH_O, "Write a file with what was counted, under this label."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "meter", .m_methods = methods};

PyMODINIT_FUNC
PyInit_meter(void)
{
    return PyModule_Create(&definition);
}
