#include <Python.h>
#include <limits.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Enumerations on top of int; some exist only where the library has them. */

typedef struct {
    PyLongObject base;
} Enum;

static PyObject *
Enum_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *value;

    if (!PyArg_ParseTuple(args, "O", &value)) {
        return NULL;
    }
    return PyLong_Type.tp_new(type, args, kwds);
}

static PyObject *
enum_create(PyTypeObject *type, long value)
{
    PyObject *args, *result;

    args = Py_BuildValue("(l)", value);
    if (args == NULL) {
        return NULL;
    }
    result = Enum_new(type, args, NULL);
    Py_DECREF(args);
    return result;
}

static PyObject *
Enum_repr(PyObject *self)
{
    return PyUnicode_FromFormat("%s(%ld)", Py_TYPE(self)->tp_name, PyLong_AsLong(self));
}

static int
Enum_traverse(Enum *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

typedef struct {
    PyTypeObject *Enum_Type;
    PyTypeObject *Drawing_Align_Type;
    PyTypeObject *Drawing_Shade_Type;
    PyTypeObject *Drawing_Depth_Type;
} drawing_state;

static inline drawing_state *
get_drawing_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (drawing_state *)state;
}

static PyType_Slot Enum_slots[] = {
    {Py_tp_repr, Enum_repr},
    {Py_tp_new, Enum_new},
    {Py_tp_traverse, Enum_traverse},
    {0, NULL},
};

static PyType_Spec Enum_spec = {
    .name = "drawing.Enum",
    .basicsize = sizeof(Enum),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Enum_slots,
};

static PyType_Slot Drawing_Align_slots[] = {
    {0, NULL},
};

static PyType_Spec Drawing_Align_spec = {
    .name = "drawing.Align",
    .basicsize = sizeof(Enum),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Drawing_Align_slots,
};

static PyType_Slot Drawing_Shade_slots[] = {
    {0, NULL},
};

static PyType_Spec Drawing_Shade_spec = {
    .name = "drawing.Shade",
    .basicsize = sizeof(Enum),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Drawing_Shade_slots,
};
#ifdef INT_MAX
static PyType_Slot Drawing_Depth_slots[] = {
    {0, NULL},
};

static PyType_Spec Drawing_Depth_spec = {
    .name = "drawing.Depth",
    .basicsize = sizeof(Enum),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Drawing_Depth_slots,
};
#endif

#define AS_LONG(value) ((value) > INT_MAX ? (long)INT_MAX : (long)(value))

#define CREATE_ENUM(state, type_name, value) \
    (enum_create((state)->Drawing_##type_name##_Type, AS_LONG(value)))

#define RETURN_ENUM(state, type_name, value) \
    return CREATE_ENUM(state, type_name, value);

#define ENUM_NAME(state, type_name) (state)->Drawing_##type_name##_Type->tp_name

static int
init_enum_type(PyObject *module, const char *name, PyTypeObject *type)
{
    Py_INCREF(type);
    if (PyModule_AddObject(module, name, (PyObject *)type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

static PyObject *
register_constant(PyTypeObject *type, const char *name, long value)
{
    PyObject *made = enum_create(type, value);

    if (made == NULL || PyDict_SetItemString(type->tp_dict, name, made) < 0) {
        Py_XDECREF(made);
        return NULL;
    }
    return made;
}

static PyTypeObject *
drawing_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
init_enums(PyObject *module)
{
    drawing_state *state = get_drawing_state(module);
    PyObject *made;

    state->Enum_Type = drawing_new_subtype(module, &Enum_spec, &PyLong_Type);
    if (state->Enum_Type == NULL)
        return -1;

#define CONSTANT(t, a, b, value) \
    made = register_constant(state->Drawing_##t##_Type, #b, value); \
    if (made == NULL) \
        return -1; \
    if (PyModule_AddObject(module, #a "_" #b, made) < 0) { \
        Py_DECREF(made); \
        return -1; \
    }

    state->Drawing_Align_Type = drawing_new_subtype(module, &Drawing_Align_spec,
                                                    state->Enum_Type);
    if (state->Drawing_Align_Type == NULL)
        return -1;
    if (init_enum_type(module, "Align", state->Drawing_Align_Type) < 0)
        return -1;
    CONSTANT(Align, ALIGN, LEFT, 0);
    CONSTANT(Align, ALIGN, RIGHT, 1);

    state->Drawing_Shade_Type = drawing_new_subtype(module, &Drawing_Shade_spec,
                                                    state->Enum_Type);
    if (state->Drawing_Shade_Type == NULL)
        return -1;
    if (init_enum_type(module, "Shade", state->Drawing_Shade_Type) < 0)
        return -1;
    CONSTANT(Shade, SHADE, DARK, 3);

#ifdef INT_MAX
    state->Drawing_Depth_Type = drawing_new_subtype(module, &Drawing_Depth_spec,
                                                    state->Enum_Type);
    if (state->Drawing_Depth_Type == NULL)
        return -1;
    if (init_enum_type(module, "Depth", state->Drawing_Depth_Type) < 0)
        return -1;
    CONSTANT(Depth, DEPTH, DEEP, 7);
#endif

#undef CONSTANT

    return 0;
}

static PyObject *
get_align(PyObject *self, PyObject *arg)
{
    drawing_state *state = get_drawing_state(self);
    long value = PyLong_AsLong(arg);

    if (value == -1 && PyErr_Occurred()) {
        return NULL;
    }
    RETURN_ENUM(state, Align, value);
}

static PyObject *
get_shades(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    drawing_state *state = get_drawing_state(self);
    PyObject *first = CREATE_ENUM(state, Shade, 3);
    PyObject *second = CREATE_ENUM(state, Depth, 7);

    if (first == NULL || second == NULL) {
        Py_XDECREF(first);
        Py_XDECREF(second);
        return NULL;
    }
    return Py_BuildValue("(NNs)", first, second, ENUM_NAME(state, Shade));
}

static PyMethodDef functions[] = {
    {"get_align", get_align, METH_O, "get_align(number): its alignment"},
    {"get_shades", get_shades, METH_NOARGS, "get_shades(): a shade, a depth, a name"},
    {NULL, NULL, 0, NULL}
};

static int
drawing_traverse(PyObject *module, visitproc visit, void *arg)
{
    drawing_state *state = get_drawing_state(module);
    Py_VISIT(state->Enum_Type);
    Py_VISIT(state->Drawing_Align_Type);
    Py_VISIT(state->Drawing_Shade_Type);
    Py_VISIT(state->Drawing_Depth_Type);
    return 0;
}

static int
drawing_clear(PyObject *module)
{
    drawing_state *state = get_drawing_state(module);
    Py_CLEAR(state->Enum_Type);
    Py_CLEAR(state->Drawing_Align_Type);
    Py_CLEAR(state->Drawing_Shade_Type);
    Py_CLEAR(state->Drawing_Depth_Type);
    return 0;
}

static void
drawing_free(void *module)
{
    drawing_clear((PyObject *)module);
}

static int drawing_exec(PyObject *module);

static PyModuleDef_Slot drawing_slots[] = {
    {Py_mod_exec, drawing_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef drawing = {
    PyModuleDef_HEAD_INIT, "drawing", "Constants for drawing", sizeof(drawing_state),
    functions, drawing_slots, drawing_traverse, drawing_clear, drawing_free
};

static int
drawing_exec(PyObject *module)
{
    if (init_enums(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_drawing(void)
{
    return PyModuleDef_Init(&drawing);
}
