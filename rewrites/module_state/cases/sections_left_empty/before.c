/* The heading of a section goes with all that stood below it; comments behind variables stay below each other. */
#include <Python.h>

/*---------------------------
|  Constants:
+--------------------------*/

static PyObject *open_name;   /* == "open" */
static PyObject *close_name;  /* == "close" */
static PyTypeObject *kind;    /* what is accepted */

/*---------------------------
|  Errors:
+--------------------------*/

static PyObject *ShelfError;

/*---------------------------
|  Limits:
+--------------------------*/

static PyObject *last;
#define MOST 3

/*---------------------------
|  Functions:
+--------------------------*/

static PyObject *
check(PyObject *self, PyObject *value)
{
    if (!PyObject_TypeCheck(value, kind)) {
        PyErr_SetObject(ShelfError, open_name);
        return NULL;
    }
    Py_XSETREF(last, Py_NewRef(close_name));
    return PyLong_FromLong(MOST);
}

static PyMethodDef methods[] = {
    {"check", check, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
fill(PyObject *module)
{
    open_name = PyUnicode_FromString("open");
    close_name = PyUnicode_FromString("close");
    if (open_name == NULL || close_name == NULL) {
        return -1;
    }
    kind = (PyTypeObject *)Py_NewRef(&PyLong_Type);
    ShelfError = PyErr_NewException("shelf.ShelfError", NULL, NULL);
    if (ShelfError == NULL) {
        return -1;
    }
    return PyModule_AddObjectRef(module, "ShelfError", ShelfError);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, fill},
    {0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, .m_name = "sections_left_empty", .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_sections_left_empty(void)
{
    return PyModuleDef_Init(&def);
}
