/* The references in what is copied may be those of the struct: nothing tells that somebody else keeps them. */
#include <Python.h>

typedef struct {
    PyObject *first;
    PyObject *last;
} ends;

static ends found;

static int
fill(ends *here)
{
    here->first = PyList_New(0);
    here->last = PyList_New(0);
    return here->first == NULL || here->last == NULL ? -1 : 0;
}

static PyObject *
first(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    Py_INCREF(found.first);
    return found.first;
}

static PyMethodDef functions[] = {
    {"first", first, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef ends_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_table_of_its_own",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_refuses_table_of_its_own(void)
{
    ends *made = PyMem_Malloc(sizeof(ends));

    if (made == NULL || fill(made) < 0)
        return NULL;
    found = *made;
    PyMem_Free(made);
    return PyModule_Create(&ends_module);
}
