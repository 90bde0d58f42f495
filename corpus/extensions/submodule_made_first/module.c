#include <Python.h>

static PyObject *shared_names;  /* both modules use it */
static PyObject *own_names;     /* only the first does */

static PyObject *
names_add(PyObject *self, PyObject *name)
{
    if (PyList_Append(shared_names, name) < 0)
        return NULL;
    return PyLong_FromSsize_t(PyList_GET_SIZE(shared_names));
}

static PyObject *
names_add_own(PyObject *self, PyObject *name)
{
    if (PyList_Append(own_names, name) < 0)
        return NULL;
    return PyLong_FromSsize_t(PyList_GET_SIZE(own_names));
}

static PyObject *
names_twice(PyObject *self, PyObject *number)
{
    return PyNumber_Add(number, number);
}

static PyMethodDef sub_functions[] = {
    {"add", names_add, METH_O, NULL},
    {"twice", names_twice, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef sub_module = {
    PyModuleDef_HEAD_INIT, "submodule_made_first.sub", "More names.", -1, sub_functions
};

static PyMethodDef names_functions[] = {
    {"add", names_add, METH_O, NULL},
    {"add_own", names_add_own, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef names_module = {
    PyModuleDef_HEAD_INIT, "submodule_made_first", "Names.", -1, names_functions
};

PyMODINIT_FUNC
PyInit_submodule_made_first(void)
{
    PyObject *module, *sub;

    sub = PyModule_Create(&sub_module);
    if (sub == NULL)
        return NULL;
    module = PyModule_Create(&names_module);
    if (module == NULL) {
        Py_DECREF(sub);
        return NULL;
    }
    if (PyModule_AddObject(module, "sub", sub) < 0) {
        Py_DECREF(sub);
        Py_DECREF(module);
        return NULL;
    }
    shared_names = PyList_New(0);
    own_names = PyList_New(0);
    if (shared_names == NULL || own_names == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
