#include <Python.h>

typedef struct {
    int what;
} change_t;

typedef void (*change_hook)(void *);

static change_hook library_hook;

/* Kept once per interpreter: callbacks that use it have no way to a module. */
typedef struct {
    PyObject *hook;
} shelf_shared;

static void
free_shelf_shared(PyObject *capsule)
{
    shelf_shared *shared = PyCapsule_GetPointer(capsule, "shelf._shared");

    Py_CLEAR(shared->hook);
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

static void
on_change(void *data)
{
    shelf_shared *shared = get_shelf_shared();
    PyObject *result;
    int what = ((change_t *)((void *)data))->what;

    if (shared == NULL) {
        PyErr_WriteUnraisable(NULL);
        return;
    }
    if (shared->hook == NULL)
        return;
    result = PyObject_CallFunction(shared->hook, "i", what);
    if (result == NULL)
        PyErr_WriteUnraisable(shared->hook);
    Py_XDECREF(result);
}

static PyObject *
set_hook(PyObject *module, PyObject *given)
{
    shelf_shared *shared = get_shelf_shared();

    if (shared == NULL) {
        return NULL;
    }
    Py_INCREF(given);
    Py_XSETREF(shared->hook, given);
    library_hook = on_change;
    Py_RETURN_NONE;
}

static PyObject *
change(PyObject *module, PyObject *unused)
{
    change_t change = {3};

    if (library_hook != NULL)
        library_hook(&change);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"set_hook", set_hook, METH_O, NULL},
    {"change", change, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&moduledef);
}
