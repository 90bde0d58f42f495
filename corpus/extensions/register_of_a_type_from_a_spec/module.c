#include <Python.h>

/* Boxes, whose type is made from a spec already, and registered with abstract base classes. */

static PyObject *BoxType;
static PyObject *BoxError;

typedef struct {
    PyObject_HEAD
    long size;
} Box;

static int
box_init(Box *self, PyObject *args, PyObject *kwargs)
{
    if (!PyArg_ParseTuple(args, "l:Box", &self->size))
        return -1;
    if (self->size < 0) {
        PyErr_SetString(BoxError, "a box has a size");
        return -1;
    }
    return 0;
}

static Py_ssize_t
box_length(Box *self)
{
    return self->size;
}

static void
box_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);

    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot box_slots[] = {
    {Py_tp_init, box_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, box_dealloc},
    {Py_sq_length, box_length},
    {0, NULL}
};

static PyType_Spec box_spec = {
    "register_of_a_type_from_a_spec.Box", sizeof(Box), 0, Py_TPFLAGS_DEFAULT, box_slots
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "register_of_a_type_from_a_spec",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_register_of_a_type_from_a_spec(void)
{
    PyObject *module, *abc, *sized;

    module = PyModule_Create(&boxes_module);
    if (module == NULL)
        return NULL;
    BoxError = PyErr_NewException("register_of_a_type_from_a_spec.BoxError", NULL, NULL);
    if (BoxError == NULL)
        goto error;
    BoxType = PyType_FromSpec(&box_spec);
    if (BoxType == NULL)
        goto error;
    abc = PyImport_ImportModule("collections.abc");
    if (abc == NULL)
        goto error;
    sized = PyObject_GetAttrString(abc, "Sized");
    Py_DECREF(abc);
    if (sized == NULL)
        goto error;
    if (PyObject_CallMethod(sized, "register", "O", BoxType) == NULL) {
        Py_DECREF(sized);
        goto error;
    }
    Py_DECREF(sized);
    Py_INCREF(BoxType);
    if (PyModule_AddObject(module, "Box", BoxType) < 0) {
        Py_DECREF(BoxType);
        goto error;
    }
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
