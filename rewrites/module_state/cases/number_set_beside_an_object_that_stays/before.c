/* The library calls log_line() for all modules: what is set together with its callback stays with that. */
#include <Python.h>

typedef void (*logger)(const char *line);
/* Part of a library. */
void library_log_to(logger log);

static PyObject *callback;
static int is_logging;
static long opened;
static PyObject *BoxError;

static void
log_line(const char *line)
{
    PyObject *result = PyObject_CallFunction(callback, "s", line);
    if (result == NULL) {
        PyErr_WriteUnraisable(callback);
        return;
    }
    Py_DECREF(result);
}

static PyObject *
box_log_to(PyObject *Py_UNUSED(module), PyObject *given)
{
    Py_INCREF(given);
    Py_XSETREF(callback, given);
    is_logging = 1;
    library_log_to(log_line);
    Py_RETURN_NONE;
}

static PyObject *
box_open(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    if (is_logging && ++opened > 2) {
        PyErr_SetString(BoxError, "too many");
        return NULL;
    }
    return PyLong_FromLong(opened);
}

static PyMethodDef box_methods[] = {
    {"log_to", box_log_to, METH_O, NULL},
    {"open", box_open, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
box_exec(PyObject *module)
{
    BoxError = PyErr_NewException("box.BoxError", NULL, NULL);
    if (BoxError == NULL) {
        return -1;
    }
    return PyModule_AddObjectRef(module, "BoxError", BoxError);
}

static PyModuleDef_Slot box_slots[] = {
    {Py_mod_exec, box_exec},
    {0, NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, 0, box_methods, box_slots, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_box(void)
{
    return PyModuleDef_Init(&box_module);
}
