/* Whether a library is running is one answer for all modules; how often one of them was asked is its own. */
#include <Python.h>

extern int scanner_init(int *version, void *options);
extern void scanner_exit(void);
extern void scanner_close(long handle);

static PyObject *ScannerError;
static int running = 0;
static int opened = 0;

typedef struct {
    PyObject_HEAD
    long handle;
} Scanner;

static void
Scanner_dealloc(Scanner *self)
{
    if (self->handle && running)
        scanner_close(self->handle);
    PyObject_Del(self);
}

static PyTypeObject Scanner_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "scanner.Scanner",
    .tp_basicsize = sizeof(Scanner),
    .tp_dealloc = (destructor)Scanner_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
scanner_start(PyObject *self, PyObject *Py_UNUSED(args))
{
    int version;

    if (scanner_init(&version, NULL) != 0) {
        PyErr_SetString(ScannerError, "no scanner");
        return NULL;
    }
    running = 1;
    return PyLong_FromLong(version);
}

static PyObject *
scanner_end(PyObject *self, PyObject *Py_UNUSED(args))
{
    scanner_exit();
    running = 0;
    Py_RETURN_NONE;
}

static PyObject *
scanner_open(PyObject *self, PyObject *Py_UNUSED(args))
{
    Scanner *found;

    if (!running) {
        PyErr_SetString(ScannerError, "not running");
        return NULL;
    }
    found = PyObject_New(Scanner, &Scanner_Type);
    if (found != NULL)
        found->handle = ++opened;
    return (PyObject *)found;
}

static PyMethodDef methods[] = {
    {"start", scanner_start, METH_NOARGS, NULL},
    {"end", scanner_end, METH_NOARGS, NULL},
    {"open", scanner_open, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "scanner", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_scanner(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&Scanner_Type) < 0)
        return NULL;
    ScannerError = PyErr_NewException("scanner.Error", NULL, NULL);
    if (ScannerError == NULL)
        return NULL;
    Py_INCREF(ScannerError);
    PyModule_AddObject(module, "Error", ScannerError);
    return module;
}
