/* A table of functions in a capsule stays for those who keep its address; the error beside it moves. */
#include <Python.h>

typedef struct {
    int size;
    int (*doubled)(int number);
} Numbers_CAPI;

static PyObject *NumberError;
static Numbers_CAPI capi;

static int
doubled(int number)
{
    return 2 * number;
}

static PyObject *
numbers_fail(PyObject *module, PyObject *ignored)
{
    PyErr_SetString(NumberError, "no number");
    return NULL;
}

static PyMethodDef numbers_methods[] = {
    {"fail", numbers_fail, METH_NOARGS, NULL},
    {NULL, NULL},
};

static struct PyModuleDef numbers = {PyModuleDef_HEAD_INIT, "numbers", NULL, -1, numbers_methods};

PyMODINIT_FUNC
PyInit_numbers(void)
{
    PyObject *capsule;
    PyObject *module = PyModule_Create(&numbers);

    if (module == NULL) {
        return NULL;
    }
    if (NumberError == NULL) {
        NumberError = PyErr_NewException("numbers.NumberError", NULL, NULL);
        if (NumberError == NULL) {
            return NULL;
        }
    }
    capi.size = sizeof(capi);
    capi.doubled = doubled;
    capsule = PyCapsule_New(&capi, "numbers.capi", NULL);
    if (capsule == NULL || PyModule_AddObject(module, "capi", capsule) < 0) {
        return NULL;
    }
    return module;
}
