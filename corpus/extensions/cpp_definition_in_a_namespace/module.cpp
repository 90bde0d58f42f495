#include <Python.h>
#include "types.h"

namespace
{

int
exec_module(PyObject *module)
{
    using namespace shelf;
    if (!init_names() || !Box::ready()) {
        return -1;
    }
    Py_INCREF(Box::type);
    if (PyModule_AddObject(module, "Box", (PyObject *)Box::type) < 0) {
        Py_DECREF(Box::type);
        return -1;
    }
    return 0;
}

PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)exec_module},
    {0, NULL},
};

PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "cpp_definition_in_a_namespace",
    NULL,
    0,
    NULL,
    slots,
    NULL,
    NULL,
    NULL,
};

} // namespace

PyMODINIT_FUNC
PyInit_cpp_definition_in_a_namespace(void)
{
    return PyModuleDef_Init(&moduledef);
}
