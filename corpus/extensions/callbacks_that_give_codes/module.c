/* A library calls back with its own structure, in front of ours, and wants a number for what went wrong. */
#include "codes.h"

typedef struct {
    PyObject_HEAD
    int number;
} Key;

typedef struct {
    source head;
    PyObject *handler;
} python_source;

static PyTypeObject KeyType;

static PyObject *
key_from_number(int number)
{
    Key *key = PyObject_New(Key, &KeyType);

    if (key == NULL)
        return NULL;
    key->number = number;
    return (PyObject *)key;
}

/* NULL is no failure here: there is no key for numbers below zero. */
static PyObject *
key_or_nothing(int number)
{
    return number < 0 ? NULL : key_from_number(number);
}

static int
source_read(source *head, int number)
{
    python_source *self = (python_source *)head;

    PyObject *key = key_from_number(number);
    if (key == NULL)
        return CODE_USER;

    PyObject *result = PyObject_CallFunctionObjArgs(self->handler, key, NULL);
    Py_DECREF(key);
    if (result == NULL)
        return code_of_exception();

    int is_true = PyObject_IsTrue(result);
    Py_DECREF(result);
    return is_true;
}

static int
source_write(source *head, int number)
{
    python_source *self = (python_source *)head;
    int code;
    PyObject *key = NULL, *result = NULL;

    if ((key = key_from_number(number)) == NULL)
        goto failed;
    result = PyObject_CallFunctionObjArgs(self->handler, key, NULL);
    code = code_of_exception();
done:
    Py_XDECREF(key);
    Py_XDECREF(result);
    return code;
failed:
    code = CODE_USER;
    goto done;
}

static int
source_each(source *head, int number)
{
    python_source *self = (python_source *)head;
    int each;

    for (each = 0; each < number; each++) {
        PyObject *key = key_from_number(each);
        PyObject *result = key != NULL ? PyObject_CallFunctionObjArgs(self->handler, key, NULL) : NULL;
        Py_XDECREF(key);
        Py_XDECREF(result);
    }
    return code_of_exception();
}

static int
source_find(source *head, int number)
{
    python_source *self = (python_source *)head;
    PyObject *key;

    if (!(key = key_or_nothing(number)))
        return CODE_OK;
    PyObject *result = PyObject_CallFunctionObjArgs(self->handler, key, NULL);
    Py_DECREF(key);
    if (result == NULL) {
        PyErr_WriteUnraisable(self->handler);
        return CODE_MISSING;
    }
    Py_DECREF(result);
    return 1;
}

static int
source_list(source *head, int number)
{
    python_source *self = (python_source *)head;
    int error;

    PyObject *key = key_from_number(number);
    if (key == NULL)
        return CODE_USER;

    error = PyList_Append(self->handler, key);
    Py_DECREF(key);

    if (error < 0)
        return CODE_USER;

    return 0;
}

static PyObject *
ask(PyObject *module, PyObject *args)
{
    python_source own = {{source_read, source_write, source_each, source_find, source_list}, NULL};
    source *head = &own.head;
    int which, number, code;

    if (!PyArg_ParseTuple(args, "iiO:ask", &which, &number, &own.handler))
        return NULL;
    code = which == 0   ? head->read(head, number)
           : which == 1 ? head->write(head, number)
           : which == 2 ? head->each(head, number)
           : which == 3 ? head->find(head, number)
                        : head->list(head, number);
    if (PyErr_Occurred())
        return NULL;
    return PyLong_FromLong(code);
}

static PyObject *
Key_repr(Key *self)
{
    return PyUnicode_FromFormat("Key(%d)", self->number);
}

static PyTypeObject KeyType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "callbacks_that_give_codes.Key",
    .tp_basicsize = sizeof(Key),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_repr = (reprfunc)Key_repr,
};

static PyMethodDef codes_methods[] = {
    {"ask", ask, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef codes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "callbacks_that_give_codes",
    .m_size = -1,
    .m_methods = codes_methods,
};

PyMODINIT_FUNC
PyInit_callbacks_that_give_codes(void)
{
    PyObject *m;

    if (PyType_Ready(&KeyType) < 0)
        return NULL;
    m = PyModule_Create(&codes_module);
    if (m == NULL)
        return NULL;
    ADD_CODE(m, CODE_OK)
    ADD_CODE(m, CODE_MISSING)
    ADD_CODE(m, CODE_USER)
    Py_INCREF(&KeyType);
    if (PyModule_AddObject(m, "Key", (PyObject *)&KeyType) < 0) {
        Py_DECREF(&KeyType);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
