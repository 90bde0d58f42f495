/* A callback that nothing leads to the module keeps in a variable what it returns at its end, a constant of an enum. */
#include <Python.h>

typedef enum { HANDLED, NOT_HANDLED, NEED_MEMORY } Result;

typedef Result (*Handler)(const char *message, void *data);

static PyObject *seen;
static void *registered;    /* a Handler, as a library keeps it */

static Result
note(const char *message, void *data)
{
    Result result;
    PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *text = NULL;

    text = PyUnicode_FromString(message);
    if (!text) {
        PyErr_Clear();
        result = NEED_MEMORY;
        goto out;
    }
    if (PyList_Append(seen, text) < 0) {
        PyErr_Clear();
        result = NOT_HANDLED;
        goto out;
    }
    result = HANDLED;

out:
    Py_XDECREF(text);
    PyGILState_Release(gil);
    return result;
}

static PyObject *
send_to_handler(const char *message)
{
    Result result;

    Py_BEGIN_ALLOW_THREADS
    result = ((Handler)registered)(message, NULL);
    Py_END_ALLOW_THREADS
    return PyLong_FromLong(result);
}

static PyObject *
send(PyObject *module, PyObject *args)
{
    const char *message;

    if (!PyArg_ParseTuple(args, "s:send", &message)) {
        return NULL;
    }
    registered = (void *)note;
    return send_to_handler(message);
}

static PyObject *
messages(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PySequence_List(seen);
}

static PyMethodDef functions[] = {
    {"send", send, METH_VARARGS, NULL},
    {"messages", messages, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "callback_that_keeps_its_result",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_callback_that_keeps_its_result(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL) {
        return NULL;
    }
    seen = PyList_New(0);
    if (seen == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
