// A reader of comma separated values that calls back a handler, in the manner of the SAX readers of C++ libraries.
#include <Python.h>

#include <cstring>
#include <string>
#include <vector>

typedef struct {
    PyObject* text_type;
    PyObject* missing_value;
    PyObject* read_name;
    PyObject* on_row_name;
    PyObject* write_name;
} cpp_handler_classes_state;

static inline cpp_handler_classes_state*
get_cpp_handler_classes_state(PyObject* module)
{
    void* state = PyModule_GetState(module);
    assert(state != NULL);
    return (cpp_handler_classes_state *)state;
}


// The library: it knows nothing of Python.
namespace csv {

template <typename Stream, typename Handler>
bool parse(Stream& stream, Handler& handler)
{
    std::string cell;
    for (;;) {
        char c = stream.Take();
        if (c == ',' || c == '\n' || c == '\0') {
            if (!handler.Cell(cell.c_str(), cell.size()))
                return false;
            cell.clear();
            if (c != ',' && !handler.Row())
                return false;
            if (c == '\0')
                return true;
        }
        else
            cell.push_back(c);
    }
}

}  // namespace csv


class StringStream {
public:
    explicit StringStream(const char* text) : text(text) {}

    char Take() { return *text ? *text++ : '\0'; }

private:
    const char* text;
};


class FileStream {
public:
    FileStream(cpp_handler_classes_state* state, PyObject* file, Py_ssize_t size)
        : state(state), file(file), chunk(NULL), position(0), length(0), failed(false) {
        Py_INCREF(file);
        chunkSize = PyLong_FromSsize_t(size);
    }

    ~FileStream() {
        Py_CLEAR(file);
        Py_CLEAR(chunkSize);
        Py_CLEAR(chunk);
    }

    char Take() {
        if (position == length && !Read())
            return '\0';
        return PyBytes_AS_STRING(chunk)[position++];
    }

    bool Failed() const { return failed; }

private:
    bool Read() {
        Py_CLEAR(chunk);
        position = length = 0;
        chunk = PyObject_CallMethodObjArgs(file, state->read_name, chunkSize, NULL);
        if (chunk == NULL || !PyBytes_Check(chunk)) {
            failed = true;
            return false;
        }
        length = PyBytes_GET_SIZE(chunk);
        return length > 0;
    }

    cpp_handler_classes_state* state;
    PyObject* file;
    PyObject* chunkSize;
    PyObject* chunk;
    Py_ssize_t position;
    Py_ssize_t length;
    bool failed;
};


struct RowHandler {
    cpp_handler_classes_state* state;
    PyObject* rows;
    PyObject* current;
    PyObject* hook;
    bool exact;

    RowHandler(cpp_handler_classes_state* state, PyObject* listener, bool exact) : state(state), rows(PyList_New(0)), current(PyList_New(0)), hook(NULL), exact(exact)
    {
        if (listener != NULL && PyObject_HasAttr(listener, state->on_row_name)) {
            hook = PyObject_GetAttr(listener, state->on_row_name);
        }
    }

    ~RowHandler()
    {
        Py_XDECREF(rows);
        Py_XDECREF(current);
        Py_XDECREF(hook);
    }

    bool Cell(const char* text, size_t size)
    {
        PyObject* value;
        if (size == 0) {
            value = state->missing_value;
            Py_INCREF(value);
        }
        else {
            value = Number(text, size);
        }
        if (value == NULL || current == NULL)
            return false;
        int failed = PyList_Append(current, value);
        Py_DECREF(value);
        return failed == 0;
    }

    bool Row()
    {
        if (rows == NULL)
            return false;
        PyObject* row = current;
        current = PyList_New(0);
        if (hook != NULL) {
            PyObject* replaced = PyObject_CallFunctionObjArgs(hook, row, NULL);
            Py_DECREF(row);
            if (replaced == NULL)
                return false;
            row = replaced;
        }
        int failed = PyList_Append(rows, row);
        Py_DECREF(row);
        return failed == 0;
    }

    PyObject* Number(const char* text, size_t size) const
    {
        if (exact) {
            PyObject* string = PyUnicode_FromStringAndSize(text, static_cast<Py_ssize_t>(size));
            if (string == NULL)
                return NULL;
            PyObject* value = PyObject_CallFunctionObjArgs(state->text_type, string, NULL);
            Py_DECREF(string);
            return value;
        }
        double value = PyOS_string_to_double(text, NULL, NULL);
        if (value == -1.0 && PyErr_Occurred())
            return NULL;
        return PyFloat_FromDouble(value);
    }

    PyObject* Take()
    {
        PyObject* taken = rows;
        rows = NULL;
        return taken;
    }
};


// Collects text and writes it when it goes out of scope or grows long.
class Output {
    cpp_handler_classes_state* state;
    PyObject* stream;
    std::string pending;

public:
    Output(cpp_handler_classes_state* state, PyObject* stream)
    : state(state), stream(stream)
    {}

    bool flush()
    {
        PyObject* done = PyObject_CallMethodObjArgs(stream, state->write_name, text(), NULL);
        pending.clear();
        Py_XDECREF(last);
        last = NULL;
        Py_XDECREF(done);
        return done != NULL;
    }

    bool add(PyObject* item)
    {
        PyObject* repr = PyObject_Repr(item);
        if (repr == NULL)
            return false;
        pending += PyUnicode_AsUTF8(repr);
        pending += ';';
        Py_DECREF(repr);
        return pending.size() < 16 || flush();
    }

private:
    PyObject* text()
    {
        last = PyUnicode_FromString(pending.c_str());
        return last;
    }

    PyObject* last = NULL;
};


static PyObject*
decode(cpp_handler_classes_state* state, PyObject* text, PyObject* file, PyObject* listener,
       bool exact)
{
    RowHandler handler(state, listener, exact);

    if (file != NULL) {
        FileStream stream(state, file, 4);
        if (!csv::parse(stream, handler) || stream.Failed())
            return NULL;
    }
    else {
        StringStream stream(PyUnicode_AsUTF8(text));
        if (!csv::parse(stream, handler))
            return NULL;
    }
    return handler.Take();
}


static PyObject*
loads(PyObject* self, PyObject* args)
{
    cpp_handler_classes_state* state = get_cpp_handler_classes_state(self);
    PyObject* text;
    PyObject* listener = NULL;
    int exact = 0;

    if (!PyArg_ParseTuple(args, "U|Op", &text, &listener, &exact))
        return NULL;
    return decode(state, text, NULL, listener, exact != 0);
}


static PyObject*
load(PyObject* self, PyObject* file)
{
    cpp_handler_classes_state* state = get_cpp_handler_classes_state(self);

    return decode(state, NULL, file, NULL, false);
}


static PyObject*
dump(PyObject* self, PyObject* args)
{
    cpp_handler_classes_state* state = get_cpp_handler_classes_state(self);
    PyObject* list;
    PyObject* file;

    if (!PyArg_ParseTuple(args, "O!O", &PyList_Type, &list, &file))
        return NULL;
    Output output{state, file};
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); ++i) {
        if (!output.add(PyList_GET_ITEM(list, i)))
            return NULL;
    }
    if (!output.flush())
        return NULL;
    Py_RETURN_NONE;
}


static PyMethodDef functions[] = {
    {"loads", loads, METH_VARARGS, "Read rows from a string."},
    {"load", load, METH_O, "Read rows from a file."},
    {"dump", dump, METH_VARARGS, "Write the items of a list."},
    {NULL, NULL, 0, NULL}
};


static int
cpp_handler_classes_traverse(PyObject* module, visitproc visit, void* arg)
{
    cpp_handler_classes_state* state = get_cpp_handler_classes_state(module);
    Py_VISIT(state->text_type);
    Py_VISIT(state->missing_value);
    Py_VISIT(state->read_name);
    Py_VISIT(state->on_row_name);
    Py_VISIT(state->write_name);
    return 0;
}


static int
cpp_handler_classes_clear(PyObject* module)
{
    cpp_handler_classes_state* state = get_cpp_handler_classes_state(module);
    Py_CLEAR(state->text_type);
    Py_CLEAR(state->missing_value);
    Py_CLEAR(state->read_name);
    Py_CLEAR(state->on_row_name);
    Py_CLEAR(state->write_name);
    return 0;
}


static void
cpp_handler_classes_free(void* module)
{
    cpp_handler_classes_clear((PyObject *)module);
}


static int cpp_handler_classes_exec(PyObject* m);

static PyModuleDef_Slot cpp_handler_classes_slots[] = {
    {Py_mod_exec, (void *)cpp_handler_classes_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    "cpp_handler_classes",
    "Comma separated values.",
    sizeof(cpp_handler_classes_state),
    functions,
    cpp_handler_classes_slots,
    cpp_handler_classes_traverse,
    cpp_handler_classes_clear,
    cpp_handler_classes_free
};


static int
cpp_handler_classes_exec(PyObject* m)
{
    cpp_handler_classes_state* state = get_cpp_handler_classes_state(m);

    PyObject* collections = PyImport_ImportModule("collections");
    if (collections == NULL) {
        return -1;
    }
    state->text_type = PyObject_GetAttrString(collections, "UserString");
    Py_DECREF(collections);
    if (state->text_type == NULL) {
        return -1;
    }

    state->missing_value = PyUnicode_InternFromString("missing");
    state->read_name = PyUnicode_InternFromString("read");
    state->on_row_name = PyUnicode_InternFromString("on_row");
    state->write_name = PyUnicode_InternFromString("write");
    if (state->missing_value == NULL || state->read_name == NULL ||
        state->on_row_name == NULL || state->write_name == NULL) {
        return -1;
    }
    return 0;
}


PyMODINIT_FUNC
PyInit_cpp_handler_classes()
{
    return PyModuleDef_Init(&module);
}
