/* add_errors() stores and gives away in a helper: each global must own one reference when it returns. */
#include <Python.h>

static PyObject *ShopError;
static PyObject *PriceError;
static PyObject *currency;

static int
add_object(PyObject *m, const char *name, PyObject *object)
{
    if (PyModule_AddObject(m, name, object) < 0) {
        Py_DECREF(object);
        return -1;
    }
    return 0;
}

static int
add_errors(PyObject *m)
{
    ShopError = PyErr_NewException("shop.ShopError", NULL, NULL);
    if (ShopError == NULL)
        return -1;
    if (PyModule_AddObject(m, "ShopError", ShopError) < 0)
        return -1;
    PriceError = PyErr_NewException("shop.PriceError", ShopError, NULL);
    if (PriceError == NULL)
        return -1;
    Py_INCREF(PriceError);
    return add_object(m, "PriceError", PriceError);
}

static PyObject *
get_currency(void)
{
    if (currency == NULL) {
        currency = PyUnicode_FromString("EUR");
    }
    Py_XINCREF(currency);
    return currency;
}

static PyObject *
shop_currency(PyObject *module, PyObject *unused)
{
    return get_currency();
}

static PyObject *
shop_set_currency(PyObject *module, PyObject *value)
{
    PyObject *old = currency;

    Py_INCREF(value);
    currency = value;
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static PyObject *
shop_buy(PyObject *module, PyObject *price)
{
    if (!PyLong_Check(price)) {
        PyErr_SetObject(PriceError, price);
        return NULL;
    }
    PyErr_SetString(ShopError, "closed");
    return NULL;
}

static PyObject *
shop_close(PyObject *module, PyObject *unused)
{
    Py_XDECREF(currency);
    Py_RETURN_NONE;
}

static PyMethodDef shop_methods[] = {
    {"currency", shop_currency, METH_NOARGS, NULL},
    {"set_currency", shop_set_currency, METH_O, NULL},
    {"buy", shop_buy, METH_O, NULL},
    {"close", shop_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shop_module = {
    PyModuleDef_HEAD_INIT, "shop", NULL, -1, shop_methods
};

PyMODINIT_FUNC
PyInit_shop(void)
{
    PyObject *m = PyModule_Create(&shop_module);

    if (m == NULL)
        return NULL;
    if (add_errors(m) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
