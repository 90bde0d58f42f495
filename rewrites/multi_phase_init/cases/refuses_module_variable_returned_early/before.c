/* What the variable of the module holds before there is one may be NULL or not. */
#include <Python.h>

static struct PyModuleDef early_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "early",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_early(void)
{
    PyObject *m;

    m = PyImport_ImportModule("os");
    if (m != NULL) {
        Py_CLEAR(m);
    }
    else {
        return m;
    }

    m = PyModule_Create(&early_module);
    return m;
}
