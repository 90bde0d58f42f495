/* Only the name and a string are made of what _Py_IDENTIFIER is given: it doesn't mean the function. */
#include <Python.h>

_Py_IDENTIFIER(get_loop);

static PyObject *loop;

static PyObject *
get_loop(void)
{
    Py_XINCREF(loop);
    return loop;
}

static PyObject *
current(PyObject *module, PyObject *other)
{
    if (other != Py_None) {
        PyObject *name = _PyUnicode_FromId(&PyId_get_loop);
        return name == NULL ? NULL : PyObject_GetAttr(other, name);
    }
    return get_loop();
}

static PyMethodDef functions[] = {
    {"current", current, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
loops_exec(PyObject *module)
{
    loop = PyList_New(0);
    return loop == NULL ? -1 : 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, loops_exec},
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "loops",
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_loops(void)
{
    return PyModuleDef_Init(&definition);
}
