#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Links that a callback finds by their handle: each enters itself in a list, and leaves it when it is freed. */

typedef struct {
    PyObject_HEAD
    int handle;
    long heard;
} Link;

static Link **links;
static Py_ssize_t n_links;

typedef struct {
    int (*on_event)(int, PyObject *);
} list_of_live_instances_state;

static inline list_of_live_instances_state *
get_list_of_live_instances_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (list_of_live_instances_state *)state;
}

static int
Link_init(Link *self, PyObject *args, PyObject *kwargs)
{
    Link **more;

    if (!PyArg_ParseTuple(args, "i:Link", &self->handle))
        return -1;
    more = PyMem_Realloc(links, (n_links + 1) * sizeof(Link *));
    if (more == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    links = more;
    links[n_links++] = self;
    return 0;
}

static void
Link_dealloc(Link *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    Py_ssize_t i;

    for (i = 0; i < n_links; i++)
        if (links[i] == self)
            links[i] = links[--n_links];
    if (n_links == 0) {
        PyMem_Free(links);
        links = NULL;
    }
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static int
tell(int handle, PyObject *listener)
{
    Py_ssize_t i;
    PyObject *answer;

    for (i = 0; i < n_links; i++)
        if (links[i]->handle == handle) {
            Link *found = links[i];

            found->heard++;
            answer = PyObject_CallFunction(listener, "Ol", found, found->heard);
            if (answer == NULL)
                return -1;
            Py_DECREF(answer);
            return 1;
        }
    return 0;
}

static PyType_Slot Link_slots[] = {
    {Py_tp_dealloc, Link_dealloc},
    {Py_tp_init, Link_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Link_spec = {
    .name = "list_of_live_instances.Link",
    .basicsize = sizeof(Link),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Link_slots,
};

static PyObject *
send(PyObject *module, PyObject *args)
{
    list_of_live_instances_state *state = get_list_of_live_instances_state(module);
    int handle, found;
    PyObject *listener;

    if (!PyArg_ParseTuple(args, "iO:send", &handle, &listener))
        return NULL;
    state->on_event = tell;
    found = state->on_event(handle, listener);
    return found < 0 ? NULL : PyBool_FromLong(found);
}

static PyMethodDef functions[] = {
    {"send", send, METH_VARARGS, "send(handle, listener) -> whether a link has that handle; it hears of it"},
    {NULL, NULL, 0, NULL}
};

static int list_of_live_instances_exec(PyObject *module);

static PyModuleDef_Slot list_of_live_instances_slots[] = {
    {Py_mod_exec, list_of_live_instances_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "list_of_live_instances", NULL, sizeof(list_of_live_instances_state), functions,
    list_of_live_instances_slots
};

static int
list_of_live_instances_exec(PyObject *module)
{
    PyTypeObject *Link_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Link_spec, NULL);
    if (Link_Type == NULL)
        return -1;
    if (PyModule_AddObject(module, "Link", (PyObject *)Link_Type) < 0) {
        Py_DECREF(Link_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_list_of_live_instances(void)
{
    return PyModuleDef_Init(&definition);
}
