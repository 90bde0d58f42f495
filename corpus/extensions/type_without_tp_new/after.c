#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* ------------------------------------------------------------------
 * Tokens of an arithmetic expression. Only tokenize() makes them: an
 * uninitialised Token would point nowhere.
 * ------------------------------------------------------------------ */

typedef struct
{
    PyObject_HEAD
    char kind;
    Py_ssize_t start;
    char *text;             /* never NULL */
} Token;

static void
Token_dealloc(Token *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyMem_Free(self->text);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
Token_repr(Token *self)
{
    return PyUnicode_FromFormat("Token('%c', %zd, '%s')", self->kind, self->start, self->text);
}

static PyObject *
Token_length(Token *self, void *closure)
{
    return PyLong_FromSize_t(strlen(self->text));
}

static PyObject *
Token_text(Token *self, void *closure)
{
    return PyUnicode_FromString(self->text);
}

static PyGetSetDef Token_getset[] =
{
    { "length", (getter)Token_length, NULL, "number of characters", NULL },
    { "text", (getter)Token_text, NULL, NULL, NULL },
    { NULL }
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Token_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Token_methods[] = {
    {"__reduce__", Token_reduce, METH_NOARGS, NULL},
    {NULL}
};

typedef struct {
    PyTypeObject *TokenType;
} type_without_tp_new_state;

static inline type_without_tp_new_state *
get_type_without_tp_new_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (type_without_tp_new_state *)state;
}

static PyType_Slot Token_slots[] = {
    {Py_tp_dealloc, Token_dealloc},
    {Py_tp_repr, Token_repr},
    {Py_tp_getset, Token_getset},
    {Py_tp_methods, Token_methods},
    {0, NULL},
};

static PyType_Spec Token_spec = {
    .name = "type_without_tp_new.Token",
    .basicsize = sizeof(Token),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Token_slots,
};

static PyObject *
make_token(type_without_tp_new_state *state, char kind, const char *text, Py_ssize_t start,
           Py_ssize_t length)
{
    char *copy = PyMem_Malloc(length + 1);
    Token *token;

    if (copy == NULL)
    {
        return PyErr_NoMemory();
    }
    memcpy(copy, text + start, length);
    copy[length] = '\0';

    token = (Token *)state->TokenType->tp_alloc(state->TokenType, 0);
    if (token == NULL)
    {
        PyMem_Free(copy);
        return NULL;
    }
    token->kind = kind;
    token->start = start;
    token->text = copy;
    return (PyObject *)token;
}

static PyObject *
tokenize(PyObject *self, PyObject *args)
{
    type_without_tp_new_state *state = get_type_without_tp_new_state(self);
    const char *text;
    Py_ssize_t size, here = 0;
    PyObject *result;

    if (!PyArg_ParseTuple(args, "s#", &text, &size))
    {
        return NULL;
    }
    result = PyList_New(0);
    while (result != NULL && here < size)
    {
        Py_ssize_t start = here;
        PyObject *token;

        while (here < size && text[here] >= '0' && text[here] <= '9')
        {
            here++;
        }
        if (here == start)
        {
            here++;
        }
        token = make_token(state, text[start] >= '0' && text[start] <= '9' ? 'n' : 'o', text, start, here - start);
        if (token == NULL || PyList_Append(result, token) < 0)
        {
            Py_CLEAR(result);
        }
        Py_XDECREF(token);
    }
    return result;
}

static PyMethodDef methods[] =
{
    { "tokenize", tokenize, METH_VARARGS, "Split an expression into tokens." },
    { NULL }
};

static int
type_without_tp_new_traverse(PyObject *module, visitproc visit, void *arg)
{
    type_without_tp_new_state *state = get_type_without_tp_new_state(module);
    Py_VISIT(state->TokenType);
    return 0;
}

static int
type_without_tp_new_clear(PyObject *module)
{
    type_without_tp_new_state *state = get_type_without_tp_new_state(module);
    Py_CLEAR(state->TokenType);
    return 0;
}

static void
type_without_tp_new_free(void *module)
{
    type_without_tp_new_clear((PyObject *)module);
}

static int type_without_tp_new_exec(PyObject *module);

static PyModuleDef_Slot type_without_tp_new_slots[] = {
    {Py_mod_exec, type_without_tp_new_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef moduledef =
{
    PyModuleDef_HEAD_INIT,
    .m_name = "type_without_tp_new",
    .m_size = sizeof(type_without_tp_new_state),
    .m_methods = methods,
    .m_traverse = type_without_tp_new_traverse,
    .m_clear = type_without_tp_new_clear,
    .m_free = type_without_tp_new_free,
    .m_slots = type_without_tp_new_slots,
};

static int
type_without_tp_new_exec(PyObject *module)
{
    type_without_tp_new_state *state = get_type_without_tp_new_state(module);

    state->TokenType = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Token_spec, NULL);
    if (state->TokenType == NULL)
    {
        goto fail;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->TokenType->tp_new = NULL;
#endif
    Py_INCREF(state->TokenType);
    if (PyModule_AddObject(module, "Token", (PyObject *)state->TokenType) < 0)
    {
        Py_DECREF(state->TokenType);
        goto fail;
    }
    return 0;

fail:
    return -1;
}

PyMODINIT_FUNC
PyInit_type_without_tp_new(void)
{
    return PyModuleDef_Init(&moduledef);
}
