#include <Python.h>

/* The length is used where there is no module: it stays, and another module may set it. */

static PyObject **classes;
static int count;

int
count_of_classes(void *unused)
{
    return count;
}

int (*volatile counting)(void *) = count_of_classes;

static const char *const names[] = {"module.One", "module.Two"};

static PyObject *
raise_one(PyObject *module, PyObject *arg)
{
    long number = PyLong_AsLong(arg);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    PyErr_SetString(number < 0 || number > 1 ? PyExc_ValueError : classes[number], "told to");
    return NULL;
}

static PyMethodDef functions[] = {
    {"raise_one", raise_one, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_module(void)
{
    int i;
    PyObject *module = PyModule_Create(&moduledef);

    if (module == NULL)
        return NULL;
    count = getenv("MORE") ? 3 : 2;
    classes = malloc(count * sizeof(PyObject *));
    if (classes == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    for (i = 0; i < 2; i++) {
        classes[i] = PyErr_NewException(names[i], NULL, NULL);
        if (classes[i] == NULL)
            return NULL;
    }
    return module;
}
