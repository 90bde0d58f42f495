/* What the parser has at file level: declarations, and records of what the preprocessor did. */

#include "walker.h"

static bool is_letter(unsigned char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '$' || byte >= 0x80;
}

/* The macro that a record names, which stands at its start unless the line is continued within it. */
static int32_t macro_name(Walker *walker, Cursor record, Span span)
{
    const File *file = file_at(walker, span.file);
    int32_t end = span.start;
    if (is_letter(byte_at(file, end)))
        while (is_letter(byte_at(file, end)) || (byte_at(file, end) >= '0' && byte_at(file, end) <= '9'))
            end++;
    if (end == span.start || byte_at(file, end) == '\\')
        return string_number(walker, CALL_CLANG(walker, getCursorSpelling, record));
    return text_number(&walker->memory, &walker->texts, file->data + span.start, (size_t)(end - span.start));
}

static void read_definition(Walker *walker, Cursor record, Span span)
{
    int32_t name = macro_name(walker, record, span);
    *map_at(&walker->memory, &walker->defined, KEY((uint32_t)name)) = 1;
    *ADD(&walker->memory, &walker->definitions, Definition) = (Definition){span, name};
}

/* Enter where the macro that a record uses is defined, if that is in a file of the project. */
static void find_definition(Walker *walker, Cursor record, Expansion *expansion)
{
    Place place;
    if (!name_place(walker, CALL_CLANG(walker, getCursorReferenced, record), &place) ||
        !is_project_file(walker, place.file))
        return;
    const File *file = file_at(walker, place.file);
    int32_t start = place.offset < file->length ? place.offset : file->length;
    do
        start--;
    while (start > 0 && byte_at(file, start) != '#');
    expansion->definition_file = place.file;
    expansion->definition_start = start > 0 ? start : 0;
}

static void read_expansion(Walker *walker, Cursor record, Span span)
{
    int32_t *known = map_at(&walker->memory, &walker->expansion_at, KEY(PAIR(span.file, span.start)));
    if (*known != NONE)
        return;
    *known = (int32_t)walker->expansions.count;
    Expansion found = {{0}, span, macro_name(walker, record, span), NONE, NONE};
    found.order = (Order){0, span.start, span.end, *known};
    /* Most are macros of others, and need not be asked for their definition. */
    if (map_get(&walker->defined, KEY((uint32_t)found.name)) != NONE)
        find_definition(walker, record, &found);
    *ADD(&walker->memory, &walker->expansions, Expansion) = found;
}

static void read_inclusion(Walker *walker, Cursor record, Span span)
{
    void *handle = CALL_CLANG(walker, getIncludedFile, record);
    if (handle == NULL)
        return;
    int32_t included = file_number(walker, handle);
    *ADD(&walker->memory, &walker->inclusions, Inclusion) = (Inclusion){span, included};
}

static void read_record(Walker *walker, Cursor record)
{
    Span span;
    if (!raw_span(walker, record, &span) || !is_project_file(walker, span.file))
        return;
    if (record.kind == MACRO_DEFINITION)
        read_definition(walker, record, span);
    else if (record.kind == MACRO_EXPANSION)
        read_expansion(walker, record, span);
    else
        read_inclusion(walker, record, span);
}

static int read_top(Cursor cursor, Cursor parent, void *data)
{
    Walker *walker = data;
    if (cursor.kind >= MACRO_DEFINITION && cursor.kind <= INCLUSION)
        read_record(walker, cursor);
    else if (is_project_file(walker, home_of(walker, cursor))) {
        *ADD(&walker->memory, &walker->top_cursors, Cursor) = cursor;
        *ADD(&walker->memory, &walker->top_cursors, Cursor) = parent;
    }
    return walker->memory.failed ? BREAK : CONTINUE;
}

void read_top_level(Walker *walker)
{
    Cursor unit = CALL_CLANG(walker, getTranslationUnitCursor, walker->unit);
    CALL_CLANG(walker, visitChildren, unit, read_top, walker);
}
