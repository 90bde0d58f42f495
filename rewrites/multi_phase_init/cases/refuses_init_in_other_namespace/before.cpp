#include <Python.h>

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, NULL, NULL, NULL, NULL, NULL
};

namespace bindings {

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddStringConstant(module, "kind", "bound") < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}

}
