/* A macro writes getters: some build an object of a type of the module, others one of Python's. */
#include <Python.h>
#include <structmember.h>

typedef struct {
    PyObject_HEAD
    double value;
} Angle;

static PyTypeObject Angle_Type;

typedef struct {
    PyObject_HEAD
    double phase;
    double size;
    int known;
} Body;

static PyObject *build_angle(double value)
{
    Angle *self = PyObject_New(Angle, &Angle_Type);

    if (self != NULL) {
        self->value = value;
    }
    return (PyObject *)self;
}

#define GET_FIELD(name, field, builder) \
    static PyObject *get_##name(PyObject *self, void *closure) \
    { \
        Body *body = (Body *)self; \
        return builder(body->field); \
    }

#define IF_KNOWN(builder) \
    !body->known ? (Py_INCREF(Py_None), Py_None) : builder

GET_FIELD(phase, phase, build_angle)
GET_FIELD(half_phase, phase / 2, IF_KNOWN(build_angle))
GET_FIELD(size, size, PyFloat_FromDouble)

static PyMemberDef Angle_members[] = {
    {"value", T_DOUBLE, offsetof(Angle, value), READONLY, NULL},
    {NULL}
};

static PyMemberDef Body_members[] = {
    {"known", T_INT, offsetof(Body, known), 0, NULL},
    {NULL}
};

static int
Body_init(Body *self, PyObject *args, PyObject *kwargs)
{
    return PyArg_ParseTuple(args, "dd:Body", &self->phase, &self->size) ? 0 : -1;
}

static PyGetSetDef Body_getset[] = {
    {"phase", get_phase, NULL, NULL},
    {"half_phase", get_half_phase, NULL, NULL},
    {"size", get_size, NULL, NULL},
    {NULL}
};

static PyTypeObject Angle_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "getters_of_one_macro.Angle",
    .tp_basicsize = sizeof(Angle),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_members = Angle_members,
};

static PyTypeObject Body_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "getters_of_one_macro.Body",
    .tp_basicsize = sizeof(Body),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_getset = Body_getset,
    .tp_init = (initproc)Body_init,
    .tp_members = Body_members,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef sky_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "getters_of_one_macro",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_getters_of_one_macro(void)
{
    PyObject *module;

    if (PyType_Ready(&Angle_Type) < 0 || PyType_Ready(&Body_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&sky_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Body_Type);
    if (PyModule_AddObject(module, "Body", (PyObject *)&Body_Type) < 0) {
        Py_DECREF(&Body_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
