/* One walk through the project's part of a translation unit, and what it finds.

   Facts are arrays of numbers of 32 bits, which tables.py reads with the names that stand here. Offsets count bytes.
   A text, a symbol or a file is its place in its array; NONE stands for nothing. The module of the same name in the
   folder above says in Python what each file here does in C: both find the same facts. */

#ifndef UNSTATIC_WALKER_H
#define UNSTATIC_WALKER_H

#include "clang.h"
#include "memory.h"

/* Where an item stands among others: `rank` is that of its file. */
typedef struct {
    int32_t rank, first, second, sequence;
} Order;

typedef struct {
    int32_t file, start, end;
} Span;

typedef struct {
    Order order;
    Span span;
    int32_t name;
    int32_t definition_file, definition_start;
} Expansion;

typedef struct {
    Span span;
    int32_t name;
} Definition;

typedef struct {
    Span span;
    int32_t included;
} Inclusion;

/* A declaration at file level. */
typedef struct {
    Span span;
    int32_t name;
} Top;

enum SymbolKind { A_FUNCTION, A_VARIABLE, A_PARAMETER, A_FIELD, A_RECORD, A_TYPEDEF, AN_ENUM_CONSTANT };

typedef struct {
    int32_t id, kind, name;
} Symbol;

typedef struct {
    Order order;
    int32_t file, offset, symbol, function, is_call, via_macro, initialises;
} Reference;

enum Linkage { EXTERNAL, INTERNAL, NO_LINKAGE };
enum Storage { NOT_WRITTEN, WRITTEN_EXTERN, WRITTEN_STATIC };
enum Member { A_METHOD, A_VIRTUAL, A_STATIC, A_CONSTRUCTOR, A_DESTRUCTOR, A_CONVERSION };

typedef struct {
    Order order;
    Span span;
    int32_t symbol, name_start, name_end, type, canonical_type, linkage, storage;
    int32_t is_definition, is_tentative, function, parent, initialiser_start, initialiser_end;
    int32_t entries, entries_count; /* a count of NONE: no entries */
    int32_t body_start, body_end, parameters, parameters_count, result_type;
    int32_t is_const, from_macro, pointee_record, member, is_public, declared_outside;
} Declaration;

typedef struct {
    int32_t field, index, designated, start, end, value_start, value_end;
    int32_t children, children_count; /* a count of NONE: no brace list of its own */
    int32_t macro, made, made_count;
} Entry;

enum ConstructionKind { A_LOCAL, A_TEMPORARY, ANOTHER };

typedef struct {
    int32_t file, offset, symbol, kind, function;
} Construction;

typedef struct {
    Span span;
} Lambda;

typedef struct {
    const char *data; /* NULL unless the file belongs to the project */
    int32_t length, path;
} File;

/* What only the caller can tell. */
typedef int (*FileCallback)(void *handle);                          /* the number of a file, see walker_add_file */
typedef int (*NameCallback)(const char *name, int32_t length);     /* whether letters beyond ASCII make a name */

typedef struct {
    Clang clang;
    void *unit;
    bool is_c;
    FileCallback ask_file;
    NameCallback ask_name;
    Memory memory;

    Array files, expansions, definitions, inclusions, tops, symbols, references, declarations, entries, parameters;
    Array constructions, lambdas;
    Texts texts;

    /* places.c */
    Map file_numbers, expansion_at;
    void *last_handle;
    int32_t last_file;
    Array children; /* of the nodes that are being visited, as a stack */

    /* preprocessing.c */
    Map defined;
    Array top_cursors;

    /* symbols.c and types.c */
    Map symbol_of, static_locals, types_known, records_known;
    Array types, fields, records;

    /* initialisers.c */
    Array raw_entries; /* of the lists that are being read, as a stack */
    int32_t entry_count;

    /* declarations.c and references.c */
    Map declaration_at, reference_at, records_seen;
    int32_t declared, function, initialises;
    Cursor call;
    bool has_call;
} Walker;

#define CALL_CLANG(walker, name, ...) ((walker)->clang.name(__VA_ARGS__))

/* places.c: places in files, and which macro call they come from */

typedef struct {
    int32_t file, offset;
} Place;

int32_t file_number(Walker *walker, void *handle);
const File *file_at(const Walker *walker, int32_t number);
bool is_project_file(const Walker *walker, int32_t number);
/* The byte at an offset of a file; a zero behind its end. */
unsigned char byte_at(const File *file, int32_t offset);
bool stands_at(const File *file, int32_t offset, const char *bytes, size_t length);
/* Where a location's text stands: in macro arguments that of the argument, else the macro's name. */
bool written(Walker *walker, Location location, Place *found);
/* Where a location is before preprocessing: inside macros, at the outermost macro's name. */
bool expanded(Walker *walker, Location location, Place *found);
bool name_place(Walker *walker, Cursor cursor, Place *found);
/* The file in which a node comes to be, macros expanded; NONE if it comes from none. */
int32_t home_of(Walker *walker, Cursor cursor);
/* The range of a node, macro calls at its ends taken in whole; false if it isn't in one file. */
bool span_of(Walker *walker, Cursor cursor, Span *found);
/* The range of a preprocessing record, which never lies in a macro's body. */
bool raw_span(Walker *walker, Cursor cursor, Span *found);
/* The expansion whose macro is named at a place, or NONE. */
int32_t expansion_at(const Walker *walker, int32_t file, int32_t offset);

/* Put the children of a node on the stack; return where they begin there, and how many there are. To be dropped. */
size_t push_children(Walker *walker, Cursor cursor, size_t *count);
Cursor child_at(const Walker *walker, size_t index);
void drop_children(Walker *walker, size_t start);

/* texts */

int32_t number_of(Walker *walker, const Buffer *buffer);
int32_t string_number(Walker *walker, String string);
void add_string(Walker *walker, Buffer *buffer, String string);
void add_text(Walker *walker, Buffer *buffer, int32_t text);
void add_chars(Walker *walker, Buffer *buffer, const char *chars);
void add_number(Walker *walker, Buffer *buffer, int32_t number);
/* The name that a node declares; an empty text if it has none. */
int32_t declared_name(Walker *walker, Cursor cursor);

/* preprocessing.c: file level, and what the preprocessor did */

void read_top_level(Walker *walker);

/* symbols.c: the identity of what a name stands for */

bool is_function(int kind);
bool is_record(int kind);
int32_t symbol_of(Walker *walker, Cursor declaration);
const Symbol *symbol_at(const Walker *walker, int32_t number);
enum Linkage linkage_of(Walker *walker, Cursor declaration);
/* The function that holds a local name, or that a parameter belongs to. */
bool function_around(Walker *walker, Cursor declaration, Cursor *found);
bool has_static_storage_class(Walker *walker, Cursor variable);

/* types.c: types by their spelling, and the records behind pointers and arrays */

typedef struct {
    int32_t spelling, canonical, is_const, record;
} TypeInfo;

typedef struct {
    int32_t name;
    Type type;
} Field;

typedef struct {
    size_t fields, count;
    int has_pointer; /* NONE until it was asked */
} RecordFields;

TypeInfo type_info(Walker *walker, Type type);
Type canonical_type(Walker *walker, Type type);
bool is_array(Type type);
/* The canonical type inside all array levels. */
Type element_type(Walker *walker, Type type);
size_t record_fields(Walker *walker, Type record);
/* Whether a pointer is in an object of that type, or may be. */
bool has_pointer(Walker *walker, Type type);

/* initialisers.c: brace initialisers entry by entry */

/* Return where the entries begin, and how many there are: NONE without braces, and where they can't be read. */
int32_t read_entries(Walker *walker, Cursor value, Type type, int32_t file, int32_t *count);

/* declarations.c */

/* Record one declaration and return its symbol. `children` are on the stack, for functions. */
int32_t read_declaration(Walker *walker, Cursor *cursor, size_t children, size_t count);
bool is_static_storage(Walker *walker, Cursor variable);
bool initialiser_of(Walker *walker, Cursor variable, Cursor *value);

/* references.c: the walk itself */

void walk_top(Walker *walker, Cursor cursor, Cursor parent);

#endif
