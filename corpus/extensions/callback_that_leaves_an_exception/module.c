#include <Python.h>

/* The function that is told of numbers, while walk() runs. */
static PyObject *visitor;

/* The table of another module's C API, which begins with the type of weights. */
static void **weights;

#define IS_WEIGHT(thing) PyObject_TypeCheck((thing), (PyTypeObject *)weights[0])

/* Go through numbers until a visit says otherwise, like the functions of some libraries. */
static int
each(const double *numbers, size_t count, int (*visit)(double))
{
    for (size_t i = 0; i < count; i++) {
        int found = visit(numbers[i]);

        if (found != 0) {
            return found;
        }
    }
    return 0;
}

static int
visit_number(double number)
{
    PyObject *result;
    int found;

    result = PyObject_CallFunction(visitor, "d", number);
    if (result == NULL) {
        return -1;
    }
    found = result != Py_None;
    Py_DECREF(result);
    return found;
}

static int (*const visits[])(double) = {visit_number};

static PyObject *
walk(PyObject *self, PyObject *args)
{
    static const double numbers[] = {0.5, 1.5, 2.5};
    PyObject *function = NULL;
    int found = 0;

    if (!PyArg_ParseTuple(args, "|O:walk", &function)) {
        return NULL;
    }
    if (function != NULL && IS_WEIGHT(function)) {
        PyErr_SetString(PyExc_ValueError, "a weight can't be told of anything");
        return NULL;
    }
    if (function != NULL && !PyCallable_Check(function)) {
        PyErr_SetString(PyExc_TypeError, "a function is needed");
        return NULL;
    }
    visitor = function;
    if (function != NULL) {
        found = each(numbers, sizeof(numbers) / sizeof(*numbers), visits[0]);
    }
    if (found < 0) {
        return NULL;
    }
    return PyBool_FromLong(found);
}

static PyMethodDef methods[] = {
    {"walk", walk, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "callback_that_leaves_an_exception",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_callback_that_leaves_an_exception(void)
{
    weights = (void **)PyCapsule_Import("capsule_table._API", 0);
    if (weights == NULL) {
        return NULL;
    }
    return PyModule_Create(&definition);
}
