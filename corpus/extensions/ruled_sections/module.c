//-----------------------------------------------------------------------------
// module.c
//   Two empty lines between functions, sections with rulers, and lists whose
// later lines hang by eight columns.
//-----------------------------------------------------------------------------
#include <Python.h>

static PyObject *ruledErrorException;

typedef struct {
    PyObject_HEAD
    PyObject *encodingName;
    PyObject *sections;
} ruledPage;


//-----------------------------------------------------------------------------
// ruledError_raise()
//   Raise an error of the module with the name of the place.
//-----------------------------------------------------------------------------
static PyObject *ruledError_raise(const char *place,
        PyObject *encodingName, const char *message)
{
    PyErr_Format(ruledErrorException, "%s: %s in %R", place, message,
            encodingName);
    return NULL;
}


//-----------------------------------------------------------------------------
// ruledPage_checkSection()
//   Return the section, or raise an error if there is none.
//-----------------------------------------------------------------------------
static PyObject *ruledPage_checkSection(ruledPage *page, Py_ssize_t sectionNum)
{
    if (!page->sections || sectionNum < 0 ||
            sectionNum >= PyList_GET_SIZE(page->sections))
        return ruledError_raise("section", page->encodingName, "no section");
    return PyList_GET_ITEM(page->sections, sectionNum);
}


//-----------------------------------------------------------------------------
// ruledPage_new()
//   Create a page without sections.
//-----------------------------------------------------------------------------
static PyObject *ruledPage_new(PyTypeObject *type, PyObject *args,
        PyObject *keywordArgs)
{
    ruledPage *page = (ruledPage*) type->tp_alloc(type, 0);

    if (!page)
        return NULL;
    page->encodingName = PyUnicode_FromString("utf-8");
    page->sections = PyList_New(0);
    if (!page->encodingName || !page->sections) {
        Py_DECREF(page);
        return NULL;
    }
    return (PyObject*) page;
}


//-----------------------------------------------------------------------------
// ruledPage_free()
//   Free a page with its sections.
//-----------------------------------------------------------------------------
static void ruledPage_free(ruledPage *page)
{
    Py_CLEAR(page->encodingName);
    Py_CLEAR(page->sections);
    Py_TYPE(page)->tp_free((PyObject*) page);
}


//-----------------------------------------------------------------------------
// ruledPage_section()
//   Return one of the sections.
//-----------------------------------------------------------------------------
static PyObject *ruledPage_section(ruledPage *page, PyObject *number)
{
    PyObject *section;
    Py_ssize_t sectionNum;

    sectionNum = PyLong_AsSsize_t(number);
    if (sectionNum == -1 && PyErr_Occurred())
        return NULL;
    section = ruledPage_checkSection(page, sectionNum);
    Py_XINCREF(section);
    return section;
}


//-----------------------------------------------------------------------------
// declaration of methods
//-----------------------------------------------------------------------------
static PyMethodDef ruledPageMethods[] = {
    { "section", (PyCFunction) ruledPage_section, METH_O },
    { NULL, NULL }
};


//-----------------------------------------------------------------------------
// Python type declaration
//-----------------------------------------------------------------------------
static PyTypeObject ruledPageType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "ruled_sections.Page",
    .tp_basicsize = sizeof(ruledPage),
    .tp_dealloc = (destructor) ruledPage_free,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = ruledPage_new,
    .tp_methods = ruledPageMethods
};


//-----------------------------------------------------------------------------
// declaration of the module
//-----------------------------------------------------------------------------
static struct PyModuleDef ruledModule = {
    PyModuleDef_HEAD_INIT,
    .m_name = "ruled_sections",
    .m_size = -1
};


//-----------------------------------------------------------------------------
// PyInit_ruled_sections()
//   Initialise the module.
//-----------------------------------------------------------------------------
PyMODINIT_FUNC PyInit_ruled_sections(void)
{
    PyObject *module;

    if (PyType_Ready(&ruledPageType) < 0)
        return NULL;
    module = PyModule_Create(&ruledModule);
    if (!module)
        return NULL;
    ruledErrorException = PyErr_NewException("ruled_sections.RuledError",
            PyExc_ValueError, NULL);
    if (!ruledErrorException ||
            PyModule_AddObject(module, "RuledError", ruledErrorException) < 0)
        return NULL;
    Py_INCREF(ruledErrorException);
    Py_INCREF(&ruledPageType);
    if (PyModule_AddObject(module, "Page", (PyObject*) &ruledPageType) < 0)
        return NULL;
    return module;
}
