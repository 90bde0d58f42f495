#include <Python.h>

/* Kept once per interpreter: callbacks that use it have no way to a module. */
typedef struct {
    PyObject *normaliser;
} shelf_shared;

static void
free_shelf_shared(PyObject *capsule)
{
    shelf_shared *shared = PyCapsule_GetPointer(capsule, "shelf._shared");

    Py_CLEAR(shared->normaliser);
    PyMem_Free(shared);
}

static PyObject *
new_shelf_shared(void)
{
    shelf_shared *shared = PyMem_Calloc(1, sizeof(shelf_shared));
    PyObject *capsule;

    if (shared == NULL) {
        return PyErr_NoMemory();
    }
    capsule = PyCapsule_New(shared, "shelf._shared", free_shelf_shared);
    if (capsule == NULL) {
        PyMem_Free(shared);
    }
    return capsule;
}

static shelf_shared *
get_shelf_shared(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *key, *found, *capsule;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return NULL;
    }
    key = PyUnicode_FromString("shelf._shared");
    if (key == NULL) {
        return NULL;
    }
    found = PyDict_GetItemWithError(dict, key);
    if (found == NULL && PyDict_Contains(dict, key) == 0) {
        capsule = new_shelf_shared();
        if (capsule != NULL) {
            found = PyDict_SetDefault(dict, key, capsule);
            Py_DECREF(capsule);
        }
    }
    Py_DECREF(key);
    return found != NULL ? PyCapsule_GetPointer(found, "shelf._shared") : NULL;
}

static int
to_size(PyObject *object, void *address)
{
    shelf_shared *shared = get_shelf_shared();
    PyObject *number;

    if (shared == NULL)
        return 0;
    if (shared->normaliser == NULL) {
        *(Py_ssize_t *)address = 0;
        return 1;
    }
    number = PyObject_CallFunctionObjArgs(shared->normaliser, object, NULL);
    if (number == NULL)
        return 0;
    *(Py_ssize_t *)address = PyNumber_AsSsize_t(number, PyExc_OverflowError);
    Py_DECREF(number);
    return !PyErr_Occurred();
}

static PyObject *
set_normaliser(PyObject *module, PyObject *given)
{
    shelf_shared *shared = get_shelf_shared();

    if (shared == NULL) {
        return NULL;
    }
    Py_INCREF(given);
    Py_XSETREF(shared->normaliser, given);
    Py_RETURN_NONE;
}

static PyObject *
size(PyObject *module, PyObject *args)
{
    Py_ssize_t found;

    if (!PyArg_ParseTuple(args, "O&:size", to_size, &found))
        return NULL;
    return PyLong_FromSsize_t(found);
}

static PyMethodDef methods[] = {
    {"set_normaliser", set_normaliser, METH_O, NULL},
    {"size", size, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&moduledef);
}
