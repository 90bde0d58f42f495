/* What a type needs ahead of it names the struct, which stands in the same group: it stays in there. */

#include <Python.h>

#ifndef WITHOUT_BAGS

typedef struct {
    PyObject_HEAD
    PyObject *items;
} BagObject;

static void
Bag_dealloc(BagObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->items);
    PyObject_GC_Del(self);
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
    Py_VISIT(self->items);
    return 0;
}

static PyTypeObject Bag_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "struct_in_the_same_group.Bag",
    .tp_basicsize = sizeof(BagObject),
    .tp_dealloc = (destructor)Bag_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)Bag_traverse,
    .tp_clear = (inquiry)Bag_clear,
    .tp_new = PyType_GenericNew,
};

typedef struct {
    PyObject_HEAD
    long value;
} TagObject;

static PyTypeObject Tag_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "struct_in_the_same_group.Tag",
    .tp_basicsize = sizeof(TagObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

#endif

#if PY_MAJOR_VERSION >= 3

#ifndef WITHOUT_BAGS
#  if defined(NO_JARS) && !defined(JARS)
#    define JAR_COUNT 0
#  else

static PyTypeObject Jar_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "struct_in_the_same_group.Jar",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
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
    if (PyModule_AddType(m, &Bag_Type) < 0 || PyModule_AddType(m, &Tag_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
#  if !defined(NO_JARS) || defined(JARS)
    if (PyModule_AddType(m, &Jar_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
#  endif
#endif
    return m;
}

#endif
