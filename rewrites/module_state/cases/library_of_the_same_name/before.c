/* What begins with the module's name is the library's: it may have any other such name too. */
#include <Python.h>
#include <pthread.h>

static PyObject *first;

static PyObject *
identity(PyObject *module, PyObject *unused)
{
    PyObject *now = PyLong_FromUnsignedLong((unsigned long)pthread_self());

    if (now != NULL && PyObject_RichCompareBool(now, first, Py_EQ) == 1) {
        Py_DECREF(now);
        Py_RETURN_NONE;
    }
    return now;
}

static PyMethodDef functions[] = {
    {"identity", identity, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
pthreads_exec(PyObject *module)
{
    first = PyLong_FromUnsignedLong((unsigned long)pthread_self());
    return first == NULL ? -1 : 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, pthreads_exec},
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pthread",
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_pthread(void)
{
    return PyModuleDef_Init(&definition);
}
