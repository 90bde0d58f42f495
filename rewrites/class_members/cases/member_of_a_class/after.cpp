#include <Python.h>

namespace shop {

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Lid_Type;
    PyObject *Lid_Word;
} member_of_a_class_state;

static PyModuleDef *member_of_a_class_definition();

static inline member_of_a_class_state *
get_member_of_a_class_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (member_of_a_class_state *)state;
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

static inline member_of_a_class_state *
get_member_of_a_class_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, member_of_a_class_definition());
    assert(module != NULL);
    return get_member_of_a_class_state(module);
}

// A box, whose fields are its own.
class Box {
public:
    PyObject_HEAD
    long size;

    static bool Ready(member_of_a_class_state *state, PyObject *module);
    static bool TypeCheck(member_of_a_class_state *state, PyObject *value) { return
    PyObject_TypeCheck(value, state->Box_Type) != 0; }
};

// A lid is nothing but the mark of a closed box.
struct Lid {
    PyObject_HEAD
};

static PyObject *
Box_fits(PyObject *self, PyObject *value)
{
    member_of_a_class_state *state = get_member_of_a_class_state_by_type(Py_TYPE(self));

    return PyBool_FromLong(Box::TypeCheck(state, value) &&
                           Py_TYPE(value) != state->Lid_Type);
}

static PyMethodDef Box_methods[] = {
    {"fits", Box_fits, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {0, NULL}
};

static PyType_Spec Box_spec = {
    "shop.Box", sizeof(Box), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, Box_slots
};

static PyType_Slot Lid_slots[] = {
    {0, NULL}
};

static PyType_Spec Lid_spec = {"shop.Lid", sizeof(Lid), 0, Py_TPFLAGS_DEFAULT, Lid_slots};

bool
Box::Ready(member_of_a_class_state *state, PyObject *module)
{
    state->Box_Type = reinterpret_cast<PyTypeObject *>(PyType_FromModuleAndSpec(
        module, &Box_spec, NULL));
    return state->Box_Type != NULL;
}

namespace {

static PyObject *
word(PyObject *module, PyObject *unused)
{
    member_of_a_class_state *state = get_member_of_a_class_state(module);

    return PyObject_Repr(state->Lid_Word);
}

static PyMethodDef functions[] = {
    {"word", word, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shop_exec(PyObject *module)
{
    member_of_a_class_state *state = get_member_of_a_class_state(module);

    if (!Box::Ready(state, module)) {
        return -1;
    }
    state->Lid_Type = reinterpret_cast<PyTypeObject *>(PyType_FromModuleAndSpec(
        module, &Lid_spec, NULL));
    if (state->Lid_Type == NULL) {
        return -1;
    }
    state->Lid_Word = PyUnicode_FromString("lid");
    if (state->Lid_Word == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->Box_Type) < 0) {
        return -1;
    }
    return PyModule_AddType(module, state->Lid_Type);
}

static PyModuleDef_Slot shop_slots[] = {
    {Py_mod_exec, reinterpret_cast<void *>(shop_exec)},
    {0, NULL}
};

static int
member_of_a_class_traverse(PyObject *module, visitproc visit, void *arg)
{
    member_of_a_class_state *state = get_member_of_a_class_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    Py_VISIT(state->Lid_Word);
    return 0;
}

static int
member_of_a_class_clear(PyObject *module)
{
    member_of_a_class_state *state = get_member_of_a_class_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    Py_CLEAR(state->Lid_Word);
    return 0;
}

static void
member_of_a_class_free(void *module)
{
    member_of_a_class_clear((PyObject *)module);
}

static struct PyModuleDef shop_module = {
    PyModuleDef_HEAD_INIT, "member_of_a_class", NULL, sizeof(member_of_a_class_state),
    functions, shop_slots, member_of_a_class_traverse, member_of_a_class_clear,
    member_of_a_class_free
};

}  // namespace

static PyModuleDef *
member_of_a_class_definition()
{
    return &shop_module;
}

}  // namespace shop

PyMODINIT_FUNC
PyInit_member_of_a_class(void)
{
    return PyModuleDef_Init(&shop::shop_module);
}
