/* The macro returns NULL from a function of the module as well. */
#include <Python.h>

#define CHECK(call) if ((call) < 0) return NULL
#define EXPECT(value, type) \
    do { \
        if (!Py_IS_TYPE(value, &type)) { \
            PyErr_SetString(PyExc_TypeError, "no " #type); \
            return NULL; \
        } \
    } while (0)

static PyObject *
add(PyObject *self, PyObject *arg)
{
    EXPECT(arg, PyLong_Type);
    CHECK(PyObject_SetAttrString(self, "added", arg));
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {{"add", add, METH_O, NULL}, {NULL, NULL, 0, NULL}};

static int m_exec(PyObject *m);

static PyModuleDef_Slot m_slots[] = {
    {Py_mod_exec, m_exec},
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "m",
    .m_size = 0,
    .m_methods = methods,
    .m_slots = m_slots,
};

static int
m_exec(PyObject *m)
{
    if (PyModule_AddIntConstant(m, "ONE", 1) < 0) return -1;
    if (!Py_IS_TYPE(PyModule_GetDict(m), &PyDict_Type)) {
        PyErr_SetString(PyExc_TypeError, "no PyDict_Type");
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_m(void)
{
    return PyModuleDef_Init(&definition);
}
