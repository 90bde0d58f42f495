/* All of this file stands in one group. */
#include "lid.h"

#ifdef HAVE_LIDS

PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "source_for_some_platforms.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

#endif /* HAVE_LIDS */
