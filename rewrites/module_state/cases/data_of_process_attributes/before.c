#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>
#include <sys/prctl.h>

/* What prctl was told: Linux doesn't say. */
static long tracer = -1;
static long verbose = 0;
static PyObject *Error;

static PyObject *
set_tracer(PyObject *module, PyObject *value)
{
    long pid = PyLong_AsLong(value);

    if (pid == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (prctl(PR_SET_PTRACER, pid, 0, 0, 0) < 0) {
        return PyErr_SetFromErrno(Error);
    }
    tracer = pid;
    Py_RETURN_NONE;
}

static PyObject *
get_tracer(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(verbose ? tracer : -tracer);
}

static PyObject *
set_verbose(PyObject *module, PyObject *value)
{
    verbose = PyObject_IsTrue(value);
    Py_RETURN_NONE;
}

static PyObject *
set_title(PyObject *module, PyObject *value)
{
    static char *title = NULL;
    static size_t room = 0;
    const char *text = PyUnicode_AsUTF8(value);

    if (text == NULL) {
        return NULL;
    }
    if (title == NULL) {
        extern void Py_GetArgcArgv(int *argc, wchar_t ***argv);
        int argc = 0;
        wchar_t **argv = NULL;

        Py_GetArgcArgv(&argc, &argv);
        title = argc ? (char *)argv[0] : NULL;
        room = title != NULL ? strlen(title) : 0;
    }
    if (strlen(text) > room) {
        PyErr_SetString(Error, "the title is too long");
        return NULL;
    }
    strncpy(title, text, room);
    Py_RETURN_NONE;
}

static PyMethodDef process_methods[] = {
    {"set_tracer", set_tracer, METH_O, NULL},
    {"get_tracer", get_tracer, METH_NOARGS, NULL},
    {"set_verbose", set_verbose, METH_O, NULL},
    {"set_title", set_title, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef process_module = {
    PyModuleDef_HEAD_INIT, "data_of_process_attributes", NULL, -1, process_methods,
};

PyMODINIT_FUNC
PyInit_data_of_process_attributes(void)
{
    PyObject *module = PyModule_Create(&process_module);

    if (module == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("data_of_process_attributes.Error", NULL, NULL);
    Py_XINCREF(Error);
    if (PyModule_AddObject(module, "Error", Error) < 0) {
        Py_XDECREF(Error);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
