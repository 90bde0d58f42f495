/* What methods put into the list, it owns: new references, or one more than the caller's. */
#include <Python.h>

static PyObject *latest;

static PyObject *
m_remember(PyObject *module, PyObject *object)
{
    PyObject *size;

    Py_INCREF(object);
    if (PyList_SetItem(latest, 0, object) < 0) {
        return NULL;
    }
    size = PyLong_FromSsize_t(PyObject_Size(object));
    if (size == NULL) {
        return NULL;
    }
    if (PyList_SetItem(latest, 1, size) < 0) {
        return NULL;
    }
    if (PyList_SetItem(latest, 2, PyObject_Repr(object)) < 0) {
        return NULL;
    }
    Py_INCREF(latest);
    return latest;
}

static PyMethodDef m_functions[] = {
    {"remember", m_remember, METH_O, "Remember an object."},
    {NULL, NULL}
};

static struct PyModuleDef m_module = {
    PyModuleDef_HEAD_INIT,
    "container_that_owns_its_items",
    NULL,
    -1,
    m_functions
};

PyMODINIT_FUNC
PyInit_container_that_owns_its_items(void)
{
    PyObject *module = PyModule_Create(&m_module);
    if (module == NULL) {
        return NULL;
    }
    latest = Py_BuildValue("[OOO]", Py_None, Py_None, Py_None);
    if (latest == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
