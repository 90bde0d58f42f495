/* Declarations: what a parser node says, as a fact. */

#include "walker.h"

#include <string.h>

enum { EXTERN_CLASS = 2, STATIC_CLASS = 3, PRIVATE_EXTERN_CLASS = 4 };
enum { PROTECTED = 2, PRIVATE = 3 };

bool is_static_storage(Walker *walker, Cursor variable)
{
    return CALL_CLANG(walker, Cursor_hasVarDeclGlobalStorage, variable) == 1;
}

bool initialiser_of(Walker *walker, Cursor variable, Cursor *value)
{
    *value = CALL_CLANG(walker, Cursor_getVarDeclInitializer, variable);
    return value->kind >= FIRST_EXPRESSION && value->kind <= LAST_EXPRESSION;
}

static enum Storage storage_of(Walker *walker, Cursor cursor)
{
    switch (CALL_CLANG(walker, Cursor_getStorageClass, cursor)) {
    case EXTERN_CLASS:
    case PRIVATE_EXTERN_CLASS:
        return WRITTEN_EXTERN;
    case STATIC_CLASS:
        return WRITTEN_STATIC;
    default:
        return NOT_WRITTEN;
    }
}

/* Whether the tag's keyword stands where the name of a record would. */
static bool is_tag(const File *file, int32_t offset)
{
    static const char *const tags[] = {"struct", "union", "class"};
    for (size_t index = 0; index < sizeof tags / sizeof *tags; index++) {
        size_t length = strlen(tags[index]);
        if (stands_at(file, offset, tags[index], length)) {
            unsigned char next = byte_at(file, offset + (int32_t)length);
            return !((next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || (next >= '0' && next <= '9') ||
                     next == '_');
        }
    }
    return false;
}

/* Enter where the name is written, and whether a macro makes it. */
static void read_name(Walker *walker, const Symbol *symbol, Place place, Declaration *declaration)
{
    const File *file = file_at(walker, place.file);
    const char *name = text_bytes(&walker->texts, symbol->name);
    size_t length = text_length(&walker->texts, symbol->name);
    bool is_here = place.file == declaration->span.file;
    int32_t expansion = expansion_at(walker, place.file, place.offset);
    declaration->name_start = place.offset;
    declaration->name_end = place.offset + (int32_t)length;
    if (symbol->kind == A_RECORD && is_tag(file, place.offset)) {
        declaration->name_end = place.offset;
    } else if (!is_here || (length && (expansion != NONE || !stands_at(file, place.offset, name, length)))) {
        declaration->from_macro = 1;
        if (is_here && expansion != NONE) {
            declaration->name_start = AT(walker->expansions, expansion, Expansion)->span.start;
            declaration->name_end = AT(walker->expansions, expansion, Expansion)->span.end;
        }
    }
}

/* Enter whether it's a definition, and whether it's a tentative one. */
static void read_state(Walker *walker, Cursor cursor, bool has_value, bool is_local, Declaration *declaration)
{
    if (cursor.kind == FIELD || cursor.kind == PARAMETER) {
        declaration->is_definition = 1;
    } else if (cursor.kind != VARIABLE || !walker->is_c) {
        declaration->is_definition = CALL_CLANG(walker, isCursorDefinition, cursor) != 0;
    } else if (is_local) {
        declaration->is_definition = declaration->storage != WRITTEN_EXTERN;
    } else {
        declaration->is_definition = has_value;
        declaration->is_tentative = !has_value && declaration->storage != WRITTEN_EXTERN;
    }
}

static int32_t parent_of(Walker *walker, Cursor cursor)
{
    if (cursor.kind != FIELD && (walker->is_c || (cursor.kind != VARIABLE && !is_function(cursor.kind))))
        return NONE;
    Cursor around = CALL_CLANG(walker, getCursorSemanticParent, cursor);
    int32_t owner = is_record(around.kind) ? symbol_of(walker, around) : NONE;
    return owner == NONE ? NONE : symbol_at(walker, owner)->id;
}

static int32_t member_kind(Walker *walker, Cursor cursor)
{
    if (!is_record(CALL_CLANG(walker, getCursorSemanticParent, cursor).kind))
        return NONE;
    if (cursor.kind >= CONSTRUCTOR && cursor.kind <= CONVERSION)
        return A_CONSTRUCTOR + cursor.kind - CONSTRUCTOR;
    if (CALL_CLANG(walker, CXXMethod_isStatic, cursor))
        return A_STATIC;
    return CALL_CLANG(walker, CXXMethod_isVirtual, cursor) ? A_VIRTUAL : A_METHOD;
}

static bool is_outside(Walker *walker, Cursor cursor)
{
    int32_t home = home_of(walker, CALL_CLANG(walker, getCanonicalCursor, cursor));
    return home != NONE && !is_project_file(walker, home);
}

static void read_initialiser(Walker *walker, Cursor cursor, Cursor value, const Span *span, Declaration *declaration)
{
    if (span && span->file == declaration->span.file) {
        declaration->initialiser_start = span->start;
        declaration->initialiser_end = span->end;
    }
    if (is_static_storage(walker, cursor))
        declaration->entries = read_entries(walker, value, CALL_CLANG(walker, getCursorType, cursor),
                                            declaration->span.file, &declaration->entries_count);
}

static void read_body(Walker *walker, size_t children, size_t count, Declaration *declaration)
{
    for (size_t index = children; index < children + count; index++) {
        Cursor child = child_at(walker, index);
        Span span;
        if (child.kind != COMPOUND)
            continue;
        /* That of `= default` isn't written: it is where the word ends. */
        if (span_of(walker, child, &span) && span.file == declaration->span.file && span.end > span.start + 1) {
            declaration->body_start = span.start;
            declaration->body_end = span.end;
        }
        return;
    }
}

static void read_parameters(Walker *walker, Cursor cursor, Declaration *declaration)
{
    int count = CALL_CLANG(walker, Cursor_getNumArguments, cursor);
    declaration->parameters = (int32_t)walker->parameters.count;
    for (int index = 0; index < count && !walker->memory.failed; index++) {
        int32_t symbol = symbol_of(walker, CALL_CLANG(walker, Cursor_getArgument, cursor, (unsigned)index));
        if (symbol != NONE)
            *ADD(&walker->memory, &walker->parameters, int32_t) = symbol_at(walker, symbol)->id;
    }
    declaration->parameters_count = (int32_t)walker->parameters.count - declaration->parameters;
}

static void read_function(Walker *walker, Cursor cursor, size_t children, size_t count, Declaration *declaration)
{
    read_body(walker, children, count, declaration);
    read_parameters(walker, cursor, declaration);
    Type type = CALL_CLANG(walker, getCursorType, cursor);
    declaration->result_type = type_info(walker, CALL_CLANG(walker, getResultType, type)).spelling;
    if (!walker->is_c)
        declaration->member = member_kind(walker, cursor);
}

static void read_facts(Walker *walker, Cursor cursor, size_t children, size_t count, Declaration *declaration)
{
    bool is_variable = cursor.kind == VARIABLE, is_named_function = is_function(cursor.kind);
    TypeInfo info = type_info(walker, CALL_CLANG(walker, getCursorType, cursor));
    Cursor around, value;
    /* Fields and constants are declared in records and enumerations, and so never directly in a function. */
    bool is_local = cursor.kind != FIELD && cursor.kind != ENUM_CONSTANT && function_around(walker, cursor, &around);
    int32_t function = is_local ? symbol_of(walker, around) : NONE;
    bool has_value = is_variable && initialiser_of(walker, cursor, &value);
    Span span;
    bool is_written = has_value && span_of(walker, value, &span);
    if (!walker->is_c && is_written && span.file == declaration->span.file && span.start == declaration->name_start &&
        span.end == declaration->name_end)
        has_value = is_written = false; /* `Foo foo;` calls a constructor in C++ where nothing is written. */
    declaration->storage = is_variable || is_named_function ? (int32_t)storage_of(walker, cursor) : NOT_WRITTEN;
    read_state(walker, cursor, has_value, function != NONE, declaration);
    declaration->linkage = cursor.kind == FIELD || cursor.kind == PARAMETER ? NO_LINKAGE
                                                                             : (int32_t)linkage_of(walker, cursor);
    declaration->type = info.spelling;
    declaration->canonical_type = info.canonical;
    declaration->is_const = info.is_const;
    declaration->pointee_record = info.record;
    declaration->function = function == NONE ? NONE : symbol_at(walker, function)->id;
    declaration->parent = parent_of(walker, cursor);
    if (has_value)
        read_initialiser(walker, cursor, value, is_written ? &span : NULL, declaration);
    if (is_named_function)
        read_function(walker, cursor, children, count, declaration);
    int access = walker->is_c ? 0 : CALL_CLANG(walker, getCXXAccessSpecifier, cursor);
    declaration->is_public = access != PROTECTED && access != PRIVATE;
    declaration->declared_outside = (is_variable || is_named_function) && declaration->linkage != NO_LINKAGE &&
                                    is_outside(walker, cursor);
}

/* Keep a declaration, in the place of the one that was read from the same text before: a header without a guard. */
static void keep(Walker *walker, const Declaration *found)
{
    Key key = KEY(PAIR(found->span.file, found->span.start), PAIR(found->span.end, found->name_start),
                  PAIR(found->name_end, symbol_at(walker, found->symbol)->id));
    int32_t *known = map_at(&walker->memory, &walker->declaration_at, key);
    if (*known != NONE) {
        AT(walker->declarations, *known, Declaration)->order.sequence = found->order.sequence;
        return;
    }
    *known = (int32_t)walker->declarations.count;
    *ADD(&walker->memory, &walker->declarations, Declaration) = *found;
}

int32_t read_declaration(Walker *walker, Cursor *cursor, size_t children, size_t count)
{
    int32_t number = symbol_of(walker, *cursor);
    if (number == NONE)
        return NONE;
    Symbol symbol = *symbol_at(walker, number);
    bool needs_name = cursor->kind == VARIABLE || cursor->kind == FIELD || is_function(cursor->kind);
    if (needs_name && text_length(&walker->texts, symbol.name) == 0)
        return number;
    if (symbol.kind == A_RECORD && CALL_CLANG(walker, Cursor_isAnonymousRecordDecl, *cursor))
        return number;
    /* A local variable after a comma would start at its name, unless it's taken for the first one. */
    if (cursor->kind == VARIABLE)
        cursor->data[1] = (const void *)1;
    Declaration found = {.symbol = number, .initialiser_start = NONE, .entries_count = NONE, .body_start = NONE,
                         .result_type = NONE, .member = NONE};
    Place place;
    if (!span_of(walker, *cursor, &found.span) || !is_project_file(walker, found.span.file) ||
        !name_place(walker, *cursor, &place))
        return number;
    read_name(walker, &symbol, place, &found);
    read_facts(walker, *cursor, children, count, &found);
    found.order = (Order){0, found.span.start, found.name_start, walker->declared++};
    keep(walker, &found);
    return number;
}
