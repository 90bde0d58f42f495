#include <Python.h>

#ifdef WITH_BOXES
typedef struct {
    PyObject_HEAD
    int size;
} Box;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "boxes.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};
#endif

#ifdef WITH_BOXES
#define BOX_DOC "A box"
#else
#define BOX_DOC
#endif

PyDoc_STRVAR(boxes_doc, "Boxes. " BOX_DOC);

static struct PyModuleDef boxes = {PyModuleDef_HEAD_INIT, "boxes", boxes_doc, -1, NULL};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *m = PyModule_Create(&boxes);

    if (m == NULL)
        return NULL;
#ifdef WITH_BOXES
    if (PyType_Ready(&Box_Type) < 0)
        goto fail;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        goto fail;
    }
#endif
    if (PyModule_AddIntConstant(m, "version", 1) < 0)
        goto fail;
    return m;

fail:
    Py_DECREF(m);
    return NULL;
}
