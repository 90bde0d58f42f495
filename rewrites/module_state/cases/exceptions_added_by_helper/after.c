/* add_errors() stores and gives away in a helper: each global must own one reference when it returns. */
#include <Python.h>

typedef struct {
    PyObject *ShopError;
    PyObject *PriceError;
    PyObject *currency;
} shop_state;

static inline shop_state *
get_shop_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shop_state *)state;
}

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
    shop_state *state = get_shop_state(m);

    state->ShopError = PyErr_NewException("shop.ShopError", NULL, NULL);
    if (state->ShopError == NULL)
        return -1;
    Py_INCREF(state->ShopError);
    if (PyModule_AddObject(m, "ShopError", state->ShopError) < 0)
        return -1;
    state->PriceError = PyErr_NewException("shop.PriceError", state->ShopError,
                                           NULL);
    if (state->PriceError == NULL)
        return -1;
    Py_INCREF(state->PriceError);
    return add_object(m, "PriceError", state->PriceError);
}

static PyObject *
get_currency(shop_state *state)
{
    if (state->currency == NULL) {
        state->currency = PyUnicode_FromString("EUR");
    }
    Py_XINCREF(state->currency);
    return state->currency;
}

static PyObject *
shop_currency(PyObject *module, PyObject *unused)
{
    shop_state *state = get_shop_state(module);

    return get_currency(state);
}

static PyObject *
shop_set_currency(PyObject *module, PyObject *value)
{
    shop_state *state = get_shop_state(module);
    PyObject *old = state->currency;

    Py_INCREF(value);
    state->currency = value;
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static PyObject *
shop_buy(PyObject *module, PyObject *price)
{
    shop_state *state = get_shop_state(module);

    if (!PyLong_Check(price)) {
        PyErr_SetObject(state->PriceError, price);
        return NULL;
    }
    PyErr_SetString(state->ShopError, "closed");
    return NULL;
}

static PyObject *
shop_close(PyObject *module, PyObject *unused)
{
    shop_state *state = get_shop_state(module);

    Py_CLEAR(state->currency);
    Py_RETURN_NONE;
}

static PyMethodDef shop_methods[] = {
    {"currency", shop_currency, METH_NOARGS, NULL},
    {"set_currency", shop_set_currency, METH_O, NULL},
    {"buy", shop_buy, METH_O, NULL},
    {"close", shop_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shop_traverse(PyObject *module, visitproc visit, void *arg)
{
    shop_state *state = get_shop_state(module);
    Py_VISIT(state->ShopError);
    Py_VISIT(state->PriceError);
    Py_VISIT(state->currency);
    return 0;
}

static int
shop_clear(PyObject *module)
{
    shop_state *state = get_shop_state(module);
    Py_CLEAR(state->ShopError);
    Py_CLEAR(state->PriceError);
    Py_CLEAR(state->currency);
    return 0;
}

static void
shop_free(void *module)
{
    shop_clear((PyObject *)module);
}

static struct PyModuleDef shop_module = {
    PyModuleDef_HEAD_INIT, "shop", NULL, sizeof(shop_state), shop_methods,
    NULL, shop_traverse, shop_clear, shop_free
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
