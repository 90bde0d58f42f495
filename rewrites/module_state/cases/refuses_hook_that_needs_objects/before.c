/* What m_free calls needs objects, which may be gone already: it releases one, calls one, and goes by one. */
#include <Python.h>

static PyObject *names;
static PyObject *on_end;
static PyObject *session;

void library_shutdown(void);

static PyObject *
add(PyObject *Py_UNUSED(module), PyObject *name)
{
    return PyLong_FromLong(PyList_Append(names, name));
}

static PyObject *
set_end(PyObject *Py_UNUSED(module), PyObject *callback)
{
    Py_INCREF(callback);
    Py_XSETREF(on_end, callback);
    Py_RETURN_NONE;
}

static PyObject *
start(PyObject *Py_UNUSED(module), PyObject *given)
{
    Py_INCREF(given);
    Py_XSETREF(session, given);
    Py_RETURN_NONE;
}

static PyMethodDef shelf_methods[] = {
    {"add", add, METH_O, NULL},
    {"set_end", set_end, METH_O, NULL},
    {"start", start, METH_O, NULL},
    {NULL}
};

static void
end(void)
{
    PyObject *result;

    if (session != NULL) {
        library_shutdown();
        Py_CLEAR(session);
    }
    Py_DECREF(names);
    if (on_end == NULL || PyList_Size(names) > 0) {
        return;
    }
    result = PyObject_CallFunctionObjArgs(on_end, names, NULL);
    Py_XDECREF(result);
    Py_CLEAR(on_end);
}

static void
shelf_free(void *module)
{
    end();
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_size = -1,
    .m_methods = shelf_methods,
    .m_free = shelf_free,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL) {
        return NULL;
    }
    names = PyList_New(0);
    if (names == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
