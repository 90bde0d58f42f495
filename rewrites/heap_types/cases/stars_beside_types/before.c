/* Stars stand beside types, in declarations and in casts. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
  PyObject_HEAD
  PyObject* content;
  char* label;
} Box;

static PyObject* Box_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  Box* self = (Box*)type->tp_alloc(type, 0);
  return (PyObject*)self;
}

static void Box_dealloc(Box* self) {
  Py_XDECREF(self->content);
  PyMem_Free(self->label);
  Py_TYPE(self)->tp_free((PyObject*)self);
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

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Box_methods,
    .tp_new = Box_new,
};

static PyObject* shelf_box(PyObject* module, PyObject* content) {
  Box* box = (Box*)Box_Type.tp_alloc(&Box_Type, 0);
  if (box != NULL) {
    Py_INCREF(content);
    box->content = content;
  }
  return (PyObject*)box;
}

static PyObject* shelf_is_box(PyObject* module, PyObject* item) {
  return PyBool_FromLong(Py_TYPE(item) == &Box_Type || item == (PyObject*)&Box_Type);
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
  if (PyType_Ready(&Box_Type) < 0) {
    Py_DECREF(module);
    return NULL;
  }
  Py_INCREF(&Box_Type);
  if (PyModule_AddObject(module, "Box", (PyObject*)&Box_Type) < 0) {
    Py_DECREF(&Box_Type);
    Py_DECREF(module);
    return NULL;
  }
  return module;
}
