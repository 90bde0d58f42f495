// Words that each function makes when it is first called.
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
} made_when_first_called_state;

static inline made_when_first_called_state *get_made_when_first_called_state(PyObject *module) {
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (made_when_first_called_state *)state;
}

static inline made_when_first_called_state *get_made_when_first_called_state_by_type(PyTypeObject *type) {
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (made_when_first_called_state *)state;
}

static PyObject *Face_get_side(Face *self, void *closure) {
    made_when_first_called_state *state = get_made_when_first_called_state_by_type(Py_TYPE(self));

    if (self->side == 0) {
        Py_INCREF(state->str_front);
        return state->str_front;
    } else if (self->side == 1) {
        Py_INCREF(state->str_back);
        return state->str_back;
    }
    if (state->both == NULL) {
        state->both = PyTuple_Pack(2, Py_None, Py_None);
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
    "made_when_first_called.Face",
    sizeof(Face),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    Face_slots
};

static int made_when_first_called_traverse(PyObject *module, visitproc visit, void *arg) {
    made_when_first_called_state *state = get_made_when_first_called_state(module);
    Py_VISIT(state->str_front);
    Py_VISIT(state->str_back);
    Py_VISIT(state->both);
    return 0;
}

static int made_when_first_called_clear(PyObject *module) {
    made_when_first_called_state *state = get_made_when_first_called_state(module);
    Py_CLEAR(state->str_front);
    Py_CLEAR(state->str_back);
    Py_CLEAR(state->both);
    return 0;
}

static void made_when_first_called_free(void *module) {
    made_when_first_called_clear((PyObject *)module);
}

static int made_when_first_called_exec(PyObject *module);

static PyModuleDef_Slot made_when_first_called_slots[] = {
    {Py_mod_exec, (void *)made_when_first_called_exec},
    {0, NULL}
};

static struct PyModuleDef made_when_first_called_module = {PyModuleDef_HEAD_INIT, "made_when_first_called", NULL,
                                                           sizeof(made_when_first_called_state), NULL, made_when_first_called_slots,
                                                           made_when_first_called_traverse,
                                                           made_when_first_called_clear, made_when_first_called_free};

static int made_when_first_called_exec(PyObject *module) {
    made_when_first_called_state *state = get_made_when_first_called_state(module);
    state->str_front = PyUnicode_FromString("front");
    if (state->str_front == NULL) {
        return -1;
    }
    state->str_back = PyUnicode_FromString("back");
    if (state->str_back == NULL) {
        return -1;
    }

    PyTypeObject *Face_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Face_spec, NULL);
    if (Face_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "Face", (PyObject *)Face_Type) < 0) {
        Py_DECREF(Face_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_made_when_first_called(void) {
    return PyModuleDef_Init(&made_when_first_called_module);
}
