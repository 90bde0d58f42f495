#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Shapes; metafiles are those of one platform only, where a function of the same name as another makes them ready. */

typedef struct {
    PyObject_HEAD
    void *data;
} Shape;

static PyObject *
Shape_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    return type->tp_alloc(type, 0);
}

static void
Shape_dealloc(Shape *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

typedef struct {
    PyTypeObject *Shape_Type;
    PyTypeObject *Metafile_Type;
} shapes_state;

static inline shapes_state *
get_shapes_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shapes_state *)state;
}

static inline shapes_state *
get_shapes_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (shapes_state *)state;
}

static PyType_Slot Shape_slots[] = {
    {Py_tp_dealloc, Shape_dealloc},
    {Py_tp_new, Shape_new},
    {0, NULL},
};

static PyType_Spec Shape_spec = {
    .name = "shapes.Shape",
    .basicsize = sizeof(Shape),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Shape_slots,
};

#ifdef HAVE_METAFILES
#include <metafiles.h>

typedef struct {
    PyObject_HEAD HANDLE dib;
} Metafile;

static PyType_Spec Metafile_spec;

int
metafile_setup(PyObject *module)
{
    shapes_state *state = get_shapes_state(module);

    state->Metafile_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Metafile_spec, NULL);
    if (state->Metafile_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Metafile_Type->tp_new = NULL;
#endif
    return 0;
}

static Metafile *
Metafile_make(shapes_state *state, HANDLE dib)
{
    Metafile *self =
        (Metafile *)state->Metafile_Type->tp_alloc(state->Metafile_Type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->dib = dib;
    return self;
}

static void
Metafile_delete(Metafile *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    if (self->dib) {
        delete_dib(self->dib);
    }
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
Metafile_paste(Metafile *self, PyObject *args)
{
    shapes_state *state = get_shapes_state_by_type(Py_TYPE(self));
    Shape *shape;

    if (!PyArg_ParseTuple(args, "O!", state->Shape_Type, &shape)) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Metafile_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static struct PyMethodDef methods[] = {
    {"paste", (PyCFunction)Metafile_paste, METH_VARARGS, NULL},
    {"__reduce__", Metafile_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Metafile_slots[] = {
    {Py_tp_dealloc, Metafile_delete},
    {Py_tp_methods, methods},
    {0, NULL},
};

static PyType_Spec Metafile_spec = {
    .name = "shapes.Metafile",
    .basicsize = sizeof(Metafile),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Metafile_slots,
};

static PyObject *
make_metafile(PyObject *self, PyObject *args)
{
    shapes_state *state = get_shapes_state(self);

    HANDLE handle;

    if (!PyArg_ParseTuple(args, "k:make_metafile", &handle)) {
        return NULL;
    }
    return (PyObject *)Metafile_make(state, handle);
}
#else
int
metafile_setup(PyObject *module)
{
    return 0;
}
#endif

static PyMethodDef functions[] = {
#ifdef HAVE_METAFILES
    {"make_metafile", make_metafile, METH_VARARGS, NULL},
#endif
    {NULL, NULL, 0, NULL}
};

static int
setup(PyObject *m)
{
    shapes_state *state = get_shapes_state(m);

    state->Shape_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Shape_spec, NULL);
    if (state->Shape_Type == NULL) {
        return -1;
    }
    if (metafile_setup(m) < 0) {
        return -1;
    }
    return PyModule_AddType(m, state->Shape_Type);
}

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
    PyModuleDef_HEAD_INIT, "shapes", NULL, sizeof(shapes_state), functions,
    shapes_slots, shapes_traverse, shapes_clear, shapes_free
};

static int
shapes_exec(PyObject *module)
{
    if (setup(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_shapes(void)
{
    return PyModuleDef_Init(&shapes);
}
