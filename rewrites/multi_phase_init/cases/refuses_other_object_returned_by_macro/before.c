#include <Python.h>

static PyObject *other;

#define RETURN_MODULE return other
#define RETURN_ERROR return NULL

static struct PyModuleDef returned_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "returned",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_returned(void)
{
    PyObject *m = PyModule_Create(&returned_module);

    if (m == NULL)
        RETURN_ERROR;
    if (PyModule_AddIntConstant(m, "ANSWER", 42) < 0) {
        Py_DECREF(m);
        RETURN_ERROR;
    }
    other = m;
    RETURN_MODULE;
}
