#include <Python.h>

/* Settings that answer any name: the only instance of its type, which resets the global that led to it. */

typedef struct {
    PyObject_HEAD
    long asked;
} Settings;

static Settings *settings;

static void
Settings_dealloc(Settings *self)
{
    Py_TYPE(self)->tp_free((PyObject *)self);
    settings = NULL;
}

static PyObject *
Settings_getattro(Settings *self, PyObject *name)
{
    self->asked++;
    Py_RETURN_NONE;
}

static PyTypeObject Settings_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "instance_reset_by_its_dealloc.Settings",
    .tp_basicsize = sizeof(Settings),
    .tp_dealloc = (destructor)Settings_dealloc,
    .tp_getattro = (getattrofunc)Settings_getattro,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
count_asked(PyObject *module, PyObject *unused)
{
    return PyLong_FromLong(settings == NULL ? -1 : settings->asked);
}

static PyMethodDef functions[] = {
    {"count_asked", count_asked, METH_NOARGS, "count_asked() -> how often the settings were asked"},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "instance_reset_by_its_dealloc", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_instance_reset_by_its_dealloc(void)
{
    PyObject *module;

    if (PyType_Ready(&Settings_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    settings = (Settings *)Settings_Type.tp_alloc(&Settings_Type, 0);
    if (settings == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    if (PyModule_AddObject(module, "settings", (PyObject *)settings) < 0) {
        Py_DECREF(settings);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
