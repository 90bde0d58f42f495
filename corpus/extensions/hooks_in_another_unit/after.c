#include "shared.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long price;
} Item;

static PyObject *
Item_take(Item *self, PyObject *ignored)
{
    if (self->price <= 0) {
        shop_state *state =
            get_hooks_in_another_unit_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->SoldOut, "nothing left");
        return NULL;
    }
    return PyLong_FromLong(self->price--);
}

static int
Item_init(Item *self, PyObject *args, PyObject *kwargs)
{
    if (!PyArg_ParseTuple(args, "l", &self->price))
        return -1;
    return 0;
}

static PyMethodDef Item_methods[] = {
    {"take", (PyCFunction)Item_take, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Item_slots[] = {
    {Py_tp_methods, Item_methods},
    {Py_tp_init, Item_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Item_spec = {
    .name = "hooks_in_another_unit.Item",
    .basicsize = sizeof(Item),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Item_slots,
};

static PyObject *
shop_warn(PyObject *module, PyObject *message)
{
    shop_state *state = PyModule_GetState(module);

    return PyObject_CallFunctionObjArgs(state->warning, message, NULL);
}

static PyMethodDef shop_methods[] = {
    {"warn", shop_warn, METH_O, NULL},
    {NULL}
};

static int hooks_in_another_unit_exec(PyObject *module);

static PyModuleDef_Slot hooks_in_another_unit_slots[] = {
    {Py_mod_exec, hooks_in_another_unit_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef shop = {
    PyModuleDef_HEAD_INIT,
    .m_name = "hooks_in_another_unit",
    .m_size = sizeof(shop_state),
    .m_methods = shop_methods,
    .m_traverse = shop_traverse,
    .m_clear = shop_clear,
    .m_free = shop_free,
    .m_slots = hooks_in_another_unit_slots,
};

static int
hooks_in_another_unit_exec(PyObject *module)
{
    shop_state *module_state = get_hooks_in_another_unit_state(module);
    shop_state *state;

    module_state->Item_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Item_spec, NULL);
    if (module_state->Item_Type == NULL)
        return -1;
    state = PyModule_GetState(module);
    state->warning = PyErr_NewException("hooks_in_another_unit.Warning", NULL, NULL);
    if (state->warning == NULL)
        goto failed;
    if (module_state->SoldOut == NULL) {
        module_state->SoldOut =
            PyErr_NewException("hooks_in_another_unit.SoldOut", NULL, NULL);
        if (module_state->SoldOut == NULL)
            goto failed;
    }
    Py_INCREF(module_state->SoldOut);
    if (PyModule_AddObject(module, "SoldOut", module_state->SoldOut) < 0) {
        Py_DECREF(module_state->SoldOut);
        goto failed;
    }
    Py_INCREF(module_state->Item_Type);
    if (PyModule_AddObject(module, "Item",
                           (PyObject *)module_state->Item_Type) < 0) {
        Py_DECREF(module_state->Item_Type);
        goto failed;
    }
    return 0;

failed:
    return -1;
}

PyMODINIT_FUNC
PyInit_hooks_in_another_unit(void)
{
    return PyModuleDef_Init(&shop);
}
