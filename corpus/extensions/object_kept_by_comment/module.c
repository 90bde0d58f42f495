#include <Python.h>

/* Names of devices. The table is one for the whole process on purpose; the error is not. */

static PyObject *DeviceError;
/* unstatic: keep table because all interpreters
 * talk to the same devices */
static PyObject *table;
static int opened;  // unstatic: keep opened because the driver counts them, too

static PyObject *
add(PyObject *self, PyObject *name)
{
    if (!PyUnicode_Check(name)) {
        PyErr_SetString(DeviceError, "a name is a text");
        return NULL;
    }
    if (PyDict_SetItem(table, name, Py_None) < 0)
        return NULL;
    opened++;
    Py_RETURN_NONE;
}

static PyObject *
count(PyObject *self, PyObject *unused)
{
    if (opened < 0) {
        PyErr_SetString(DeviceError, "too many devices");
        return NULL;
    }
    return PyLong_FromSsize_t(PyDict_Size(table));
}

static PyMethodDef functions[] = {
    {"add", add, METH_O, "add(name)"},
    {"count", count, METH_NOARGS, "count() -> number of names"},
    {NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "object_kept_by_comment",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_object_kept_by_comment(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL)
        return NULL;
    if (table == NULL && (table = PyDict_New()) == NULL)
        goto error;
    DeviceError = PyErr_NewException("object_kept_by_comment.DeviceError", NULL, NULL);
    if (DeviceError == NULL)
        goto error;
    Py_INCREF(DeviceError);
    if (PyModule_AddObject(module, "DeviceError", DeviceError) < 0) {
        Py_DECREF(DeviceError);
        goto error;
    }
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
