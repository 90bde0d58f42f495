#include <Python.h>

static PyMethodDef filled_methods[] = {
    {NULL, NULL, 0, NULL}
};

PyMODINIT_FUNC
PyInit_filled(void)
{
    static PyModuleDef definition = {
        PyModuleDef_HEAD_INIT,
    };

    definition.m_name = "filled";
    definition.m_size = 0;
    definition.m_methods = filled_methods;
    return PyModule_Create(&definition);
}
