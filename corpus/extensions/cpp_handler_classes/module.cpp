// A reader of comma separated values that calls back a handler, in the manner of the SAX readers of C++ libraries.
#include <Python.h>

#include <cstring>
#include <string>
#include <vector>

static PyObject* text_type = NULL;
static PyObject* missing_value = NULL;
static PyObject* read_name = NULL;
static PyObject* on_row_name = NULL;
static PyObject* write_name = NULL;


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
    FileStream(PyObject* file, Py_ssize_t size)
        : file(file), chunk(NULL), position(0), length(0), failed(false) {
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
        chunk = PyObject_CallMethodObjArgs(file, read_name, chunkSize, NULL);
        if (chunk == NULL || !PyBytes_Check(chunk)) {
            failed = true;
            return false;
        }
        length = PyBytes_GET_SIZE(chunk);
        return length > 0;
    }

    PyObject* file;
    PyObject* chunkSize;
    PyObject* chunk;
    Py_ssize_t position;
    Py_ssize_t length;
    bool failed;
};


struct RowHandler {
    PyObject* rows;
    PyObject* current;
    PyObject* hook;
    bool exact;

    RowHandler(PyObject* listener, bool exact) : rows(PyList_New(0)), current(PyList_New(0)), hook(NULL), exact(exact)
    {
        if (listener != NULL && PyObject_HasAttr(listener, on_row_name)) {
            hook = PyObject_GetAttr(listener, on_row_name);
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
            value = missing_value;
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
            PyObject* value = PyObject_CallFunctionObjArgs(text_type, string, NULL);
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
    PyObject* stream;
    std::string pending;

public:
    Output(PyObject* stream)
    : stream(stream)
    {}

    bool flush()
    {
        PyObject* done = PyObject_CallMethodObjArgs(stream, write_name, text(), NULL);
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
decode(PyObject* text, PyObject* file, PyObject* listener, bool exact)
{
    RowHandler handler(listener, exact);

    if (file != NULL) {
        FileStream stream(file, 4);
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
    PyObject* text;
    PyObject* listener = NULL;
    int exact = 0;

    if (!PyArg_ParseTuple(args, "U|Op", &text, &listener, &exact))
        return NULL;
    return decode(text, NULL, listener, exact != 0);
}


static PyObject*
load(PyObject* self, PyObject* file)
{
    return decode(NULL, file, NULL, false);
}


static PyObject*
dump(PyObject* self, PyObject* args)
{
    PyObject* list;
    PyObject* file;

    if (!PyArg_ParseTuple(args, "O!O", &PyList_Type, &list, &file))
        return NULL;
    Output output{file};
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


static PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    "cpp_handler_classes",
    "Comma separated values.",
    -1,
    functions,
    NULL,
    NULL,
    NULL,
    NULL
};


PyMODINIT_FUNC
PyInit_cpp_handler_classes()
{
    PyObject* m = PyModule_Create(&module);
    if (m == NULL)
        return NULL;

    PyObject* collections = PyImport_ImportModule("collections");
    if (collections == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    text_type = PyObject_GetAttrString(collections, "UserString");
    Py_DECREF(collections);
    if (text_type == NULL) {
        Py_DECREF(m);
        return NULL;
    }

    missing_value = PyUnicode_InternFromString("missing");
    read_name = PyUnicode_InternFromString("read");
    on_row_name = PyUnicode_InternFromString("on_row");
    write_name = PyUnicode_InternFromString("write");
    if (missing_value == NULL || read_name == NULL || on_row_name == NULL || write_name == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
