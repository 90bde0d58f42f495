/* CHECK has two meanings, of which one leads to LogError: that stays, and BoxError moves. */
#include <Python.h>

static PyObject *LogError;
static PyObject *BoxError;

static int
log_failure(const char *what)
{
    PyErr_SetString(LogError, what);
    return -1;
}

#define FAIL(what) log_failure(what)
#define CHECK(ok, what) do { if (!(ok)) return NULL; } while (0)

static PyObject *
box_open(PyObject *Py_UNUSED(module), PyObject *object)
{
    CHECK(object != Py_None, "None");
    PyErr_SetString(BoxError, "no box");
    return NULL;
}

#undef CHECK
#define CHECK(ok, what) do { if (!(ok)) { FAIL(what); return NULL; } } while (0)

static PyObject *
box_close(PyObject *Py_UNUSED(module), PyObject *object)
{
    CHECK(object != Py_None, "None");
    Py_RETURN_NONE;
}

static PyMethodDef box_methods[] = {
    {"open", box_open, METH_O, NULL},
    {"close", box_close, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
box_exec(PyObject *module)
{
    if (LogError == NULL) {
        LogError = PyErr_NewException("box.LogError", NULL, NULL);
        if (LogError == NULL) {
            return -1;
        }
    }
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
