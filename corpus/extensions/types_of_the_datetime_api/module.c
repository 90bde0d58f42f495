#include <Python.h>
#include <datetime.h>

/* Takes days, and says what it takes. */

static PyTypeObject *date_type;
static PyTypeObject *datetime_type;
static PyObject *utc;

static PyObject *
is_day(PyObject *module, PyObject *given)
{
    return PyBool_FromLong(Py_IS_TYPE(given, date_type) || PyObject_TypeCheck(given, datetime_type));
}

static PyObject *
zone(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    Py_INCREF(utc);
    return utc;
}

static PyMethodDef functions[] = {
    {"is_day", is_day, METH_O, NULL},
    {"zone", zone, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "types_of_the_datetime_api",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_types_of_the_datetime_api(void)
{
    PyObject *module;

    PyDateTime_IMPORT;
    if (PyErr_Occurred()) {
        return NULL;
    }
    date_type = PyDateTimeAPI->DateType;
    datetime_type = PyDateTimeAPI->DateTimeType;
    utc = PyDateTimeAPI->TimeZone_UTC;

    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddStringConstant(module, "version", "1.0") < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(date_type);
    if (PyModule_AddObject(module, "Date", (PyObject *)date_type) < 0) {
        Py_DECREF(date_type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
