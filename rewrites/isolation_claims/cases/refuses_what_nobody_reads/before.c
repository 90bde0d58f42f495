#include <Python.h>

static PyObject *changed_name;  /* nothing reads it */
static PyObject *kept;

int
shelf_compare(const void *one, const void *two)
{
    return kept != NULL && *(PyObject **)one == kept ? -1 : one > two;
}

static PyObject *
keep(PyObject *module, PyObject *object)
{
    PyObject *pair[2] = {object, module};

    Py_INCREF(object);
    Py_XSETREF(kept, object);
    qsort(pair, 2, sizeof(PyObject *), shelf_compare);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"keep", keep, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    changed_name = PyUnicode_InternFromString("_changed");
    if (changed_name == NULL)
        return NULL;
    return PyModule_Create(&moduledef);
}
