/* What the display gives is tied to the object by a variable between them. */

#include <Python.h>

typedef struct GdkDisplay GdkDisplay;
GdkDisplay *gdk_display_get_default(void);

typedef struct {
    PyObject_HEAD
    GdkDisplay *display;
} Screen;

static Screen *screen;

static PyObject *
get_screen(PyObject *self, PyObject *type)
{
    GdkDisplay *display;
    Screen *found;

    if (screen == NULL) {
        if ((display = gdk_display_get_default()) == NULL) {
            Py_RETURN_NONE;
        }
        found = (Screen *)PyType_GenericAlloc((PyTypeObject *)type, 0);
        if (found == NULL) {
            return NULL;
        }
        found->display = display;
        screen = found;
    }
    Py_INCREF(screen);
    return (PyObject *)screen;
}

static PyMethodDef functions[] = {{"screen", get_screen, METH_O, NULL}, {NULL}};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m;

    m = PyModule_Create(&def);
    return m;
}
