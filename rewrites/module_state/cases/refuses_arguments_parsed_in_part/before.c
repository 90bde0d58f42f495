/* A call that fails at the second argument has filled the first variable already: it owns nothing then. */
#include <Python.h>

static PyObject *list_class;
static PyObject *given;
static PyObject *option;
static PyObject *keyword;
static PyObject *first;

static PyObject *
shelf_set_class(PyObject *module, PyObject *args)
{
    int size;

    if (!PyArg_ParseTuple(args, "Oi", &list_class, &size))
        return NULL;
    Py_INCREF(list_class);
    return PyLong_FromLong(size);
}

static PyObject *
shelf_set_given(PyObject *module, PyObject *args)
{
    PyObject *more;

    if (!PyArg_ParseTuple(args, "OO!", &given, &PyList_Type, &more))
        return NULL;
    Py_INCREF(given);
    return PySequence_Concat(more, more);
}

static PyObject *
shelf_set_option(PyObject *module, PyObject *args)
{
    if (!PyArg_ParseTuple(args, "|O", &option))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *
shelf_set_keyword(PyObject *module, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"keyword", NULL};

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O", names, &keyword))
        return NULL;
    Py_INCREF(keyword);
    Py_RETURN_NONE;
}

static PyObject *
shelf_set_first(PyObject *module, PyObject *args)
{
    PyObject *rest = NULL;

    if (!PyArg_UnpackTuple(args, "set_first", 1, 2, &first, &rest))
        return NULL;
    if (rest != NULL)
        return PyNumber_Long(rest);
    Py_INCREF(first);
    Py_RETURN_NONE;
}

static PyMethodDef shelf_functions[] = {
    {"set_class", shelf_set_class, METH_VARARGS, NULL},
    {"set_given", shelf_set_given, METH_VARARGS, NULL},
    {"set_option", shelf_set_option, METH_VARARGS, NULL},
    {"set_keyword", (PyCFunction)(void (*)(void))shelf_set_keyword, METH_VARARGS | METH_KEYWORDS, NULL},
    {"set_first", shelf_set_first, METH_VARARGS, NULL},
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
