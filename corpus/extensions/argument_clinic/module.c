/* Argument Clinic writes module.c.h: types are named in it, and functions here are called from it. */
#include <Python.h>

#if PY_VERSION_HEX >= 0x030D0000
/* Private, but what is written calls them. */
#define _PyLong_AsInt PyLong_AsInt
PyAPI_FUNC(int) _PyArg_NoKeywords(const char *funcname, PyObject *kwargs);
PyAPI_FUNC(int) _PyArg_CheckPositional(const char *, Py_ssize_t, Py_ssize_t, Py_ssize_t);
PyAPI_FUNC(void) _PyArg_BadArgument(const char *, const char *, const char *, PyObject *);
#endif

/*[clinic input]
module argument_clinic
class argument_clinic.Box "BoxObject *" "&Box_Type"
class argument_clinic.Lid "LidObject *" "&Lid_Type"
[clinic start generated code]*/
/*[clinic end generated code: output=da39a3ee5e6b4b0d input=e5f47e10cd2d63e0]*/

typedef struct {
    PyObject_HEAD
    int size;
} BoxObject;

typedef struct {
    PyObject_HEAD
    PyObject *box;
} LidObject;

static PyTypeObject Box_Type;
static PyTypeObject Lid_Type;

#include "module.c.h"

/*[clinic input]
@classmethod
argument_clinic.Box.__new__
    size: int = 1
    /
[clinic start generated code]*/

static PyObject *
argument_clinic_Box_impl(PyTypeObject *type, int size)
/*[clinic end generated code: output=c9877a4b379a798a input=e69395e0a67e2be9]*/
{
    BoxObject *self = (BoxObject *)type->tp_alloc(type, 0);

    if (self != NULL) {
        self->size = size;
    }
    return (PyObject *)self;
}

/*[clinic input]
argument_clinic.Box.is_like
    other: object
    /
[clinic start generated code]*/

static PyObject *
argument_clinic_Box_is_like(BoxObject *self, PyObject *other)
/*[clinic end generated code: output=35ad9c950f7c83a6 input=723d509733f1787f]*/
{
    if (!PyObject_TypeCheck(other, &Box_Type)) {
        Py_RETURN_FALSE;
    }
    return PyBool_FromLong(self->size == ((BoxObject *)other)->size);
}

/*[clinic input]
argument_clinic.Box.doubled
[clinic start generated code]*/

static PyObject *
argument_clinic_Box_doubled_impl(BoxObject *self)
/*[clinic end generated code: output=6493ddf3e73c7362 input=c6cba95c63f15ac7]*/
{
    return PyObject_CallFunction((PyObject *)&Box_Type, "i", 2 * self->size);
}

/*[clinic input]
@classmethod
argument_clinic.Lid.__new__
    box: object(subclass_of='&Box_Type')
    /
[clinic start generated code]*/

static PyObject *
argument_clinic_Lid_impl(PyTypeObject *type, PyObject *box)
/*[clinic end generated code: output=45e3b0c57f7102a0 input=c89254205fe8eca4]*/
{
    LidObject *self = (LidObject *)type->tp_alloc(type, 0);

    if (self != NULL) {
        Py_INCREF(box);
        self->box = box;
    }
    return (PyObject *)self;
}

/*[clinic input]
argument_clinic.boxes
    count: int
    /
[clinic start generated code]*/

static PyObject *
argument_clinic_boxes_impl(PyObject *module, int count)
/*[clinic end generated code: output=ee3b2cfadb07a987 input=df279e9ae036129e]*/
{
    PyObject *list = PyList_New(0);

    for (int i = 0; list != NULL && i < count; i++) {
        PyObject *box = PyObject_CallNoArgs((PyObject *)&Box_Type);
        if (box == NULL || PyList_Append(list, box) < 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(box);
    }
    return list;
}

static PyMethodDef Box_methods[] = {
    ARGUMENT_CLINIC_BOX_IS_LIKE_METHODDEF
    ARGUMENT_CLINIC_BOX_DOUBLED_METHODDEF
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "argument_clinic.Box",
    .tp_basicsize = sizeof(BoxObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = Box_methods,
    .tp_new = argument_clinic_Box,
};

static int
Lid_traverse(LidObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->box);
    return 0;
}

static int
Lid_clear(LidObject *self)
{
    Py_CLEAR(self->box);
    return 0;
}

static void
Lid_dealloc(LidObject *self)
{
    PyObject_GC_UnTrack(self);
    Lid_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "argument_clinic.Lid",
    .tp_basicsize = sizeof(LidObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = (destructor)Lid_dealloc,
    .tp_traverse = (traverseproc)Lid_traverse,
    .tp_clear = (inquiry)Lid_clear,
    .tp_new = argument_clinic_Lid,
};

static PyMethodDef module_methods[] = {
    ARGUMENT_CLINIC_BOXES_METHODDEF
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "argument_clinic",
    .m_size = -1,
    .m_methods = module_methods,
};

PyMODINIT_FUNC
PyInit_argument_clinic(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0 || PyType_Ready(&Lid_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&module_definition);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Box_Type) < 0 ||
        PyModule_AddType(module, &Lid_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
