/* Stars stand beside types, in declarations and in casts. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
  PyObject_HEAD
  PyObject* content;
  char* label;
} Box;

static PyObject* Box_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  Box* self = (Box*)type->tp_alloc(type, 0);
  return (PyObject*)self;
}

static int Box_traverse(Box* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(self->content);
  return 0;
}

static void Box_dealloc(Box* self) {
  PyTypeObject* tp = Py_TYPE(self);

  PyObject_GC_UnTrack(self);
  Py_XDECREF(self->content);
  PyMem_Free(self->label);
  tp->tp_free((PyObject*)self);
  Py_DECREF(tp);
}

static PyObject* Box_content(Box* self, PyObject* Py_UNUSED(ignored)) {
  PyObject* content = self->content ? self->content : Py_None;
  Py_INCREF(content);
  return content;
}

static PyObject* Box_area(Box* self, PyObject* Py_UNUSED(ignored)) {
  long width = 6, height = 7;
  return PyLong_FromLong(width * height);
}

static PyMethodDef Box_methods[] = {
    {"content", (PyCFunction)(void*)Box_content, METH_NOARGS, NULL},
    {"area", (PyCFunction)(void*)Box_area, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject* Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_methods, Box_methods},
    {Py_tp_new, Box_new},
    {Py_tp_traverse, Box_traverse},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "shelf.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyObject* shelf_box(PyObject* module, PyObject* content) {
  Box* box = (Box*)Box_Type->tp_alloc(Box_Type, 0);
  if (box != NULL) {
    Py_INCREF(content);
    box->content = content;
  }
  return (PyObject*)box;
}

static PyObject* shelf_is_box(PyObject* module, PyObject* item) {
  return PyBool_FromLong(Py_TYPE(item) == Box_Type || item == (PyObject*)Box_Type);
}

static PyMethodDef shelf_methods[] = {
    {"box", shelf_box, METH_O, NULL},
    {"is_box", shelf_is_box, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_size = -1,
    .m_methods = shelf_methods,
};

PyMODINIT_FUNC PyInit_shelf(void) {
  PyObject* module = PyModule_Create(&shelf_module);
  if (module == NULL) {
    return NULL;
  }
  Box_Type = (PyTypeObject*)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
  if (Box_Type == NULL) {
    Py_DECREF(module);
    return NULL;
  }
  Py_INCREF(Box_Type);
  if (PyModule_AddObject(module, "Box", (PyObject*)Box_Type) < 0) {
    Py_DECREF(Box_Type);
    Py_DECREF(module);
    return NULL;
  }
  return module;
}
