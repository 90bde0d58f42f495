#include "shop.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static PyType_Slot box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec box_spec = {
    .name = "shop.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = box_slots,
};

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL}
};

static int
shop_traverse(PyObject *module, visitproc visit, void *arg)
{
    shop_state *state = get_shop_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
shop_clear(PyObject *module)
{
    shop_state *state = get_shop_state(module);
    Py_CLEAR(state->Error);
    return 0;
}

static void
shop_free(void *module)
{
    shop_clear((PyObject *)module);
}

static int shop_exec(PyObject *m);

static PyModuleDef_Slot shop_slots[] = {
    {Py_mod_exec, shop_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "shop", NULL, sizeof(shop_state), methods,
    shop_slots, shop_traverse, shop_clear, shop_free
};

static int
shop_exec(PyObject *m)
{
    shop_state *state = get_shop_state(m);

    PyTypeObject *boxType =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &box_spec, NULL);
    if (boxType == NULL)
        return -1;
    state->Error = PyErr_NewException("shop.Error", NULL, NULL);
    Py_XINCREF(state->Error);
    PyModule_AddObject(m, "Error", state->Error);
    PyModule_AddObject(m, "Box", (PyObject *)boxType);
    return 0;
}

PyMODINIT_FUNC
PyInit_shop(void)
{
    return PyModuleDef_Init(&moduledef);
}
