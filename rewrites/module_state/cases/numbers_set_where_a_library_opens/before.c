/* What a caller asks of a library that opens for it is the module's, as the rest of the same call's numbers is. */
#include <Python.h>

extern void *mixer_open(const char *name, int mode);
extern int mixer_send(void *handle, int port);

static PyObject *MixerError;
static void *handle;
static int inputs;
static int first_output;
static int last_output;

static PyObject *
mixer_client(PyObject *self, PyObject *args)
{
    int wanted, outputs;

    if (!PyArg_ParseTuple(args, "ii", &wanted, &outputs))
        return NULL;
    handle = mixer_open("default", 1);
    if (handle == NULL) {
        PyErr_SetString(MixerError, "no mixer");
        return NULL;
    }
    inputs = wanted;
    first_output = inputs;
    last_output = inputs + outputs - 1;
    Py_RETURN_NONE;
}

static PyObject *
mixer_output(PyObject *self, PyObject *args)
{
    int port;

    if (!PyArg_ParseTuple(args, "i", &port))
        return NULL;
    if (handle == NULL || inputs == 0) {
        PyErr_SetString(MixerError, "not a client yet");
        return NULL;
    }
    if (port < first_output)
        port = first_output;
    else if (port > last_output)
        port = last_output;
    return PyLong_FromLong(mixer_send(handle, port));
}

static PyMethodDef methods[] = {
    {"client", mixer_client, METH_VARARGS, NULL},
    {"output", mixer_output, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "mixer", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_mixer(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL)
        return NULL;
    MixerError = PyErr_NewException("mixer.Error", NULL, NULL);
    if (MixerError == NULL)
        return NULL;
    Py_INCREF(MixerError);
    PyModule_AddObject(module, "Error", MixerError);
    return module;
}
