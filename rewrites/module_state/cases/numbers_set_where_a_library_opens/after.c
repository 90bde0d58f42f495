/* What a caller asks of a library that opens for it is the module's, as the rest of the same call's numbers is. */
#include <Python.h>

extern void *mixer_open(const char *name, int mode);
extern int mixer_send(void *handle, int port);

typedef struct {
    PyObject *MixerError;
    void *handle;
    int inputs;
    int first_output;
    int last_output;
} mixer_state;

static inline mixer_state *
get_mixer_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (mixer_state *)state;
}

static PyObject *
mixer_client(PyObject *self, PyObject *args)
{
    mixer_state *state = get_mixer_state(self);
    int wanted, outputs;

    if (!PyArg_ParseTuple(args, "ii", &wanted, &outputs))
        return NULL;
    state->handle = mixer_open("default", 1);
    if (state->handle == NULL) {
        PyErr_SetString(state->MixerError, "no mixer");
        return NULL;
    }
    state->inputs = wanted;
    state->first_output = state->inputs;
    state->last_output = state->inputs + outputs - 1;
    Py_RETURN_NONE;
}

static PyObject *
mixer_output(PyObject *self, PyObject *args)
{
    mixer_state *state = get_mixer_state(self);
    int port;

    if (!PyArg_ParseTuple(args, "i", &port))
        return NULL;
    if (state->handle == NULL || state->inputs == 0) {
        PyErr_SetString(state->MixerError, "not a client yet");
        return NULL;
    }
    if (port < state->first_output)
        port = state->first_output;
    else if (port > state->last_output)
        port = state->last_output;
    return PyLong_FromLong(mixer_send(state->handle, port));
}

static PyMethodDef methods[] = {
    {"client", mixer_client, METH_VARARGS, NULL},
    {"output", mixer_output, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
mixer_traverse(PyObject *module, visitproc visit, void *arg)
{
    mixer_state *state = get_mixer_state(module);
    Py_VISIT(state->MixerError);
    return 0;
}

static int
mixer_clear(PyObject *module)
{
    mixer_state *state = get_mixer_state(module);
    Py_CLEAR(state->MixerError);
    return 0;
}

static void
mixer_free(void *module)
{
    mixer_clear((PyObject *)module);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "mixer", NULL, sizeof(mixer_state), methods, NULL,
    mixer_traverse, mixer_clear, mixer_free
};

PyMODINIT_FUNC
PyInit_mixer(void)
{
    mixer_state *state;
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL)
        return NULL;
    state = get_mixer_state(module);
    state->MixerError = PyErr_NewException("mixer.Error", NULL, NULL);
    if (state->MixerError == NULL)
        return NULL;
    Py_INCREF(state->MixerError);
    PyModule_AddObject(module, "Error", state->MixerError);
    return module;
}
