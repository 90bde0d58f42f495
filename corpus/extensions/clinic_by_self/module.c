/* Argument Clinic writes module.c.h: `__new__` is given a class there, and a method an instance; both name types. */
#include <Python.h>

#if PY_VERSION_HEX >= 0x030D0000
/* Private, but what is written calls them. */
#define _PyLong_AsInt PyLong_AsInt
PyAPI_FUNC(int) _PyArg_NoKeywords(const char *funcname, PyObject *kwargs);
PyAPI_FUNC(int) _PyArg_CheckPositional(const char *, Py_ssize_t, Py_ssize_t, Py_ssize_t);
PyAPI_FUNC(void) _PyArg_BadArgument(const char *, const char *, const char *, PyObject *);
#endif

/*[clinic input]
module clinic_by_self
class clinic_by_self.Box "BoxObject *" "&Box_Type"
class clinic_by_self.Lid "LidObject *" "&Lid_Type"
[clinic start generated code]*/
/*[clinic end generated code: output=da39a3ee5e6b4b0d input=d9193118426370ad]*/
/*[clinic end generated code]*/

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
clinic_by_self.Box.__new__
    size: int = 1
    /
[clinic start generated code]*/

static PyObject *
clinic_by_self_Box_impl(PyTypeObject *type, int size)
/*[clinic end generated code: output=d2e7a21746429112 input=cc11d3b98320fd1f]*/
/*[clinic end generated code]*/
{
    BoxObject *self = (BoxObject *)type->tp_alloc(type, 0);

    if (self != NULL) {
        self->size = size;
    }
    return (PyObject *)self;
}

/*[clinic input]
@classmethod
clinic_by_self.Lid.__new__
    box: object(subclass_of='&Box_Type')
    /
[clinic start generated code]*/

static PyObject *
clinic_by_self_Lid_impl(PyTypeObject *type, PyObject *box)
/*[clinic end generated code: output=3c1c1f5c44073eab input=afc4c15b5877881c]*/
/*[clinic end generated code]*/
{
    LidObject *self = (LidObject *)type->tp_alloc(type, 0);

    if (self != NULL) {
        Py_INCREF(box);
        self->box = box;
    }
    return (PyObject *)self;
}

/*[clinic input]
clinic_by_self.Lid.put
    box: object(subclass_of="&Box_Type")
    /
[clinic start generated code]*/

static PyObject *
clinic_by_self_Lid_put_impl(LidObject *self, PyObject *box)
/*[clinic end generated code: output=f3e6685a3e7ba0e3 input=302b4614586a7e0c]*/
/*[clinic end generated code]*/
{
    Py_INCREF(box);
    Py_XSETREF(self->box, box);
    Py_RETURN_NONE;
}

static PyMethodDef Lid_methods[] = {
    CLINIC_BY_SELF_LID_PUT_METHODDEF
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "clinic_by_self.Box",
    .tp_basicsize = sizeof(BoxObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = clinic_by_self_Box,
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
    .tp_name = "clinic_by_self.Lid",
    .tp_basicsize = sizeof(LidObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = (destructor)Lid_dealloc,
    .tp_traverse = (traverseproc)Lid_traverse,
    .tp_clear = (inquiry)Lid_clear,
    .tp_methods = Lid_methods,
    .tp_new = clinic_by_self_Lid,
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "clinic_by_self",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_clinic_by_self(void)
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
