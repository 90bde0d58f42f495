#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int side;
} Face;

typedef struct {
    PyObject *str_front;
    PyObject *str_back;
    PyObject *both;
    PyObject *found;
} cpp_static_variables_state;

static inline cpp_static_variables_state *get_cpp_static_variables_state(PyObject *module) {
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (cpp_static_variables_state *)state;
}

static inline cpp_static_variables_state *
get_cpp_static_variables_state_by_type(PyTypeObject *type) {
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (cpp_static_variables_state *)state;
}

static PyObject *Face_get_side(Face *self, void *closure) {
    cpp_static_variables_state *state = get_cpp_static_variables_state_by_type(Py_TYPE(self));

    if (self->side == 0) {
        Py_XINCREF(state->str_front);
        return state->str_front;
    } else if (self->side == 1) {
        Py_XINCREF(state->str_back);
        return state->str_back;
    }
    if (state->both == NULL) {
        state->both = Py_BuildValue("(ss)", "front", "back");
    }
    Py_XINCREF(state->both);
    return state->both;
}

static PyGetSetDef Face_getset[] = {
    {"side", (getter)Face_get_side, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static int Face_init(Face *self, PyObject *args, PyObject *kwargs) {
    return PyArg_ParseTuple(args, "i", &self->side) ? 0 : -1;
}

static PyType_Slot Face_slots[] = {
    {Py_tp_getset, (void *)Face_getset},
    {Py_tp_init, (void *)Face_init},
    {Py_tp_new, (void *)PyType_GenericNew},
    {0, NULL}
};

static PyType_Spec Face_spec = {
    "cpp_static_variables.Face",
    sizeof(Face),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    Face_slots
};

static PyObject *kinds(PyObject *self, PyObject *unused) {
    cpp_static_variables_state *state = get_cpp_static_variables_state(self);
    if (state->found == NULL) {
        state->found = Py_BuildValue("{s[]}", "kinds");
    }
    Py_XINCREF(state->found);
    return state->found;
}

static PyMethodDef functions[] = {
    {"kinds", kinds, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int cpp_static_variables_traverse(PyObject *module, visitproc visit, void *arg) {
    cpp_static_variables_state *state = get_cpp_static_variables_state(module);
    Py_VISIT(state->str_front);
    Py_VISIT(state->str_back);
    Py_VISIT(state->both);
    Py_VISIT(state->found);
    return 0;
}

static int cpp_static_variables_clear(PyObject *module) {
    cpp_static_variables_state *state = get_cpp_static_variables_state(module);
    Py_CLEAR(state->str_front);
    Py_CLEAR(state->str_back);
    Py_CLEAR(state->both);
    Py_CLEAR(state->found);
    return 0;
}

static void cpp_static_variables_free(void *module) {
    cpp_static_variables_clear((PyObject *)module);
}

static int cpp_static_variables_exec(PyObject *module);

static PyModuleDef_Slot cpp_static_variables_slots[] = {
    {Py_mod_exec, (void *)cpp_static_variables_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef faces_module = {
    PyModuleDef_HEAD_INIT, "cpp_static_variables", NULL, sizeof(cpp_static_variables_state),
    functions, cpp_static_variables_slots, cpp_static_variables_traverse,
    cpp_static_variables_clear, cpp_static_variables_free
};

static int cpp_static_variables_exec(PyObject *module) {
    cpp_static_variables_state *state = get_cpp_static_variables_state(module);
    state->str_front = PyUnicode_FromString("front");
    if (state->str_front == NULL) {
        return -1;
    }
    state->str_back = PyUnicode_FromString("back");
    if (state->str_back == NULL) {
        return -1;
    }

    PyTypeObject *Face_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Face_spec, NULL);
    if (Face_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "Face", (PyObject *)Face_Type) < 0) {
        Py_DECREF(Face_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_cpp_static_variables(void) {
    return PyModuleDef_Init(&faces_module);
}
