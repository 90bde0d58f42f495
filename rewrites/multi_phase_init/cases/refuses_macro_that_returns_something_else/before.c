/* What the macro returns isn't plain: PyErr_NoMemory gives NULL, but it is called for its effect. */
#include <Python.h>

#define CHECK(call) if ((call) < 0) return PyErr_NoMemory()

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "m",
    .m_size = 0,
};

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *m = PyModule_Create(&definition);

    if (m == NULL)
        return NULL;
    CHECK(PyModule_AddIntConstant(m, "ONE", 1));
    return m;
}
