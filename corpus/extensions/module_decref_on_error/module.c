#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Fixed-width fields: compile("u4u12") once, then unpack many times. */

struct field_t {
    int is_signed;
    int width;
};

struct format_t {
    PyObject_HEAD
    int number_of_fields;
    struct field_t fields[8];
};

static PyTypeObject format_type;
static PyTypeObject result_type;
static PyObject *py_zero_p;

struct result_t {
    PyObject_HEAD
    PyObject *values_p;
};

static PyObject *m_format_unpack(struct format_t *self_p, PyObject *arg_p)
{
    unsigned long long bits;
    struct result_t *result_p;
    PyObject *value_p;
    int i;

    bits = PyLong_AsUnsignedLongLong(arg_p);

    if (PyErr_Occurred() != NULL) {
        return (NULL);
    }

    result_p = PyObject_New(struct result_t, &result_type);

    if (result_p == NULL) {
        return (NULL);
    }

    result_p->values_p = PyTuple_New(self_p->number_of_fields);

    if (result_p->values_p == NULL) {
        PyObject_Free(result_p);

        return (NULL);
    }

    for (i = self_p->number_of_fields - 1; i >= 0; i--) {
        long long raw = (long long)(bits & ((1ULL << self_p->fields[i].width) - 1));

        bits >>= self_p->fields[i].width;

        if (self_p->fields[i].is_signed && (raw >> (self_p->fields[i].width - 1))) {
            raw -= 1LL << self_p->fields[i].width;
        }

        if (raw == 0) {
            Py_INCREF(py_zero_p);
            value_p = py_zero_p;
        } else {
            value_p = PyLong_FromLongLong(raw);
        }

        if (value_p == NULL) {
            Py_DECREF(result_p);

            return (NULL);
        }

        PyTuple_SET_ITEM(result_p->values_p, i, value_p);
    }

    return ((PyObject *)result_p);
}

static PyObject *m_result_values(struct result_t *self_p, void *closure_p)
{
    Py_INCREF(self_p->values_p);

    return (self_p->values_p);
}

static void result_dealloc(struct result_t *self_p)
{
    Py_XDECREF(self_p->values_p);
    PyObject_Free(self_p);
}

static PyObject *m_compile(PyObject *module_p, PyObject *args_p)
{
    const char *text_p;
    struct format_t *self_p;
    int consumed;
    char kind;

    if (!PyArg_ParseTuple(args_p, "s:compile", &text_p)) {
        return (NULL);
    }

    self_p = PyObject_New(struct format_t, &format_type);

    if (self_p == NULL) {
        return (NULL);
    }

    for (self_p->number_of_fields = 0; *text_p != '\0'; self_p->number_of_fields++) {
        struct field_t *field_p = &self_p->fields[self_p->number_of_fields];

        if (self_p->number_of_fields == 8
            || sscanf(text_p, "%c%d%n", &kind, &field_p->width, &consumed) != 2
            || (kind != 'u' && kind != 's')
            || field_p->width < 1
            || field_p->width > 32) {
            PyErr_Format(PyExc_ValueError, "bad format at '%s'", text_p);
            PyObject_Free(self_p);

            return (NULL);
        }

        field_p->is_signed = (kind == 's');
        text_p += consumed;
    }

    return ((PyObject *)self_p);
}

static struct PyMethodDef format_methods[] = {
    { "unpack", (PyCFunction)m_format_unpack, METH_O, "unpack(number)" },
    { NULL }
};

static PyTypeObject format_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module_decref_on_error.CompiledFormat",
    .tp_basicsize = sizeof(struct format_t),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = format_methods
};

static PyGetSetDef result_getset[] = {
    { "values", (getter)m_result_values, NULL, NULL, NULL },
    { NULL }
};

static PyTypeObject result_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module_decref_on_error.Result",
    .tp_basicsize = sizeof(struct result_t),
    .tp_dealloc = (destructor)result_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_getset = result_getset
};

static struct PyMethodDef methods[] = {
    { "compile", m_compile, METH_VARARGS, NULL },
    { NULL }
};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module_decref_on_error",
    .m_doc = "bit fields",
    .m_size = -1,
    .m_methods = methods
};

PyMODINIT_FUNC PyInit_module_decref_on_error(void)
{
    PyObject *module_p;

    if (PyType_Ready(&format_type) < 0) {
        return (NULL);
    }

    if (PyType_Ready(&result_type) < 0) {
        return (NULL);
    }

    py_zero_p = PyLong_FromLong(0);
    module_p = PyModule_Create(&module);

    if (module_p == NULL) {
        return (NULL);
    }

    Py_INCREF(&format_type);

    if (PyModule_AddObject(module_p, "CompiledFormat", (PyObject *)&format_type) < 0) {
        Py_DECREF(&format_type);
        Py_DECREF(module_p);

        return (NULL);
    }

    Py_INCREF(&result_type);

    if (PyModule_AddObject(module_p, "Result", (PyObject *)&result_type) < 0) {
        Py_DECREF(&result_type);
        Py_DECREF(module_p);

        return (NULL);
    }

    return (module_p);
}
