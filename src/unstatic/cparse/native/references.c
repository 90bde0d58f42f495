/* The walk over the project's part of the tree: every declaration and every use of a name. */

#include "walker.h"

#include <string.h>

static int visit(Cursor cursor, Cursor parent, void *data);

static void descend(Walker *walker, Cursor cursor)
{
    CALL_CLANG(walker, visitChildren, cursor, visit, walker);
}

static void visit_child(Walker *walker, Cursor child, Cursor parent)
{
    walker->has_call = false;
    if (visit(child, parent, walker) == RECURSE)
        descend(walker, child);
}

void walk_top(Walker *walker, Cursor cursor, Cursor parent)
{
    if (visit(cursor, parent, walker) == RECURSE)
        descend(walker, cursor);
}

/* Whether a letter at `index` begins a name, and isn't part of a number such as 0x1fUL, 1e5 or 1.e5. */
static bool begins_name(unsigned char before, unsigned char last, unsigned char byte)
{
    bool is_start = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '$' ||
                    byte == '\\' || byte >= 0x80;
    bool is_continued = (last >= 'a' && last <= 'z') || (last >= 'A' && last <= 'Z') || (last >= '0' && last <= '9') ||
                        last == '_' || (last == '.' && before >= '0' && before <= '9');
    return is_start && !is_continued;
}

/* Return the end of the comment or text that begins at `start`, or `start` if none does. */
static const char *end_of_literal(const char *start, const char *end)
{
    const char *at = start + 1;
    if (*start == '/' && at < end && *at == '*') {
        for (at++; at + 1 < end; at++)
            if (at[0] == '*' && at[1] == '/')
                return at + 2;
        return start;
    }
    if (*start == '/' && at < end && *at == '/') {
        for (; at < end && *at != '\n'; at++) {
            const char *next = at + 1 < end && at[1] == '\r' ? at + 2 : at + 1;
            if (*at == '\\' && next < end && *next == '\n')
                at = next;
        }
        return at;
    }
    if (*start == '"' || *start == '\'')
        for (; at < end; at++) {
            if (*at == *start)
                return at + 1;
            if (*at == '\\')
                at++;
        }
    return start;
}

/* Whether an initialiser is nothing but numbers and texts: tables of them can be huge. */
static bool names_nothing(Walker *walker, Cursor value)
{
    Span span;
    if (!span_of(walker, value, &span) || !is_project_file(walker, span.file))
        return false;
    const File *file = file_at(walker, span.file);
    int32_t last = span.end < file->length ? span.end : file->length;
    if (span.start >= last || file->data[span.start] != '{' || file->data[last - 1] != '}')
        return false;
    const char *at = file->data + span.start, *end = file->data + last;
    unsigned char before = 0, previous = 0;
    while (at < end) {
        const char *literal = end_of_literal(at, end);
        unsigned char byte = literal > at ? ' ' : (unsigned char)*at;
        if (begins_name(before, previous, byte))
            return false;
        before = previous;
        previous = byte;
        at = literal > at ? literal : at + 1;
    }
    return true;
}

/* A letter of ASCII, a digit or an underscore, throughout; other letters are the caller's to judge. */
static bool is_identifier(Walker *walker, int32_t name)
{
    const char *bytes = text_bytes(&walker->texts, name);
    size_t length = text_length(&walker->texts, name);
    for (size_t index = 0; index < length; index++) {
        unsigned char byte = (unsigned char)bytes[index];
        bool is_digit = byte >= '0' && byte <= '9';
        if (byte >= 0x80)
            return walker->ask_name(bytes, (int32_t)length) != 0;
        if (!(is_digit && index) && !(byte >= 'a' && byte <= 'z') && !(byte >= 'A' && byte <= 'Z') && byte != '_')
            return false;
    }
    return length > 0;
}

/* Whether a name stands at an offset, lines that a backslash continues joined. */
static bool stands_spliced(Walker *walker, const File *file, int32_t offset, int32_t name)
{
    const char *bytes = text_bytes(&walker->texts, name);
    size_t length = text_length(&walker->texts, name), window = 2 * length + 16, matched = 0;
    for (size_t index = 0; index < window && matched < length;) {
        int32_t at = offset + (int32_t)index;
        if (byte_at(file, at) == '\\' && byte_at(file, at + 1) == '\n')
            index += 2;
        else if (byte_at(file, at) == '\\' && byte_at(file, at + 1) == '\r' && byte_at(file, at + 2) == '\n')
            index += 3;
        else if (at < file->length && byte_at(file, at) == (unsigned char)bytes[matched])
            matched++, index++;
        else
            return false;
    }
    return matched == length;
}

/* The use of a macro that is given the macro which makes the name: `NAMES(INTERN)`. */
static bool is_handed(Walker *walker, Cursor cursor, const Symbol *symbol, Place *place)
{
    bool is_made = symbol->kind == A_VARIABLE || symbol->kind == A_PARAMETER || symbol->kind == A_FUNCTION;
    Place around;
    if (!is_made || !expanded(walker, CALL_CLANG(walker, getCursorLocation, cursor), &around) ||
        expansion_at(walker, around.file, around.offset) == NONE || !is_identifier(walker, symbol->name))
        return false;
    *place = around;
    return true;
}

/* Find where the name at a node is written, and the macro that makes it (NONE, or an empty text for joined lines). */
static bool find_use(Walker *walker, Cursor cursor, const Symbol *symbol, Place *place, int32_t *macro)
{
    if (!name_place(walker, cursor, place) || !is_project_file(walker, place->file))
        return false;
    const File *file = file_at(walker, place->file);
    int32_t expansion = expansion_at(walker, place->file, place->offset);
    *macro = NONE;
    if (expansion == NONE) {
        const char *name = text_bytes(&walker->texts, symbol->name);
        if (stands_at(file, place->offset, name, text_length(&walker->texts, symbol->name)))
            return true;
        if (stands_spliced(walker, file, place->offset, symbol->name)) {
            *macro = text_number(&walker->memory, &walker->texts, "", 0);
            return true;
        }
        if (!is_handed(walker, cursor, symbol, place))
            return false;
        expansion = expansion_at(walker, place->file, place->offset);
    }
    *macro = AT(walker->expansions, expansion, Expansion)->name;
    return true;
}

static bool calls(Walker *walker, Cursor call, Cursor target)
{
    if (walker->is_c)
        return true;
    /* In C++ the first child of a call may be an operand, or the argument of a constructor. What a call in a template
       refers to is known once it is instantiated, but its first child is what is called. */
    Cursor called = CALL_CLANG(walker, getCursorReferenced, call);
    return called.data[0] == target.data[0] || !is_function(called.kind);
}

/* What an overloaded name refers to, if only one thing is possible. Calls in templates aren't resolved yet; in
   initialisers libclang shows names as if they weren't. What a table of the project names there is the project's own
   function, not that of a library that has the same name. */
static Cursor only_candidate(Walker *walker, Cursor target)
{
    unsigned count = CALL_CLANG(walker, getNumOverloadedDecls, target), ours = 0;
    Cursor found = target;
    if (count == 1)
        return CALL_CLANG(walker, getOverloadedDecl, target, 0);
    if (walker->initialises == NONE || walker->function != NONE)
        return target;
    for (unsigned index = 0; index < count; index++) {
        Cursor candidate = CALL_CLANG(walker, getOverloadedDecl, target, index);
        Span span;
        if (span_of(walker, candidate, &span) && is_project_file(walker, span.file)) {
            found = candidate;
            ours++;
        }
    }
    return ours == 1 ? found : target;
}

static void read_reference(Walker *walker, Cursor cursor, const Cursor *call)
{
    Cursor target = CALL_CLANG(walker, getCursorReferenced, cursor);
    if (target.kind == OVERLOADED)
        target = only_candidate(walker, target);
    int32_t number = symbol_of(walker, target);
    if (number == NONE)
        return;
    Symbol symbol = *symbol_at(walker, number);
    Place place;
    int32_t macro;
    if (text_length(&walker->texts, symbol.name) == 0 || !find_use(walker, cursor, &symbol, &place, &macro))
        return;
    bool is_call = call != NULL && calls(walker, *call, target);
    /* One use of a macro may write several functions, and all that they name has the macro's place. */
    int32_t writing = macro == NONE ? NONE : walker->function;
    int32_t *known = map_at(&walker->memory, &walker->reference_at,
                            KEY(PAIR(place.file, place.offset), (uint32_t)symbol.id, (uint32_t)writing));
    Reference *found;
    if (*known == NONE) {
        *known = (int32_t)walker->references.count;
        found = ADD(&walker->memory, &walker->references, Reference);
    } else {
        found = AT(walker->references, *known, Reference);
        if (!is_call || found->is_call)
            return;
    }
    int32_t sequence = *known;
    *found = (Reference){{0, place.offset, 0, sequence}, place.file, place.offset, number, walker->function, is_call,
                         macro, walker->initialises};
}

/* Record the call of a constructor: the class's name is often not written at it. */
static void read_construction(Walker *walker, Cursor call, Cursor parent)
{
    Cursor target = CALL_CLANG(walker, getCursorReferenced, call);
    int32_t number = target.kind == CONSTRUCTOR ? symbol_of(walker, target) : NONE;
    Place place;
    if (number == NONE || !name_place(walker, call, &place) || !is_project_file(walker, place.file))
        return;
    const Symbol *symbol = symbol_at(walker, number);
    const char *name = text_bytes(&walker->texts, symbol->name);
    int32_t kind = ANOTHER;
    if (parent.kind == VARIABLE) {
        if (!is_static_storage(walker, parent) && !is_array(CALL_CLANG(walker, getCursorType, parent)))
            kind = A_LOCAL;
    } else if (parent.kind != NEW && expansion_at(walker, place.file, place.offset) == NONE &&
               stands_at(file_at(walker, place.file), place.offset, name, text_length(&walker->texts, symbol->name)))
        kind = A_TEMPORARY;
    *ADD(&walker->memory, &walker->constructions, Construction) =
        (Construction){place.file, place.offset, number, kind, walker->function};
}

static int visit_function(Walker *walker, Cursor cursor)
{
    size_t count, start = push_children(walker, cursor, &count);
    int32_t symbol = read_declaration(walker, &cursor, start, count);
    int32_t outer = walker->function;
    for (size_t index = start; index < start + count && !walker->memory.failed; index++) {
        Cursor child = child_at(walker, index);
        if (child.kind == COMPOUND && symbol != NONE)
            walker->function = symbol_at(walker, symbol)->id;
        visit_child(walker, child, cursor);
    }
    walker->function = outer;
    drop_children(walker, start);
    return CONTINUE;
}

static int visit_variable(Walker *walker, Cursor cursor)
{
    int32_t symbol = read_declaration(walker, &cursor, 0, 0);
    Cursor value;
    if (!initialiser_of(walker, cursor, &value) || symbol == NONE || !is_static_storage(walker, cursor))
        return RECURSE;
    int32_t outer = walker->initialises;
    size_t count, start = push_children(walker, cursor, &count);
    for (size_t index = start; index < start + count && !walker->memory.failed; index++) {
        Cursor child = child_at(walker, index);
        bool is_value = child.data[1] == value.data[1];
        if (is_value && walker->is_c && names_nothing(walker, value))
            continue;
        /* The bound of an array is an expression too. */
        walker->initialises = is_value ? symbol_at(walker, symbol)->id : outer;
        visit_child(walker, child, cursor);
    }
    walker->initialises = outer;
    drop_children(walker, start);
    return CONTINUE;
}

static bool is_simple(int kind)
{
    return kind == FIELD || kind == ENUM_CONSTANT || kind == TYPEDEF || kind == TYPE_ALIAS || is_record(kind);
}

static int visit_declaration(Walker *walker, Cursor cursor, Cursor parent)
{
    if (is_function(cursor.kind))
        return visit_function(walker, cursor);
    if (cursor.kind == VARIABLE)
        return visit_variable(walker, cursor);
    if (is_record(cursor.kind)) {
        /* In C, a record inside another one is met a second time, on its own. */
        int32_t *seen = map_at(&walker->memory, &walker->records_seen, KEY((uintptr_t)cursor.data[0]));
        if (*seen != NONE)
            return CONTINUE;
        *seen = 1;
    }
    /* The parameters of a function pointer's type are nothing that could be used. */
    if (is_simple(cursor.kind) || is_function(parent.kind))
        read_declaration(walker, &cursor, 0, 0);
    return RECURSE;
}

static int visit(Cursor cursor, Cursor parent, void *data)
{
    Walker *walker = data;
    int kind = cursor.kind, next = RECURSE;
    Span span;
    /* An implicit cast or parentheses between a call and the name that it calls. */
    if (kind == UNEXPOSED || kind == PARENTHESES)
        return RECURSE;
    Cursor call = walker->call;
    bool has_call = walker->has_call;
    walker->has_call = false;
    if (kind == DECL_REF || kind == MEMBER_REF_EXPR || kind == MEMBER_REF || kind == TYPE_REF) {
        read_reference(walker, cursor, has_call ? &call : NULL);
    } else if (kind == CALL) {
        walker->call = cursor;
        walker->has_call = true;
        if (!walker->is_c)
            read_construction(walker, cursor, parent);
    } else if (kind == VARIABLE || kind == PARAMETER || is_function(kind) || is_simple(kind)) {
        next = visit_declaration(walker, cursor, parent);
    } else if (kind == LAMBDA && span_of(walker, cursor, &span)) {
        *ADD(&walker->memory, &walker->lambdas, Lambda) = (Lambda){span};
    }
    return walker->memory.failed ? BREAK : next;
}
