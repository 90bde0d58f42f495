#include <Python.h>

#include "shared.h"

/* Entry is defined in other.c, where its slots are static: here they're only known through the type. */
static PyObject *
open_entry(PyObject *module, PyObject *name)
{
    PyObject *args, *entry;

    args = PyTuple_Pack(1, name);
    if (args == NULL)
        return NULL;
    entry = Entry_Type.tp_new(&Entry_Type, args, NULL);
    if (entry != NULL && Entry_Type.tp_init(entry, args, NULL) < 0) {
        Entry_Type.tp_dealloc(entry);
        entry = NULL;
    }
    Py_DECREF(args);
    return entry;
}

static PyMethodDef entry_methods[] = {
    {"open", open_entry, METH_O, "Return an entry."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef entry_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "slot_called_from_other_unit",
    .m_doc = "Entries with names.",
    .m_size = -1,
    .m_methods = entry_methods,
};

PyMODINIT_FUNC
PyInit_slot_called_from_other_unit(void)
{
    PyObject *module;

    if (PyType_Ready(&Entry_Type) < 0)
        return NULL;
    module = PyModule_Create(&entry_module);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Entry_Type);
    if (PyModule_AddObject(module, "Entry", (PyObject *)&Entry_Type) < 0) {
        Py_DECREF(&Entry_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
