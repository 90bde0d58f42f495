/* One use of a macro writes two functions that name the same type. */
#include <Python.h>

#define DEFINE_CHECKS(type) \
static inline int type##_Check(checks_of_macro_state *state, PyObject *object) \
{ \
    return PyObject_TypeCheck(object, state->type##_Type); \
} \
static inline int type##_CheckExact(checks_of_macro_state *state, PyObject *object) \
{ \
    return Py_TYPE(object) == state->type##_Type; \
}

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Lid_Type;
} checks_of_macro_state;

static inline checks_of_macro_state *
get_checks_of_macro_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (checks_of_macro_state *)state;
}

DEFINE_CHECKS(Box)
DEFINE_CHECKS(Lid)

static PyObject *
kind_of(PyObject *module, PyObject *object)
{
    checks_of_macro_state *state = get_checks_of_macro_state(module);

    return PyLong_FromLong(
        Box_Check(state, object) + 2 * Lid_CheckExact(state, object));
}

static PyMethodDef boxes_methods[] = {
    {"kind_of", kind_of, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
checks_of_macro_traverse(PyObject *module, visitproc visit, void *arg)
{
    checks_of_macro_state *state = get_checks_of_macro_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
checks_of_macro_clear(PyObject *module)
{
    checks_of_macro_state *state = get_checks_of_macro_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    return 0;
}

static void
checks_of_macro_free(void *module)
{
    checks_of_macro_clear((PyObject *)module);
}

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "checks_of_macro",
    .m_size = sizeof(checks_of_macro_state),
    .m_methods = boxes_methods,
    .m_traverse = checks_of_macro_traverse,
    .m_clear = checks_of_macro_clear,
    .m_free = checks_of_macro_free,
};

PyMODINIT_FUNC
PyInit_checks_of_macro(void)
{
    checks_of_macro_state *state;
    PyObject *module = PyModule_Create(&boxes_module);

    if (module == NULL)
        return NULL;
    state = get_checks_of_macro_state(module);
    state->Box_Type =
        (PyTypeObject *)PyErr_NewException("checks_of_macro.Box", NULL, NULL);
    if (state->Box_Type == NULL || PyModule_AddType(module, state->Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    state->Lid_Type =
        (PyTypeObject *)PyErr_NewException("checks_of_macro.Lid", NULL, NULL);
    if (state->Lid_Type == NULL || PyModule_AddType(module, state->Lid_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
