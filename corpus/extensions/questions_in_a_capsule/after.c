/* Boxes, and a table of functions for other extensions, two of which only ask what something is. */
#define BOXES_MODULE
#include "boxes.h"

typedef struct {
    PyTypeObject *Box_Type;
    Box_CAPI capi;
} questions_in_a_capsule_state;

static inline questions_in_a_capsule_state *
get_questions_in_a_capsule_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (questions_in_a_capsule_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_questions_in_a_capsule(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "questions_in_a_capsule");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "questions_in_a_capsule", modules);
        Py_DECREF(modules);
        if (result < 0) {
            return -1;
        }
    }
    remove = PyObject_GetAttrString(modules, "remove");
    if (remove == NULL) {
        return -1;
    }
    reference = PyWeakref_NewRef(module, remove);
    Py_DECREF(remove);
    if (reference == NULL) {
        return -1;
    }
    result = PyList_Append(modules, reference);
    Py_DECREF(reference);
    return result;
}

static inline questions_in_a_capsule_state *
find_questions_in_a_capsule_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL : PyDict_GetItemString(dict, "questions_in_a_capsule");
    Py_ssize_t count = modules == NULL ? 0 : PyList_GET_SIZE(modules);
    PyObject *reference = count == 0 ? NULL : PyList_GET_ITEM(modules, count - 1);
    PyObject *module = NULL;

#if PY_VERSION_HEX >= 0x030D0000
    if (reference != NULL && PyWeakref_GetRef(reference, &module) > 0) {
        Py_DECREF(module);
    }
#else
    if (reference != NULL && PyWeakref_GetObject(reference) != Py_None) {
        module = PyWeakref_GetObject(reference);
    }
#endif
    if (module == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "questions_in_a_capsule is not imported any more");
        return NULL;
    }
    return get_questions_in_a_capsule_state(module);
}

/* For the C API, which may have been imported by another interpreter. */
static inline questions_in_a_capsule_state *
import_questions_in_a_capsule_state(void)
{
    questions_in_a_capsule_state *state = find_questions_in_a_capsule_state();
    PyObject *module;

    if (state != NULL) {
        return state;
    }
    PyErr_Clear();
    module = PyImport_ImportModule("questions_in_a_capsule");
    if (module == NULL) {
        return NULL;
    }
    Py_DECREF(module);
    return get_questions_in_a_capsule_state(module);
}

#define Box_Check(state, op) (PyObject_TypeCheck((op), (state)->Box_Type))

static int
box_check(PyObject *op)
{
    questions_in_a_capsule_state *state = import_questions_in_a_capsule_state();

    if (state == NULL) {
        PyErr_Clear();
        return 0;
    }
    return op ? Box_Check(state, op) : 0;
}

static int
box_check_exact(PyObject *op)
{
    questions_in_a_capsule_state *state = import_questions_in_a_capsule_state();

    if (state == NULL) {
        PyErr_Clear();
        return 0;
    }
    if (op == NULL)
        return 0;
    return Py_TYPE(op) == state->Box_Type;
}

static Box *
box_from_width(questions_in_a_capsule_state *state, long width)
{
    Box *box = (Box *)state->Box_Type->tp_alloc(state->Box_Type, 0);

    if (box == NULL)
        return (Box *)PyErr_NoMemory();
    box->width = width;
    return box;
}

static Box *
box_copy(PyObject *op)
{
    questions_in_a_capsule_state *state = import_questions_in_a_capsule_state();

    if (state == NULL) {
        return NULL;
    }
    if (!Box_Check(state, op)) {
        PyErr_SetString(PyExc_TypeError, "a box is needed");
        return NULL;
    }
    return box_from_width(state, Box_WIDTH(op));
}

static PyObject *
box_repr(PyObject *self)
{
    return PyUnicode_FromFormat("<a box of %ld>", Box_WIDTH(self));
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Box_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Box_methods[] = {
    {"__reduce__", Box_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_repr, box_repr},
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "questions_in_a_capsule.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
questions_in_a_capsule_traverse(PyObject *module, visitproc visit, void *arg)
{
    questions_in_a_capsule_state *state = get_questions_in_a_capsule_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
questions_in_a_capsule_clear(PyObject *module)
{
    questions_in_a_capsule_state *state = get_questions_in_a_capsule_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
questions_in_a_capsule_free(void *module)
{
    questions_in_a_capsule_clear((PyObject *)module);
}

static int questions_in_a_capsule_exec(PyObject *module);

static PyModuleDef_Slot questions_in_a_capsule_slots[] = {
    {Py_mod_exec, questions_in_a_capsule_exec},
    {Py_mod_exec, keep_questions_in_a_capsule},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "questions_in_a_capsule",
    .m_size = sizeof(questions_in_a_capsule_state),
    .m_traverse = questions_in_a_capsule_traverse,
    .m_clear = questions_in_a_capsule_clear,
    .m_free = questions_in_a_capsule_free,
    .m_slots = questions_in_a_capsule_slots,
};

static Box *
box_from_width_capi(long width)
{
    questions_in_a_capsule_state *state = import_questions_in_a_capsule_state();

    if (state == NULL) {
        return NULL;
    }
    return box_from_width(state, width);
}

static int
questions_in_a_capsule_exec(PyObject *module)
{
    questions_in_a_capsule_state *state = get_questions_in_a_capsule_state(module);
    PyObject *capsule;

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    state->capi = (Box_CAPI){
        state->Box_Type,
        box_check,
        box_check_exact,
        box_from_width_capi,
        box_copy,
    };
    capsule = PyCapsule_New(&state->capi, "questions_in_a_capsule._CAPI", NULL);
    if (capsule == NULL || PyModule_AddObject(module, "_CAPI", capsule) < 0) {
        Py_XDECREF(capsule);
        return -1;
    }
    /* Who has imported the C API keeps its pointer for good. */
    Py_INCREF(module);
    return 0;
}

PyMODINIT_FUNC
PyInit_questions_in_a_capsule(void)
{
    return PyModuleDef_Init(&boxes_module);
}
