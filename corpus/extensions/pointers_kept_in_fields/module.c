#include <Python.h>

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

static PyTypeObject Shop_Type;
static PyTypeObject Till_Type;
static PyObject *ShopError;
static PyObject *names;

#define FAIL() return NULL

static int
shop_clear(Shop *self)
{
    if (self->open) {
        self->open = 0;
        if (PySet_Discard(names, self->name) < 0)
            PyErr_Clear();
    }
    return 0;
}

static void
shop_dealloc(Shop *self)
{
    shop_clear(self);
    Py_XDECREF(self->name);
    PyObject_Del(self);
}

static PyObject *
shop_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *name;
    int taken;
    Shop *self;

    if (!PyArg_ParseTuple(args, "U", &name))
        return NULL;
    taken = PySet_Contains(names, name);
    if (taken < 0)
        return NULL;
    if (taken) {
        PyErr_Format(ShopError, "there is a %U", name);
        return NULL;
    }
    if (PySet_Add(names, name) < 0)
        return NULL;
    self = PyObject_New(Shop, &Shop_Type);
    if (self == NULL) {
        PySet_Discard(names, name);
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
        PyErr_Format(ShopError, "%U is closed", self->name);
        return NULL;
    }
    return PyLong_FromLong(++self->sales);
}

static PyObject *
shop_sales(Shop *self)
{
    if (!self->open) {
        PyErr_SetString(ShopError, "closed");
        return NULL;
    }
    return PyLong_FromLong(self->sales);
}

static PyObject *
shop_label(Shop *self)
{
    if (!self->open) {
        PyErr_SetString(ShopError, "gone");
        return NULL;
    }
    return PyUnicode_FromFormat("%U: %ld", self->name, self->sales);
}

static PyObject *
make_till(Shop *shop, ReadFunc read)
{
    Till *till = PyObject_New(Till, &Till_Type);

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
    void *read;
    int with_label = PyObject_IsTrue(arg);

    if (with_label < 0)
        return NULL;
    if (with_label)
        read = shop_label;
    else
        read = shop_sales;
    return make_till(self, read);
}

static PyObject *
shop_seller(Shop *self, PyObject *ignored)
{
    return make_till(self, (void *)shop_sell);
}

static PyMethodDef shop_methods[] = {
    {"close", (PyCFunction)shop_close, METH_NOARGS, NULL},
    {"sell", (PyCFunction)shop_sell, METH_NOARGS, NULL},
    {"till", (PyCFunction)shop_till, METH_O, NULL},
    {"seller", (PyCFunction)shop_seller, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Shop_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pointers_kept_in_fields.Shop",
    .tp_basicsize = sizeof(Shop),
    .tp_dealloc = (destructor)shop_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_clear = (inquiry)shop_clear,
    .tp_methods = shop_methods,
    .tp_new = shop_new,
};

static void
till_dealloc(Till *self)
{
    Py_XDECREF(self->shop);
    PyObject_Del(self);
}

static PyObject *
till_read(Till *self, PyObject *ignored)
{
    if (self->read == NULL)
        Py_RETURN_NONE;
    return self->read(self->shop);
}

static PyMethodDef till_methods[] = {
    {"read", (PyCFunction)till_read, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Till_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pointers_kept_in_fields.Till",
    .tp_basicsize = sizeof(Till),
    .tp_dealloc = (destructor)till_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = till_methods,
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "pointers_kept_in_fields", NULL, -1, NULL
};

static int
init_types(PyObject *module)
{
    if (PyType_Ready(&Shop_Type) < 0)
        return -1;
    if (PyType_Ready(&Till_Type) < 0)
        return -1;
    Py_INCREF(&Till_Type);
    return PyModule_AddObject(module, "Till", (PyObject *)&Till_Type);
}

PyMODINIT_FUNC
PyInit_pointers_kept_in_fields(void)
{
    PyObject *module = PyModule_Create(&moduledef);

    if (module == NULL)
        FAIL();
    names = PySet_New(NULL);
    if (names == NULL)
        FAIL();
    if (init_types(module))
        FAIL();
    if (PyObject_SetAttrString(module, "Shop", (PyObject *)&Shop_Type))
        FAIL();
    ShopError = PyErr_NewException("pointers_kept_in_fields.ShopError", NULL, NULL);
    if (ShopError == NULL || PyObject_SetAttrString(module, "ShopError", ShopError))
        FAIL();
    return module;
}
