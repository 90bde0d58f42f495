#include <Python.h>
#include <unistd.h>

typedef void (*failure_hook)(void);

static failure_hook library_hook;

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
    int saved_errno = errno;
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
    errno = saved_errno;
    return found != NULL ? PyCapsule_GetPointer(found, "shelf._shared") : NULL;
}

static void
on_failure(void)
{
    shelf_shared *shared = get_shelf_shared();
    PyObject *result;

    if (shared == NULL) {
        PyErr_WriteUnraisable(NULL);
        return;
    }
    if (shared->hook == NULL)
        return;
    result = PyObject_CallFunction(shared->hook, "i", errno);
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
    library_hook = on_failure;
    Py_RETURN_NONE;
}

static PyObject *
fail(PyObject *module, PyObject *unused)
{
    if (close(-1) < 0 && library_hook != NULL)
        library_hook();
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"set_hook", set_hook, METH_O, NULL},
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&moduledef);
}
