/* The identity of what a name stands for, equal across redeclarations and, for external names, across units. */

#include "walker.h"

#include <string.h>

#define STATIC_CLASS 3 /* CX_SC_Static */

bool is_function(int kind)
{
    return kind == FUNCTION || kind == METHOD || kind == CONSTRUCTOR || kind == DESTRUCTOR || kind == CONVERSION ||
           kind == FUNCTION_TEMPLATE;
}

bool is_record(int kind)
{
    return kind == STRUCT || kind == UNION || kind == CLASS || kind == CLASS_TEMPLATE;
}

static int32_t symbol_kind(int kind)
{
    if (is_function(kind))
        return A_FUNCTION;
    if (is_record(kind))
        return A_RECORD;
    switch (kind) {
    case TYPEDEF:
    case TYPE_ALIAS:
        return A_TYPEDEF;
    case VARIABLE:
        return A_VARIABLE;
    case PARAMETER:
        return A_PARAMETER;
    case FIELD:
        return A_FIELD;
    case ENUM_CONSTANT:
        return AN_ENUM_CONSTANT;
    default:
        return NONE;
    }
}

const Symbol *symbol_at(const Walker *walker, int32_t number)
{
    return AT(walker->symbols, number, Symbol);
}

enum Linkage linkage_of(Walker *walker, Cursor declaration)
{
    switch (CALL_CLANG(walker, getCursorLinkage, declaration)) {
    case 2:
        return INTERNAL;
    case 3: /* external, in an unnamed namespace */
    case 4:
        return EXTERNAL;
    default:
        return NO_LINKAGE;
    }
}

bool function_around(Walker *walker, Cursor declaration, Cursor *found)
{
    *found = CALL_CLANG(walker, getCursorSemanticParent, declaration);
    return is_function(found->kind);
}

bool has_static_storage_class(Walker *walker, Cursor variable)
{
    return CALL_CLANG(walker, Cursor_getStorageClass, variable) == STATIC_CLASS;
}

/* The declaration that stands for all of the same thing; of an instantiated function, its template: that is written. */
static Cursor first_declaration(Walker *walker, Cursor declaration)
{
    if (declaration.kind == FIELD || declaration.kind == ENUM_CONSTANT || declaration.kind == PARAMETER)
        return declaration;
    if (is_function(declaration.kind)) {
        Cursor written_as = CALL_CLANG(walker, getSpecializedCursorTemplate, declaration);
        if (is_function(written_as.kind))
            declaration = written_as;
    }
    return CALL_CLANG(walker, getCanonicalCursor, declaration);
}

/* "path:name@offset", or ":name" if it is written nowhere. */
static void add_placed(Walker *walker, Buffer *id, Cursor cursor, const Buffer *name)
{
    Place place;
    bool is_written = name_place(walker, cursor, &place);
    if (is_written)
        add_text(walker, id, file_at(walker, place.file)->path);
    add_chars(walker, id, ":");
    buffer_add(&walker->memory, id, name->items, name->count);
    if (is_written) {
        add_chars(walker, id, "@");
        add_number(walker, id, place.offset);
    }
}

static void add_owner(Walker *walker, Buffer *id, Cursor cursor)
{
    int32_t owner = symbol_of(walker, CALL_CLANG(walker, getCursorSemanticParent, cursor));
    if (owner != NONE)
        add_text(walker, id, symbol_at(walker, owner)->id);
    else
        add_placed(walker, id, cursor, &(Buffer){0});
}

static bool is_scope(int kind)
{
    return kind == NAMESPACE || is_record(kind);
}

/* The name behind those of the namespaces and classes around it. */
static void add_qualified(Walker *walker, Buffer *id, Cursor cursor, Buffer *name)
{
    Cursor parent = CALL_CLANG(walker, getCursorSemanticParent, cursor);
    Array scopes = {0};
    while (is_scope(parent.kind) && !walker->memory.failed) {
        *ADD(&walker->memory, &scopes, int32_t) =
            string_number(walker, CALL_CLANG(walker, getCursorSpelling, parent));
        parent = CALL_CLANG(walker, getCursorSemanticParent, parent);
    }
    for (size_t index = scopes.count; index-- > 0;) {
        int32_t scope = *AT(scopes, index, int32_t);
        if (text_length(&walker->texts, scope)) {
            add_text(walker, id, scope);
            add_chars(walker, id, "::");
        }
    }
    array_free(&scopes);
    buffer_add(&walker->memory, id, name->items, name->count);
}

static void add_record(Walker *walker, Buffer *id, Cursor cursor)
{
    static const char *const tags[] = {"struct ", "union ", "class ", "enum "};
    if (CALL_CLANG(walker, Cursor_isAnonymousRecordDecl, cursor)) {
        add_owner(walker, id, cursor);
        return;
    }
    if (CALL_CLANG(walker, Cursor_isAnonymous, cursor)) {
        add_placed(walker, id, cursor, &(Buffer){0});
        return;
    }
    String string = CALL_CLANG(walker, getTypeSpelling, CALL_CLANG(walker, getCursorType, cursor));
    const char *spelling = CALL_CLANG(walker, getCString, string);
    for (size_t index = 0; spelling && index < sizeof tags / sizeof *tags; index++)
        if (strncmp(spelling, tags[index], strlen(tags[index])) == 0) {
            spelling += strlen(tags[index]);
            break;
        }
    add_chars(walker, id, spelling);
    CALL_CLANG(walker, disposeString, string);
}

/* Whether a function's mangled name is the one that is written, but for underscores in front. */
static bool is_unmangled(Walker *walker, Cursor cursor, const Buffer *name)
{
    String string = CALL_CLANG(walker, Cursor_getMangling, cursor);
    const char *mangled = CALL_CLANG(walker, getCString, string);
    const char *plain = name->items ? name->items : "";
    size_t length = name->count;
    mangled = mangled ? mangled : "";
    mangled += strspn(mangled, "_");
    while (length && *plain == '_') {
        plain++;
        length--;
    }
    bool same = strlen(mangled) == length && memcmp(mangled, plain, length) == 0;
    CALL_CLANG(walker, disposeString, string);
    return same;
}

static void add_external(Walker *walker, Buffer *id, Cursor cursor, Buffer *name)
{
    if (!is_function(cursor.kind)) {
        add_qualified(walker, id, cursor, name);
        return;
    }
    if (is_unmangled(walker, cursor, name)) {
        buffer_add(&walker->memory, id, name->items, name->count);
        return;
    }
    /* C++ functions are overloaded: their parameters are part of who they are. */
    Buffer shown = {0};
    add_string(walker, &shown, CALL_CLANG(walker, getCursorDisplayName, cursor));
    if (CALL_CLANG(walker, CXXMethod_isConst, cursor))
        add_chars(walker, &shown, " const");
    add_qualified(walker, id, cursor, &shown);
    array_free(&shown);
}

/* Take `plain` as the identity of a static local variable; false if one in another block has it already. */
static bool take_plain(Walker *walker, int32_t plain)
{
    int32_t *known = map_at(&walker->memory, &walker->static_locals, KEY((uint32_t)plain));
    bool is_free = *known == NONE;
    *known = plain;
    return is_free;
}

static void add_local(Walker *walker, Buffer *id, Cursor cursor, const Buffer *name)
{
    Buffer local = {0};
    Cursor around;
    if (function_around(walker, cursor, &around))
        add_string(walker, &local, CALL_CLANG(walker, getCursorSpelling, around));
    add_chars(walker, &local, ":");
    buffer_add(&walker->memory, &local, name->items, name->count);
    bool is_done = false;
    if (cursor.kind == VARIABLE && has_static_storage_class(walker, cursor)) {
        add_text(walker, id, file_at(walker, home_of(walker, cursor))->path);
        add_chars(walker, id, ":");
        buffer_add(&walker->memory, id, local.items, local.count);
        is_done = take_plain(walker, number_of(walker, id));
        id->count = is_done ? id->count : 0;
    }
    if (!is_done)
        add_placed(walker, id, cursor, &local);
    array_free(&local);
}

static void add_linked(Walker *walker, Buffer *id, Cursor cursor, Buffer *name)
{
    enum Linkage linkage = linkage_of(walker, cursor);
    if (linkage == NO_LINKAGE) {
        add_local(walker, id, cursor, name);
        return;
    }
    if (linkage == INTERNAL) {
        int32_t home = home_of(walker, cursor);
        if (!is_project_file(walker, home)) {
            buffer_add(&walker->memory, id, name->items, name->count);
            return;
        }
        add_text(walker, id, file_at(walker, home)->path);
        add_chars(walker, id, ":");
    }
    add_external(walker, id, cursor, name);
}

static void add_identity(Walker *walker, Buffer *id, Cursor cursor, Buffer *name)
{
    if (is_record(cursor.kind)) {
        add_record(walker, id, cursor);
    } else if (cursor.kind == FIELD) {
        add_owner(walker, id, cursor);
        add_chars(walker, id, ".");
        buffer_add(&walker->memory, id, name->items, name->count);
    } else if (cursor.kind == TYPEDEF || cursor.kind == TYPE_ALIAS || cursor.kind == ENUM_CONSTANT) {
        add_qualified(walker, id, cursor, name);
    } else if (cursor.kind == PARAMETER) {
        add_local(walker, id, cursor, name);
    } else {
        add_linked(walker, id, cursor, name);
    }
}

static int32_t new_symbol(Walker *walker, Cursor cursor)
{
    bool is_nameless = is_record(cursor.kind) && CALL_CLANG(walker, Cursor_isAnonymous, cursor);
    int32_t name = is_nameless ? text_number(&walker->memory, &walker->texts, "", 0) : declared_name(walker, cursor);
    /* Texts move when others are added. */
    Buffer id = {0}, copy = {0};
    add_text(walker, &copy, name);
    add_identity(walker, &id, cursor, &copy);
    Symbol found = {number_of(walker, &id), symbol_kind(cursor.kind), name};
    array_free(&id);
    array_free(&copy);
    if (walker->memory.failed)
        return NONE;
    *ADD(&walker->memory, &walker->symbols, Symbol) = found;
    return walker->memory.failed ? NONE : (int32_t)walker->symbols.count - 1;
}

/* What is kept of a declaration that is no symbol of a kind that facts are about. */
#define NO_SYMBOL (-2)

int32_t symbol_of(Walker *walker, Cursor declaration)
{
    Key key = KEY((uintptr_t)declaration.data[0]);
    int32_t known = map_get(&walker->symbol_of, key);
    if (known != NONE)
        return known == NO_SYMBOL ? NONE : known;
    if (symbol_kind(declaration.kind) == NONE || walker->memory.failed)
        return NONE;
    Cursor first = first_declaration(walker, declaration);
    int32_t found = first.data[0] != declaration.data[0] ? symbol_of(walker, first) : new_symbol(walker, first);
    *map_at(&walker->memory, &walker->symbol_of, key) = found == NONE ? NO_SYMBOL : found;
    return found;
}
