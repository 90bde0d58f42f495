/* A converter checks for a type of the module: once for an argument that must be there, once for one that need not. */
#include <Python.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int size;
} Box;

typedef struct {
    PyTypeObject *Box_Type;
} converter_of_a_type_state;

static inline converter_of_a_type_state *
get_converter_of_a_type_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (converter_of_a_type_state *)state;
}

static int
Box_convert(converter_of_a_type_state *state, PyObject *object, Box **address)
{
    if (!PyObject_TypeCheck(object, state->Box_Type)) {
        PyErr_SetString(PyExc_TypeError, "a box is required");
        return 0;
    }
    *address = (Box *)object;
    return 1;
}

static PyObject *
shelf_larger(PyObject *module, PyObject *args, PyObject *kwargs)
{
    converter_of_a_type_state *state = get_converter_of_a_type_state(module);
    PyObject *box_object;
    PyObject *other_object = NULL;
    static char *kwlist[] = {"box", "times", "other", NULL};
    Box *box;
    Box *other = NULL;
    int times;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "Oi|O:larger", kwlist,
                                     &box_object, &times, &other_object) ||
        !Box_convert(state, box_object, &box) ||
        (other_object != NULL && !Box_convert(state, other_object, &other))) {
        return NULL;
    }
    return PyBool_FromLong(box->size * times > (other != NULL ? other->size : 0));
}

static PyMethodDef shelf_functions[] = {
    {"larger", (PyCFunction)shelf_larger, METH_VARARGS | METH_KEYWORDS, "Compare boxes."},
    {NULL, NULL}
};

static PyMemberDef Box_members[] = {
    {"size", T_INT, offsetof(Box, size), 0, "How much fits."},
    {NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_members, Box_members},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "converter_of_a_type.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
converter_of_a_type_traverse(PyObject *module, visitproc visit, void *arg)
{
    converter_of_a_type_state *state = get_converter_of_a_type_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
converter_of_a_type_clear(PyObject *module)
{
    converter_of_a_type_state *state = get_converter_of_a_type_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
converter_of_a_type_free(void *module)
{
    converter_of_a_type_clear((PyObject *)module);
}

static int converter_of_a_type_exec(PyObject *module);

static PyModuleDef_Slot converter_of_a_type_slots[] = {
    {Py_mod_exec, converter_of_a_type_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "converter_of_a_type",
    .m_size = sizeof(converter_of_a_type_state),
    .m_methods = shelf_functions,
    .m_traverse = converter_of_a_type_traverse,
    .m_clear = converter_of_a_type_clear,
    .m_free = converter_of_a_type_free,
    .m_slots = converter_of_a_type_slots,
};

static int
converter_of_a_type_exec(PyObject *module)
{
    converter_of_a_type_state *state = get_converter_of_a_type_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_converter_of_a_type(void)
{
    return PyModuleDef_Init(&shelf_module);
}
