#include <Python.h>

static PyObject *decimal_type;      /* imported at the first use */
static PyObject *cache;             /* text -> Decimal */
static Py_ssize_t misses;

static PyObject *
get_decimal_type(void)
{
    if (decimal_type == NULL) {
        PyObject *decimal = PyImport_ImportModule("decimal");
        if (decimal == NULL) {
            return NULL;
        }
        decimal_type = PyObject_GetAttrString(decimal, "Decimal");
        Py_DECREF(decimal);
    }
    return decimal_type;
}

static PyObject *
tariff_rate(PyObject *module, PyObject *text)
{
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "a rate is written as text");
        return NULL;
    }
    if (cache == NULL) {
        cache = PyDict_New();
        if (cache == NULL) {
            return NULL;
        }
    }
    PyObject *rate = PyDict_GetItemWithError(cache, text);
    if (rate != NULL) {
        Py_INCREF(rate);
        return rate;
    }
    if (PyErr_Occurred()) {
        return NULL;
    }
    PyObject *type = get_decimal_type();
    if (type == NULL) {
        return NULL;
    }
    rate = PyObject_CallFunctionObjArgs(type, text, NULL);
    if (rate == NULL) {
        return NULL;
    }
    if (PyDict_SetItem(cache, text, rate) < 0) {
        Py_DECREF(rate);
        return NULL;
    }
    misses++;
    return rate;
}

static PyObject *
tariff_cached(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromSsize_t(cache == NULL ? 0 : PyDict_GET_SIZE(cache));
}

static PyObject *
tariff_misses(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromSsize_t(misses);
}

static PyObject *
tariff_forget(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    Py_CLEAR(cache);
    Py_RETURN_NONE;
}

static PyMethodDef tariff_functions[] = {
    {"rate", tariff_rate, METH_O,
     "rate($module, text, /)\n--\n\nReturn the rate as a Decimal."},
    {"cached", tariff_cached, METH_NOARGS,
     "cached($module, /)\n--\n\nReturn the number of cached rates."},
    {"misses", tariff_misses, METH_NOARGS,
     "misses($module, /)\n--\n\nReturn how many rates were made."},
    {"forget", tariff_forget, METH_NOARGS,
     "forget($module, /)\n--\n\nDrop the cached rates."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef tariff_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tariff",
    .m_doc = "Rates, each made once.",
    .m_size = -1,
    .m_methods = tariff_functions,
};

PyMODINIT_FUNC
PyInit_tariff(void)
{
    return PyModule_Create(&tariff_module);
}
