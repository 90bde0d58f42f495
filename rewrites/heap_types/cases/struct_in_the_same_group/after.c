/* What a type needs ahead of it names the struct, which stands in the same group: it stays in there. */

#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

#ifndef WITHOUT_BAGS

typedef struct {
    PyObject_HEAD
    PyObject *items;
} BagObject;

static void
Bag_dealloc(BagObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->items);
    PyObject_GC_Del(self);
    Py_DECREF(tp);
}

static int
Bag_clear(BagObject *self)
{
    Py_CLEAR(self->items);
    return 0;
}

static int
Bag_traverse(BagObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->items);
    return 0;
}

static PyTypeObject *Bag_Type;

static PyType_Slot Bag_slots[] = {
    {Py_tp_dealloc, Bag_dealloc},
    {Py_tp_traverse, Bag_traverse},
    {Py_tp_clear, Bag_clear},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Bag_spec = {
    .name = "struct_in_the_same_group.Bag",
    .basicsize = sizeof(BagObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Bag_slots,
};

typedef struct {
    PyObject_HEAD
    long value;
} TagObject;

static PyTypeObject *Tag_Type;

static PyType_Slot Tag_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Tag_spec = {
    .name = "struct_in_the_same_group.Tag",
    .basicsize = sizeof(TagObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Tag_slots,
};

#endif

#if PY_MAJOR_VERSION >= 3

#ifndef WITHOUT_BAGS
#  if defined(NO_JARS) && !defined(JARS)
#    define JAR_COUNT 0
#  else

static PyTypeObject *Jar_Type;

static PyType_Slot Jar_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Jar_spec = {
    .name = "struct_in_the_same_group.Jar",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Jar_slots,
};

#  endif
#endif

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "struct_in_the_same_group", NULL, 0, NULL
};

PyMODINIT_FUNC
PyInit_struct_in_the_same_group(void)
{
    PyObject *m = PyModule_Create(&moduledef);

    if (m == NULL)
        return NULL;
#ifndef WITHOUT_BAGS
    Bag_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Bag_spec, NULL);
    if (Bag_Type == NULL)
        return NULL;
    Tag_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Tag_spec, NULL);
    if (Tag_Type == NULL)
        return NULL;
#if !(defined(NO_JARS) && !defined(JARS))
    Jar_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Jar_spec, NULL);
    if (Jar_Type == NULL)
        return NULL;
#endif
#endif
#ifndef WITHOUT_BAGS
    if (PyModule_AddType(m, Bag_Type) < 0 || PyModule_AddType(m, Tag_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
#  if !defined(NO_JARS) || defined(JARS)
    if (PyModule_AddType(m, Jar_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
#  endif
#endif
    return m;
}

#endif
