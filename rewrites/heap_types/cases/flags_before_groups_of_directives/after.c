#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

#ifdef WITH_BOXES
typedef struct {
    PyObject_HEAD
    int size;
} Box;

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "boxes.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
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
    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (Box_Type == NULL)
        goto fail;
    Py_INCREF(Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
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
