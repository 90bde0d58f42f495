/* Shapes: Circle and Square extend Shape in C, and anyone may extend all three in Python. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *tag;
} ShapeObject;

typedef struct {
    ShapeObject shape;
    double size;
} SizedObject;

static int
Shape_init(ShapeObject *self, PyObject *args, PyObject *kwds)
{
    PyObject *tag = Py_None;

    if (!PyArg_ParseTuple(args, "|O:Shape", &tag)) {
        return -1;
    }
    Py_INCREF(tag);
    Py_XSETREF(self->tag, tag);
    return 0;
}

static int
Shape_traverse(ShapeObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->tag);
    return 0;
}

static int
Shape_clear(ShapeObject *self)
{
    Py_CLEAR(self->tag);
    return 0;
}

static void
Shape_dealloc(ShapeObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Shape_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Shape_area(PyObject *self, PyObject *unused)
{
    return PyFloat_FromDouble(0.0);
}

static PyObject *
Shape_tag(ShapeObject *self, void *closure)
{
    PyObject *tag = self->tag != NULL ? self->tag : Py_None;
    Py_INCREF(tag);
    return tag;
}

static PyMethodDef Shape_methods[] = {
    {"area", Shape_area, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyGetSetDef Shape_getset[] = {
    {"tag", (getter)Shape_tag, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

typedef struct {
    PyTypeObject *Shape_Type;
    PyTypeObject *Circle_Type;
    PyTypeObject *Square_Type;
} base_type_in_same_file_state;

static inline base_type_in_same_file_state *
get_base_type_in_same_file_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (base_type_in_same_file_state *)state;
}

static PyType_Slot Shape_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, Shape_init},
    {Py_tp_dealloc, Shape_dealloc},
    {Py_tp_traverse, Shape_traverse},
    {Py_tp_clear, Shape_clear},
    {Py_tp_methods, Shape_methods},
    {Py_tp_getset, Shape_getset},
    {0, NULL},
};

static PyType_Spec Shape_spec = {
    .name = "base_type_in_same_file.Shape",
    .basicsize = sizeof(ShapeObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Shape_slots,
};

static int
Sized_init(SizedObject *self, PyObject *args, PyObject *kwds)
{
    PyObject *tag = Py_None;

    if (!PyArg_ParseTuple(args, "d|O", &self->size, &tag)) {
        return -1;
    }
    Py_INCREF(tag);
    Py_XSETREF(self->shape.tag, tag);
    return 0;
}

static PyObject *
Circle_area(SizedObject *self, PyObject *unused)
{
    return PyFloat_FromDouble(3.0 * self->size * self->size);
}

static PyObject *
Square_area(SizedObject *self, PyObject *unused)
{
    return PyFloat_FromDouble(self->size * self->size);
}

static PyMethodDef Circle_methods[] = {{"area", (PyCFunction)Circle_area, METH_NOARGS, NULL}, {NULL}};
static PyMethodDef Square_methods[] = {{"area", (PyCFunction)Square_area, METH_NOARGS, NULL}, {NULL}};

/* The base is given here ... */
static PyType_Slot Circle_slots[] = {
    {Py_tp_init, Sized_init},
    {Py_tp_methods, Circle_methods},
    {0, NULL},
};

static PyType_Spec Circle_spec = {
    .name = "base_type_in_same_file.Circle",
    .basicsize = sizeof(SizedObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Circle_slots,
};

/* ... and there in the init function. */
static PyType_Slot Square_slots[] = {
    {Py_tp_init, Sized_init},
    {Py_tp_methods, Square_methods},
    {0, NULL},
};

static PyType_Spec Square_spec = {
    .name = "base_type_in_same_file.Square",
    .basicsize = sizeof(SizedObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Square_slots,
};

static int
base_type_in_same_file_traverse(PyObject *module, visitproc visit, void *arg)
{
    base_type_in_same_file_state *state = get_base_type_in_same_file_state(module);
    Py_VISIT(state->Shape_Type);
    Py_VISIT(state->Circle_Type);
    Py_VISIT(state->Square_Type);
    return 0;
}

static int
base_type_in_same_file_clear(PyObject *module)
{
    base_type_in_same_file_state *state = get_base_type_in_same_file_state(module);
    Py_CLEAR(state->Shape_Type);
    Py_CLEAR(state->Circle_Type);
    Py_CLEAR(state->Square_Type);
    return 0;
}

static void
base_type_in_same_file_free(void *module)
{
    base_type_in_same_file_clear((PyObject *)module);
}

static int base_type_in_same_file_exec(PyObject *m);

static PyModuleDef_Slot base_type_in_same_file_slots[] = {
    {Py_mod_exec, base_type_in_same_file_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef shapes = {
    PyModuleDef_HEAD_INIT, "base_type_in_same_file", "Shapes.", sizeof(base_type_in_same_file_state),
    NULL, base_type_in_same_file_slots, base_type_in_same_file_traverse, base_type_in_same_file_clear,
    base_type_in_same_file_free
};

#define ADD_TYPE(name, type) \
    do { \
        if (PyType_Ready(type) < 0) \
            goto error; \
        Py_INCREF(type); \
        if (PyModule_AddObject(m, name, (PyObject *)type) < 0) \
            goto error; \
    } while (0)

static PyTypeObject *
base_type_in_same_file_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
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
base_type_in_same_file_exec(PyObject *m)
{
    base_type_in_same_file_state *state = get_base_type_in_same_file_state(m);
    state->Shape_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Shape_spec, NULL);
    if (state->Shape_Type == NULL) {
        return -1;
    }
    state->Circle_Type = base_type_in_same_file_new_subtype(m, &Circle_spec, state->Shape_Type);
    if (state->Circle_Type == NULL) {
        return -1;
    }
    state->Square_Type = base_type_in_same_file_new_subtype(m, &Square_spec, state->Shape_Type);
    if (state->Square_Type == NULL) {
        return -1;
    }
    /* The derived one first: PyType_Ready readies its base. */
    ADD_TYPE("Circle", state->Circle_Type);
    ADD_TYPE("Shape", state->Shape_Type);
    ADD_TYPE("Square", state->Square_Type);
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_base_type_in_same_file(void)
{
    return PyModuleDef_Init(&shapes);
}
