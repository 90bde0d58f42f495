/* A macro passes its parameters on as they are, for two Pythons once: it gives what the function gives. */
#include <Python.h>

#define Text_FromUTF8(s) PyUnicode_FromString(s)
#define Text_Joined(a, b) (PyUnicode_Concat((a), (b)))
#define Call_Method(o, name, arg) PyObject_CallMethodObjArgs(o, name, arg, NULL)

static int
add(PyObject *list, PyObject *value)
{
    static PyObject *append;
    static PyObject *twice;
    PyObject *result;

    if (!append) {
        if (!(append = Text_FromUTF8("append"))) {
            return -1;
        }
    }
    if (!twice) {
        if (!(twice = Text_Joined(append, append))) {
            return -1;
        }
    }
    result = Call_Method(list, append, value);
    Py_XDECREF(result);
    return result == NULL ? -1 : PyList_Append(list, twice);
}

static PyObject *
shelf_add(PyObject *module, PyObject *value)
{
    PyObject *list = Py_BuildValue("[s]", "first");
    if (list == NULL || add(list, value) < 0) {
        Py_XDECREF(list);
        return NULL;
    }
    return list;
}

static PyMethodDef shelf_methods[] = {
    {"add", shelf_add, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1, shelf_methods
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&shelf_module);
}
