#include <Python.h>
#include <stdlib.h>

typedef struct {
    int descending;
} order_state;

static struct PyModuleDef order_module;
static PyObject *OrderError;

static int
by_order(const void *left, const void *right)
{
    order_state *state = (order_state *)PyModule_GetState(PyState_FindModule(&order_module));
    long a = *(const long *)left, b = *(const long *)right;
    int found = (a > b) - (a < b);

    return state->descending ? -found : found;
}

static PyObject *
order_sorted(PyObject *self, PyObject *args)
{
    long values[3];

    if (!PyArg_ParseTuple(args, "lll:sorted", &values[0], &values[1], &values[2]))
        return NULL;
    if (values[0] < 0) {
        PyErr_SetString(OrderError, "negative");
        return NULL;
    }
    qsort(values, 3, sizeof(long), by_order);
    return Py_BuildValue("lll", values[0], values[1], values[2]);
}

static PyMethodDef order_methods[] = {
    {"sorted", order_sorted, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef order_module = {
    PyModuleDef_HEAD_INIT, "module_found_in_callback", NULL, sizeof(order_state), order_methods
};

PyMODINIT_FUNC
PyInit_module_found_in_callback(void)
{
    PyObject *module = PyModule_Create(&order_module);

    if (module == NULL)
        return NULL;
    OrderError = PyErr_NewException("module_found_in_callback.OrderError", NULL, NULL);
    if (OrderError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
