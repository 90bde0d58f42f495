#include <Python.h>
#include <structmember.h>

/* The label is borrowed: who makes a tag keeps it alive. A heap type's own deallocator would release it. */
typedef struct {
    PyObject_HEAD
    PyObject *label;
} TagObject;

static PyMemberDef tag_members[] = {
    {"label", T_OBJECT_EX, offsetof(TagObject, label), 0, NULL},
    {NULL, 0, 0, 0, NULL}
};

static PyTypeObject Tag_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "tags.Tag",
    .tp_basicsize = sizeof(TagObject),
    .tp_dealloc = (destructor)PyObject_Del,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_members = tag_members,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef tags = {
    PyModuleDef_HEAD_INIT, "tags", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_tags(void)
{
    PyObject *m;

    if (PyType_Ready(&Tag_Type) < 0)
        return NULL;
    m = PyModule_Create(&tags);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Tag_Type);
    PyModule_AddObject(m, "Tag", (PyObject *)&Tag_Type);
    return m;
}
