#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

typedef struct {
    PyObject *TooLongError;
    PyTypeObject *Line_Type;
} functions_of_submodules_state;

static inline functions_of_submodules_state *
get_functions_of_submodules_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (functions_of_submodules_state *)state;
}

/* Modules that this one makes keep it: their functions use its state. */
typedef struct {
    PyObject *parent;
} functions_of_submodules_submodule;

static inline functions_of_submodules_state *
get_functions_of_submodules_state_by_submodule(PyObject *submodule)
{
    functions_of_submodules_submodule *own =
        (functions_of_submodules_submodule *)PyModule_GetState(submodule);
    assert(own != NULL);
    return get_functions_of_submodules_state(own->parent);
}

static inline PyObject *
functions_of_submodules_submodule_create(PyObject *parent,
                                         struct PyModuleDef *definition)
{
    PyObject *submodule = PyModule_Create(definition);
    if (submodule != NULL) {
        functions_of_submodules_submodule *own =
            (functions_of_submodules_submodule *)PyModule_GetState(submodule);
        Py_INCREF(parent);
        own->parent = parent;
    }
    return submodule;
}

static inline int
functions_of_submodules_submodule_traverse(PyObject *submodule,
                                           visitproc visit, void *arg)
{
    functions_of_submodules_submodule *own =
        (functions_of_submodules_submodule *)PyModule_GetState(submodule);
    Py_VISIT(own->parent);
    return 0;
}

static inline void
functions_of_submodules_submodule_free(void *submodule)
{
    functions_of_submodules_submodule *own =
        (functions_of_submodules_submodule *)PyModule_GetState(
            (PyObject *)submodule);
    Py_CLEAR(own->parent);
}

PyObject *line_of(functions_of_submodules_state *state, Py_ssize_t length);
int add_checks(PyObject *package);

#endif
