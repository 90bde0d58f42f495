#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Colours in two models, and a table that says which type is which model. */

typedef struct {
    PyObject_HEAD
    unsigned char channel[3];
} ColourObject;

static PyTypeObject Rgb_Type, Hsv_Type;

static const struct model {
    const char *name;
    PyTypeObject *type;
} models[] = {
    {"rgb", &Rgb_Type},
    {"hsv", &Hsv_Type},
};

#define MODELS ((int)(sizeof(models) / sizeof(models[0])))

static PyObject *
colour_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    unsigned char a, b, c;
    ColourObject *self;

    if (!PyArg_ParseTuple(args, "bbb", &a, &b, &c))
        return NULL;
    self = (ColourObject *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->channel[0] = a;
    self->channel[1] = b;
    self->channel[2] = c;
    return (PyObject *)self;
}

static PyObject *
colour_repr(ColourObject *self)
{
    int i;

    for (i = 0; i < MODELS; i++)
        if (Py_TYPE(self) == models[i].type)
            return PyUnicode_FromFormat("%s(%d, %d, %d)", models[i].name, self->channel[0], self->channel[1],
                                        self->channel[2]);
    PyErr_SetString(PyExc_SystemError, "unknown colour model");
    return NULL;
}

static PyTypeObject Rgb_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_address_in_static_array.Rgb",
    .tp_basicsize = sizeof(ColourObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = colour_new,
    .tp_repr = (reprfunc)colour_repr,
};

static PyTypeObject Hsv_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_address_in_static_array.Hsv",
    .tp_basicsize = sizeof(ColourObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = colour_new,
    .tp_repr = (reprfunc)colour_repr,
};

/* Not in the table. */
static PyType_Slot Mixer_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Mixer_spec = {
    .name = "type_address_in_static_array.Mixer",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Mixer_slots,
};

static PyObject *
by_name(PyObject *module, PyObject *args)
{
    const char *name;
    int i;

    if (!PyArg_ParseTuple(args, "s", &name))
        return NULL;
    for (i = 0; i < MODELS; i++)
        if (strcmp(name, models[i].name) == 0) {
            Py_INCREF(models[i].type);
            return (PyObject *)models[i].type;
        }
    return PyErr_Format(PyExc_LookupError, "no colour model '%s'", name);
}

static PyMethodDef functions[] = {
    {"by_name", by_name, METH_VARARGS, "by_name(model) -> type"},
    {NULL, NULL, 0, NULL}
};

static int type_address_in_static_array_exec(PyObject *m);

static PyModuleDef_Slot type_address_in_static_array_slots[] = {
    {Py_mod_exec, type_address_in_static_array_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "type_address_in_static_array", NULL, 0, functions,
    type_address_in_static_array_slots
};

static int
type_address_in_static_array_exec(PyObject *m)
{
    int i;

    for (i = 0; i < MODELS; i++)
        if (PyType_Ready(models[i].type) < 0)
            goto error;
    PyTypeObject *Mixer_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Mixer_spec, NULL);
    if (Mixer_Type == NULL)
        goto error;
    if (PyModule_AddObject(m, "Mixer", (PyObject *)Mixer_Type) < 0) {
        Py_DECREF(Mixer_Type);
        goto error;
    }
    return 0;
error:
    return -1;
}

PyMODINIT_FUNC
PyInit_type_address_in_static_array(void)
{
    return PyModuleDef_Init(&module_def);
}
