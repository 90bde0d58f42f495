#include <Python.h>

#include <cstdlib>

// Takes the GIL for as long as it lives: no call in the callback shows that.
class Guard {
    PyGILState_STATE held = PyGILState_Ensure();

public:
    ~Guard() { PyGILState_Release(held); }
};

static PyObject *name;

static int by_name(const void *left, const void *right)
{
    Guard guard;
    PyObject *one = PyObject_GetAttr(*static_cast<PyObject *const *>(left), name);
    if (one == NULL) {
        return -1;
    }
    PyObject *other = PyObject_GetAttr(*static_cast<PyObject *const *>(right), name);
    if (other == NULL) {
        Py_DECREF(one);
        return -1;
    }
    int result = PyObject_RichCompareBool(one, other, Py_GT);
    Py_DECREF(one);
    Py_DECREF(other);
    return result;
}

static PyObject *ordered(PyObject *module, PyObject *args)
{
    PyObject *items = PySequence_List(args);
    if (items == NULL) {
        return NULL;
    }
    PyObject **first = reinterpret_cast<PyListObject *>(items)->ob_item;
    Py_ssize_t size = PyList_GET_SIZE(items);
    Py_BEGIN_ALLOW_THREADS
    std::qsort(first, size, sizeof(PyObject *), by_name);
    Py_END_ALLOW_THREADS
    return items;
}

static PyMethodDef functions[] = {
    {"ordered", ordered, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "guarded", NULL, -1, functions,
};

PyMODINIT_FUNC PyInit_guarded(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    name = PyUnicode_InternFromString("__name__");
    if (name == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
