/* A call that fails fills no variable: what it filled has been counted up by the time that somebody sees it. */
#include <Python.h>

static PyObject *list_class;
static PyObject *dict_class;
static PyObject *adapt;
static PyObject *title;
static PyObject *first, *second;

static PyObject *
shelf_set_classes(PyObject *module, PyObject *args)
{
    if (!PyArg_ParseTuple(args, "OO:set_classes", &list_class, &dict_class))
        return NULL;
    Py_INCREF(list_class);
    Py_INCREF(dict_class);
    Py_RETURN_NONE;
}

static PyObject *
shelf_set_adapter(PyObject *module, PyObject *args)
{
    PyObject *old = adapt;

    if (PyArg_ParseTuple(args, "O", &adapt) == 0)
        return NULL;
    Py_INCREF(adapt);
    if (old == NULL)
        Py_RETURN_NONE;
    return old;
}

static PyObject *
shelf_set_title(PyObject *module, PyObject *args)
{
    if (PyArg_ParseTuple(args, "U;a text is wanted", &title)) {
        Py_INCREF(title);
        Py_RETURN_NONE;
    }
    return NULL;
}

static PyObject *
shelf_set_pair(PyObject *module, PyObject *args)
{
    if (!PyArg_UnpackTuple(args, "set_pair", 2, 2, &first, &second))
        return NULL;
    Py_INCREF(first);
    Py_INCREF(second);
    Py_RETURN_NONE;
}

static PyObject *
shelf_show(PyObject *module, PyObject *unused)
{
    if (list_class == NULL || adapt == NULL || title == NULL || first == NULL)
        Py_RETURN_NONE;
    return PyTuple_Pack(6, list_class, dict_class, adapt, title, first, second);
}

static PyMethodDef shelf_functions[] = {
    {"set_classes", shelf_set_classes, METH_VARARGS, NULL},
    {"set_adapter", shelf_set_adapter, METH_VARARGS, NULL},
    {"set_title", shelf_set_title, METH_VARARGS, NULL},
    {"set_pair", shelf_set_pair, METH_VARARGS, NULL},
    {"show", shelf_show, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1, shelf_functions
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&shelf_module);
}
