/* The macro that writes the getters has another definition for another build. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    double value;
    double size;
    int known;
} Angle;

static PyTypeObject Angle_Type;

static PyObject *build_angle(double value)
{
    Angle *self = PyObject_New(Angle, &Angle_Type);

    if (self != NULL) {
        self->value = value;
    }
    return (PyObject *)self;
}

#ifdef CHECKED
#define GET_FIELD(name, field, builder) \
    static PyObject *get_##name(PyObject *self, void *closure) \
    { \
        Angle *body = (Angle *)self; \
        assert(body != NULL); \
        return builder(body->field); \
    }
#else
#define GET_FIELD(name, field, builder) \
    static PyObject *get_##name(PyObject *self, void *closure) \
    { \
        Angle *body = (Angle *)self; \
        return builder(body->field); \
    }
#endif

#define IF_KNOWN(builder) \
    !body->known ? (Py_INCREF(Py_None), Py_None) : builder

GET_FIELD(phase, value, build_angle)
GET_FIELD(half_phase, value / 2, IF_KNOWN(build_angle))
GET_FIELD(size, size, PyFloat_FromDouble)

static PyGetSetDef Angle_getset[] = {
    {"phase", get_phase, NULL, NULL},
    {"half_phase", get_half_phase, NULL, NULL},
    {"size", get_size, NULL, NULL},
    {NULL}
};

static PyTypeObject Angle_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_macro_defined_twice.Angle",
    .tp_basicsize = sizeof(Angle),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_getset = Angle_getset,
};

static struct PyModuleDef sky_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_macro_defined_twice",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_macro_defined_twice(void)
{
    PyObject *module;

    if (PyType_Ready(&Angle_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&sky_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Angle_Type);
    if (PyModule_AddObject(module, "Angle", (PyObject *)&Angle_Type) < 0) {
        Py_DECREF(&Angle_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
