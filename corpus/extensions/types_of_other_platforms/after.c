#define INSIDE_SHAPES
#include "shapes.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Shapes; metafiles are those of one platform only. */

typedef struct {
    PyTypeObject *Shape_Type;
    PyTypeObject *Metafile_Type;
} shapes_state;

static struct PyModuleDef shapes;

static inline shapes_state *
get_shapes_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shapes_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline shapes_state *
get_shapes_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &shapes);
    assert(module != NULL);
    return get_shapes_state(module);
}

static PyObject *
Shape_forget(Shape *self, PyObject *args)
{
    shapes_state *state = get_shapes_state_by_type(Py_TYPE(self));
    Shape *shape;

    if (!PyArg_ParseTuple(args, "O!:forget", state->Shape_Type, &shape)) {
        return NULL;
    }
    if (shape->base == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "it was forgotten already");
        return NULL;
    }
    if (shape->base != (PyObject *)self) {
        PyErr_SetString(PyExc_ValueError, "it has another base");
        return NULL;
    }
    Py_CLEAR(shape->base);
    Py_RETURN_NONE;
}

static PyObject *
Shape_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    shapes_state *state = get_shapes_state_by_type(type);
    PyObject *base = NULL;
    Shape *self;

    if (!PyArg_ParseTuple(args, "|O!:Shape", state->Shape_Type, &base)) {
        return NULL;
    }
    self = (Shape *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_XINCREF(base);
        self->base = base;
    }
    return (PyObject *)self;
}

static int
Shape_traverse(Shape *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->base);
    return 0;
}

static void
Shape_dealloc(Shape *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->base);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMethodDef Shape_methods[] = {
    {"forget", (PyCFunction)Shape_forget, METH_VARARGS, "forget(shape): let it have no base"},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Shape_slots[] = {
    {Py_tp_dealloc, Shape_dealloc},
    {Py_tp_methods, Shape_methods},
    {Py_tp_new, Shape_new},
    {Py_tp_traverse, Shape_traverse},
    {0, NULL},
};

static PyType_Spec Shape_spec = {
    .name = "shapes.Shape",
    .basicsize = sizeof(Shape),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Shape_slots,
};

#ifdef HAVE_METAFILES
#include <metafiles.h>

static int
convert_handle(PyObject *number, HANDLE *handle)
{
    *handle = PyLong_AsVoidPtr(number);
    return PyErr_Occurred() == NULL;
}

static PyObject *
Metafile_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    HANDLE handle;
    Metafile *self;

    if (!PyArg_ParseTuple(args, "O&:Metafile", convert_handle, &handle)) {
        return NULL;
    }
    self = (Metafile *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->data = copy_metafile(handle);
    }
    return (PyObject *)self;
}

static PyType_Slot Metafile_slots[] = {
    {Py_tp_new, Metafile_new},
    {0, NULL},
};

static PyType_Spec Metafile_spec = {
    .name = "shapes.Metafile",
    .basicsize = sizeof(Metafile),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Metafile_slots,
};
#endif

static int
shapes_traverse(PyObject *module, visitproc visit, void *arg)
{
    shapes_state *state = get_shapes_state(module);
    Py_VISIT(state->Shape_Type);
    Py_VISIT(state->Metafile_Type);
    return 0;
}

static int
shapes_clear(PyObject *module)
{
    shapes_state *state = get_shapes_state(module);
    Py_CLEAR(state->Shape_Type);
    Py_CLEAR(state->Metafile_Type);
    return 0;
}

static void
shapes_free(void *module)
{
    shapes_clear((PyObject *)module);
}

static int shapes_exec(PyObject *module);

static PyModuleDef_Slot shapes_slots[] = {
    {Py_mod_exec, shapes_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef shapes = {
    PyModuleDef_HEAD_INIT, "shapes", "Shapes, one on top of the other",
    sizeof(shapes_state), NULL, shapes_slots, shapes_traverse, shapes_clear,
    shapes_free
};

#ifdef HAVE_METAFILES
static PyTypeObject *
shapes_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}
#endif

static int
shapes_exec(PyObject *module)
{
    shapes_state *state = get_shapes_state(module);

    state->Shape_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Shape_spec, NULL);
    if (state->Shape_Type == NULL) {
        return -1;
    }
#ifdef HAVE_METAFILES
    state->Metafile_Type = shapes_new_subtype(module, &Metafile_spec,
                                              state->Shape_Type);
    if (state->Metafile_Type == NULL) {
        return -1;
    }
#endif
    if (PyModule_AddType(module, state->Shape_Type) < 0) {
        return -1;
    }
#ifdef HAVE_METAFILES
    if (PyModule_AddType(module, state->Metafile_Type) < 0) {
        return -1;
    }
#endif
    return 0;
}

PyMODINIT_FUNC
PyInit_shapes(void)
{
    return PyModuleDef_Init(&shapes);
}
