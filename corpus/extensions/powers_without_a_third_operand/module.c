/* A number whose power is written for two operands; its table of slots stands below its type. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long value;
} Number;

static PyTypeObject Number_Type;
static PyNumberMethods number_slots;

static PyObject *number_power(PyObject *, PyObject *);

static PyObject *
number_repr(PyObject *self)
{
    return PyUnicode_FromFormat("Number(%ld)", ((Number *)self)->value);
}

static PyTypeObject Number_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "powers_without_a_third_operand.Number",
    .tp_basicsize = sizeof(Number),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_repr = number_repr,
    .tp_as_number = &number_slots,
};

static PyObject *
new_number(long value)
{
    Number *self = PyObject_New(Number, &Number_Type);

    if (self != NULL)
        self->value = value;
    return (PyObject *)self;
}

/* 0 and no exception for what is none. */
static int
value_of(PyObject *object, long *value)
{
    if (Py_TYPE(object) == &Number_Type) {
        *value = ((Number *)object)->value;
        return 1;
    }
    if (!PyLong_Check(object))
        return 0;
    *value = PyLong_AsLong(object);
    return *value == -1 && PyErr_Occurred() ? -1 : 1;
}

static PyObject *
number_power(PyObject *left, PyObject *right)
{
    long base, exponent, result = 1;
    int found = value_of(left, &base);

    if (found > 0)
        found = value_of(right, &exponent);
    if (found < 0)
        return NULL;
    if (!found)
        Py_RETURN_NOTIMPLEMENTED;
    while (exponent-- > 0)
        result *= base;
    return new_number(result);
}

PyObject *
number_add(PyObject *left, PyObject *right)
{
    long one, other;
    int found = value_of(left, &one);

    if (found > 0)
        found = value_of(right, &other);
    if (found < 0)
        return NULL;
    if (!found)
        Py_RETURN_NOTIMPLEMENTED;
    return new_number(one + other);
}

static PyNumberMethods number_slots = {
    .nb_add = number_add,
    .nb_power = (ternaryfunc)number_power,
};

static PyObject *
numbers_number(PyObject *Py_UNUSED(module), PyObject *value)
{
    long number = PyLong_AsLong(value);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    return new_number(number);
}

static PyMethodDef numbers_methods[] = {
    {"number", numbers_number, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef numbers_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "powers_without_a_third_operand",
    .m_size = -1,
    .m_methods = numbers_methods,
};

PyMODINIT_FUNC
PyInit_powers_without_a_third_operand(void)
{
    PyObject *module;

    if (PyType_Ready(&Number_Type) < 0)
        return NULL;
    module = PyModule_Create(&numbers_module);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Number_Type);
    if (PyModule_AddObject(module, "Number", (PyObject *)&Number_Type) < 0) {
        Py_DECREF(&Number_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
