#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Shops and their tills: a till reads by a function that its field points to, a shop knows which names are taken. */

typedef struct {
    PyObject_HEAD
    PyObject *name;
    long sales;
    int open;
} Shop;

typedef PyObject *(*ReadFunc)(Shop *);

typedef struct {
    PyObject_HEAD
    Shop *shop;
    ReadFunc read;
} Till;

typedef struct {
    PyTypeObject *Shop_Type;
    PyTypeObject *Till_Type;
    PyObject *ShopError;
    PyObject *names;
} pointers_kept_in_fields_state;

static inline pointers_kept_in_fields_state *
get_pointers_kept_in_fields_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (pointers_kept_in_fields_state *)state;
}

static inline pointers_kept_in_fields_state *
get_pointers_kept_in_fields_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (pointers_kept_in_fields_state *)state;
}

#define FAIL() return -1

static int
shop_clear(Shop *self)
{
    if (self->open) {
        pointers_kept_in_fields_state *state =
            get_pointers_kept_in_fields_state_by_type(Py_TYPE(self));

        self->open = 0;
        if (PySet_Discard(state->names, self->name) < 0)
            PyErr_Clear();
    }
    return 0;
}

static void
shop_dealloc(Shop *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    shop_clear(self);
    Py_XDECREF(self->name);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
shop_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    pointers_kept_in_fields_state *state =
        get_pointers_kept_in_fields_state_by_type(type);
    PyObject *name;
    int taken;
    Shop *self;

    if (!PyArg_ParseTuple(args, "U", &name))
        return NULL;
    taken = PySet_Contains(state->names, name);
    if (taken < 0)
        return NULL;
    if (taken) {
        PyErr_Format(state->ShopError, "there is a %U", name);
        return NULL;
    }
    if (PySet_Add(state->names, name) < 0)
        return NULL;
    self = (Shop *)type->tp_alloc(type, 0);
    if (self == NULL) {
        PySet_Discard(state->names, name);
        return NULL;
    }
    Py_INCREF(name);
    self->name = name;
    self->sales = 0;
    self->open = 1;
    return (PyObject *)self;
}

static PyObject *
shop_close(Shop *self, PyObject *ignored)
{
    shop_clear(self);
    Py_RETURN_NONE;
}

static PyObject *
shop_sell(Shop *self, PyObject *ignored)
{
    if (!self->open) {
        pointers_kept_in_fields_state *state =
            get_pointers_kept_in_fields_state_by_type(Py_TYPE(self));

        PyErr_Format(state->ShopError, "%U is closed", self->name);
        return NULL;
    }
    return PyLong_FromLong(++self->sales);
}

static PyObject *
shop_sales(Shop *self)
{
    if (!self->open) {
        pointers_kept_in_fields_state *state =
            get_pointers_kept_in_fields_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->ShopError, "closed");
        return NULL;
    }
    return PyLong_FromLong(self->sales);
}

static PyObject *
shop_label(Shop *self)
{
    if (!self->open) {
        pointers_kept_in_fields_state *state =
            get_pointers_kept_in_fields_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->ShopError, "gone");
        return NULL;
    }
    return PyUnicode_FromFormat("%U: %ld", self->name, self->sales);
}

static PyObject *
make_till(pointers_kept_in_fields_state *state, Shop *shop, ReadFunc read)
{
    Till *till = (Till *)state->Till_Type->tp_alloc(state->Till_Type, 0);

    if (till == NULL)
        return NULL;
    Py_INCREF(shop);
    till->shop = shop;
    till->read = read;
    return (PyObject *)till;
}

static PyObject *
shop_till(Shop *self, PyObject *arg)
{
    pointers_kept_in_fields_state *state =
        get_pointers_kept_in_fields_state_by_type(Py_TYPE(self));
    void *read;
    int with_label = PyObject_IsTrue(arg);

    if (with_label < 0)
        return NULL;
    if (with_label)
        read = shop_label;
    else
        read = shop_sales;
    return make_till(state, self, read);
}

static PyObject *
shop_seller(Shop *self, PyObject *ignored)
{
    pointers_kept_in_fields_state *state =
        get_pointers_kept_in_fields_state_by_type(Py_TYPE(self));

    return make_till(state, self, (void *)shop_sell);
}

static PyMethodDef shop_methods[] = {
    {"close", (PyCFunction)shop_close, METH_NOARGS, NULL},
    {"sell", (PyCFunction)shop_sell, METH_NOARGS, NULL},
    {"till", (PyCFunction)shop_till, METH_O, NULL},
    {"seller", (PyCFunction)shop_seller, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Shop_slots[] = {
    {Py_tp_dealloc, shop_dealloc},
    {Py_tp_clear, shop_clear},
    {Py_tp_methods, shop_methods},
    {Py_tp_new, shop_new},
    {0, NULL},
};

static PyType_Spec Shop_spec = {
    .name = "pointers_kept_in_fields.Shop",
    .basicsize = sizeof(Shop),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Shop_slots,
};

static int
till_traverse(Till *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->shop);
    return 0;
}

static void
till_dealloc(Till *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->shop);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
till_read(Till *self, PyObject *ignored)
{
    if (self->read == NULL)
        Py_RETURN_NONE;
    return self->read(self->shop);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Till_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef till_methods[] = {
    {"read", (PyCFunction)till_read, METH_NOARGS, NULL},
    {"__reduce__", Till_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Till_slots[] = {
    {Py_tp_dealloc, till_dealloc},
    {Py_tp_methods, till_methods},
    {Py_tp_traverse, till_traverse},
    {0, NULL},
};

static PyType_Spec Till_spec = {
    .name = "pointers_kept_in_fields.Till",
    .basicsize = sizeof(Till),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Till_slots,
};

static int
pointers_kept_in_fields_traverse(PyObject *module, visitproc visit, void *arg)
{
    pointers_kept_in_fields_state *state =
        get_pointers_kept_in_fields_state(module);
    Py_VISIT(state->Shop_Type);
    Py_VISIT(state->Till_Type);
    Py_VISIT(state->ShopError);
    Py_VISIT(state->names);
    return 0;
}

static int
pointers_kept_in_fields_clear(PyObject *module)
{
    pointers_kept_in_fields_state *state =
        get_pointers_kept_in_fields_state(module);
    Py_CLEAR(state->Shop_Type);
    Py_CLEAR(state->Till_Type);
    Py_CLEAR(state->ShopError);
    Py_CLEAR(state->names);
    return 0;
}

static void
pointers_kept_in_fields_free(void *module)
{
    pointers_kept_in_fields_clear((PyObject *)module);
}

static int pointers_kept_in_fields_exec(PyObject *module);

static PyModuleDef_Slot pointers_kept_in_fields_slots[] = {
    {Py_mod_exec, pointers_kept_in_fields_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "pointers_kept_in_fields", NULL,
    sizeof(pointers_kept_in_fields_state), NULL,
    pointers_kept_in_fields_slots, pointers_kept_in_fields_traverse,
    pointers_kept_in_fields_clear, pointers_kept_in_fields_free
};

static int
init_types(PyObject *module)
{
    pointers_kept_in_fields_state *state =
        get_pointers_kept_in_fields_state(module);

    state->Shop_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Shop_spec, NULL);
    if (state->Shop_Type == NULL)
        return -1;
    state->Till_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Till_spec, NULL);
    if (state->Till_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Till_Type->tp_new = NULL;
#endif
    Py_INCREF(state->Till_Type);
    return PyModule_AddObject(module, "Till", (PyObject *)state->Till_Type);
}

static int
pointers_kept_in_fields_exec(PyObject *module)
{
    pointers_kept_in_fields_state *state =
        get_pointers_kept_in_fields_state(module);

    state->names = PySet_New(NULL);
    if (state->names == NULL)
        FAIL();
    if (init_types(module))
        FAIL();
    if (PyObject_SetAttrString(module, "Shop", (PyObject *)state->Shop_Type))
        FAIL();
    state->ShopError = PyErr_NewException("pointers_kept_in_fields.ShopError", NULL,
                                          NULL);
    if (state->ShopError == NULL ||
        PyObject_SetAttrString(module, "ShopError", state->ShopError))
        FAIL();
    return 0;
}

PyMODINIT_FUNC
PyInit_pointers_kept_in_fields(void)
{
    return PyModuleDef_Init(&moduledef);
}
