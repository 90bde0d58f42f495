//-----------------------------------------------------------------------------
// module.c
//   Two empty lines between functions, sections with rulers, and lists whose
// later lines hang by eight columns.
//-----------------------------------------------------------------------------
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *ruledErrorException;
} ruled_sections_state;

static inline ruled_sections_state *get_ruled_sections_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (ruled_sections_state*)state;
}


static inline ruled_sections_state *
get_ruled_sections_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (ruled_sections_state*)state;
}


typedef struct {
    PyObject_HEAD
    PyObject *encodingName;
    PyObject *sections;
} ruledPage;


//-----------------------------------------------------------------------------
// ruledError_raise()
//   Raise an error of the module with the name of the place.
//-----------------------------------------------------------------------------
static PyObject *ruledError_raise(ruled_sections_state *state,
        const char *place, PyObject *encodingName, const char *message)
{
    PyErr_Format(state->ruledErrorException, "%s: %s in %R", place, message,
            encodingName);
    return NULL;
}


//-----------------------------------------------------------------------------
// ruledPage_checkSection()
//   Return the section, or raise an error if there is none.
//-----------------------------------------------------------------------------
static PyObject *ruledPage_checkSection(ruled_sections_state *state,
        ruledPage *page, Py_ssize_t sectionNum)
{
    if (!page->sections || sectionNum < 0 ||
            sectionNum >= PyList_GET_SIZE(page->sections))
        return ruledError_raise(state, "section", page->encodingName,
                "no section");
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


static int ruledPage_traverse(ruledPage *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->encodingName);
    Py_VISIT(self->sections);
    return 0;
}


//-----------------------------------------------------------------------------
// ruledPage_free()
//   Free a page with its sections.
//-----------------------------------------------------------------------------
static void ruledPage_free(ruledPage *page)
{
    PyTypeObject *tp = Py_TYPE(page);

    PyObject_GC_UnTrack(page);
    Py_CLEAR(page->encodingName);
    Py_CLEAR(page->sections);
    tp->tp_free((PyObject*) page);
    Py_DECREF(tp);
}


//-----------------------------------------------------------------------------
// ruledPage_section()
//   Return one of the sections.
//-----------------------------------------------------------------------------
static PyObject *ruledPage_section(ruledPage *page, PyObject *number)
{
    ruled_sections_state *state =
            get_ruled_sections_state_by_type(Py_TYPE(page));
    PyObject *section;
    Py_ssize_t sectionNum;

    sectionNum = PyLong_AsSsize_t(number);
    if (sectionNum == -1 && PyErr_Occurred())
        return NULL;
    section = ruledPage_checkSection(state, page, sectionNum);
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
static PyType_Slot ruledPage_slots[] = {
    {Py_tp_dealloc, ruledPage_free},
    {Py_tp_new, ruledPage_new},
    {Py_tp_methods, ruledPageMethods},
    {Py_tp_traverse, ruledPage_traverse},
    {0, NULL},
};

static PyType_Spec ruledPage_spec = {
    .name = "ruled_sections.Page",
    .basicsize = sizeof(ruledPage),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = ruledPage_slots,
};


static int ruled_sections_traverse(PyObject *module, visitproc visit,
        void *arg)
{
    ruled_sections_state *state = get_ruled_sections_state(module);
    Py_VISIT(state->ruledErrorException);
    return 0;
}


static int ruled_sections_clear(PyObject *module)
{
    ruled_sections_state *state = get_ruled_sections_state(module);
    Py_CLEAR(state->ruledErrorException);
    return 0;
}


static void ruled_sections_free(void *module)
{
    ruled_sections_clear((PyObject*)module);
}


static int ruled_sections_exec(PyObject *module);

static PyModuleDef_Slot ruled_sections_slots[] = {
    {Py_mod_exec, ruled_sections_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

//-----------------------------------------------------------------------------
// declaration of the module
//-----------------------------------------------------------------------------
static struct PyModuleDef ruledModule = {
    PyModuleDef_HEAD_INIT,
    .m_name = "ruled_sections",
    .m_size = sizeof(ruled_sections_state),
    .m_traverse = ruled_sections_traverse,
    .m_clear = ruled_sections_clear,
    .m_free = ruled_sections_free,
    .m_slots = ruled_sections_slots
};


//-----------------------------------------------------------------------------
// ruled_sections_exec()
//   Initialise the module.
//-----------------------------------------------------------------------------
static int ruled_sections_exec(PyObject *module)
{
    ruled_sections_state *state = get_ruled_sections_state(module);

    PyTypeObject *ruledPageType =
            (PyTypeObject *)PyType_FromModuleAndSpec(module,
                    &ruledPage_spec, NULL);
    if (ruledPageType == NULL)
        return -1;
    state->ruledErrorException =
            PyErr_NewException("ruled_sections.RuledError",
                    PyExc_ValueError, NULL);
    if (!state->ruledErrorException ||
            PyModule_AddObject(module, "RuledError",
                    state->ruledErrorException) < 0) {
        Py_DECREF(ruledPageType);
        return -1;
    }
    Py_INCREF(state->ruledErrorException);
    if (PyModule_AddObject(module, "Page", (PyObject*) ruledPageType) < 0) {
        Py_DECREF(ruledPageType);
        return -1;
    }
    return 0;
}


PyMODINIT_FUNC PyInit_ruled_sections(void)
{
    return PyModuleDef_Init(&ruledModule);
}
