/* A function of the extension hands a callback its data, and keeps that: it may come back when the caller is done. */
#include <Python.h>

typedef int (*visit_fn)(int number, void *arg);

static PyObject *VisitError;
static void *last_arg;
static visit_fn last_visit;

static int
visit_all(int count, visit_fn visit, void *arg)
{
    int number;

    last_visit = visit;
    last_arg = arg;
    for (number = 0; number < count; number++) {
        if (visit(number, arg) < 0) {
            return -1;
        }
    }
    return 0;
}

static int
add_number(int number, void *arg)
{
    if (number > 100) {
        PyErr_SetString(VisitError, "too many");
        return -1;
    }
    *(long *)arg += number;
    return 0;
}

static PyObject *
visits_sum(PyObject *module, PyObject *arg)
{
    long count = PyLong_AsLong(arg), total = 0;

    if (count == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (visit_all((int)count, add_number, &total) < 0) {
        return NULL;
    }
    return PyLong_FromLong(total);
}

static PyMethodDef visits_methods[] = {
    {"sum", visits_sum, METH_O, NULL},
    {NULL, NULL},
};

static struct PyModuleDef visits = {PyModuleDef_HEAD_INIT, "visits", NULL, -1, visits_methods};

PyMODINIT_FUNC
PyInit_visits(void)
{
    PyObject *module = PyModule_Create(&visits);

    if (module == NULL) {
        return NULL;
    }
    VisitError = PyErr_NewException("visits.VisitError", NULL, NULL);
    Py_XINCREF(VisitError);
    if (PyModule_AddObject(module, "VisitError", VisitError) < 0) {
        Py_XDECREF(VisitError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
