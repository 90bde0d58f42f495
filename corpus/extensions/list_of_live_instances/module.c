#include <Python.h>

/* Links that a callback finds by their handle: each enters itself in a list, and leaves it when it is freed. */

typedef struct {
    PyObject_HEAD
    int handle;
    long heard;
} Link;

static Link **links;
static Py_ssize_t n_links;

static int (*on_event)(int, PyObject *);

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
    Py_ssize_t i;

    for (i = 0; i < n_links; i++)
        if (links[i] == self)
            links[i] = links[--n_links];
    if (n_links == 0) {
        PyMem_Free(links);
        links = NULL;
    }
    Py_TYPE(self)->tp_free((PyObject *)self);
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

static PyTypeObject Link_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "list_of_live_instances.Link",
    .tp_basicsize = sizeof(Link),
    .tp_dealloc = (destructor)Link_dealloc,
    .tp_init = (initproc)Link_init,
    .tp_new = PyType_GenericNew,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
send(PyObject *module, PyObject *args)
{
    int handle, found;
    PyObject *listener;

    if (!PyArg_ParseTuple(args, "iO:send", &handle, &listener))
        return NULL;
    on_event = tell;
    found = on_event(handle, listener);
    return found < 0 ? NULL : PyBool_FromLong(found);
}

static PyMethodDef functions[] = {
    {"send", send, METH_VARARGS, "send(handle, listener) -> whether a link has that handle; it hears of it"},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "list_of_live_instances", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_list_of_live_instances(void)
{
    PyObject *module;

    if (PyType_Ready(&Link_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Link_Type);
    if (PyModule_AddObject(module, "Link", (PyObject *)&Link_Type) < 0) {
        Py_DECREF(&Link_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
