#include <Python.h>

#include "shared.h"

/* The module only; its types live in other.c, which makes them ready and adds them. */

static struct PyModuleDef ring_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "types_readied_in_other_unit",
    .m_doc = "Rings of objects.",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_types_readied_in_other_unit(void)
{
    PyObject *module;

    if (!ring_init_types())
        return NULL;

    module = PyModule_Create(&ring_module);
    if (module == NULL)
        return NULL;
    if (ring_register(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
