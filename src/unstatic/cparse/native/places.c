/* Places in files: which file a parser location means, at which byte, and which macro call it comes from. */

#include "walker.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

int32_t file_number(Walker *walker, void *handle)
{
    if (handle == walker->last_handle)
        return walker->last_file;
    int32_t *known = map_at(&walker->memory, &walker->file_numbers, KEY((uintptr_t)handle));
    if (*known == NONE) {
        int found = walker->ask_file(handle);
        if (found < 0 || (size_t)found >= walker->files.count) {
            walker->memory.failed = true;
            return NONE;
        }
        *known = found;
    }
    walker->last_handle = handle;
    walker->last_file = *known;
    return *known;
}

const File *file_at(const Walker *walker, int32_t number)
{
    static const File nothing = {NULL, 0, NONE};
    return number == NONE ? &nothing : AT(walker->files, number, File);
}

bool is_project_file(const Walker *walker, int32_t number)
{
    return file_at(walker, number)->data != NULL;
}

unsigned char byte_at(const File *file, int32_t offset)
{
    return file->data && offset >= 0 && offset < file->length ? (unsigned char)file->data[offset] : 0;
}

bool stands_at(const File *file, int32_t offset, const char *bytes, size_t length)
{
    if (!file->data || offset < 0 || offset > file->length || length > (size_t)(file->length - offset))
        return false;
    return memcmp(file->data + offset, bytes, length) == 0;
}

static bool placed(Walker *walker, void *handle, unsigned offset, Place *found)
{
    if (handle == NULL || offset > INT_MAX)
        return false;
    *found = (Place){file_number(walker, handle), (int32_t)offset};
    return found->file != NONE;
}

bool written(Walker *walker, Location location, Place *found)
{
    void *handle = NULL;
    unsigned offset = 0;
    CALL_CLANG(walker, getFileLocation, location, &handle, NULL, NULL, &offset);
    return placed(walker, handle, offset, found);
}

bool expanded(Walker *walker, Location location, Place *found)
{
    void *handle = NULL;
    unsigned offset = 0;
    CALL_CLANG(walker, getExpansionLocation, location, &handle, NULL, NULL, &offset);
    return placed(walker, handle, offset, found);
}

bool name_place(Walker *walker, Cursor cursor, Place *found)
{
    return written(walker, CALL_CLANG(walker, getCursorLocation, cursor), found);
}

int32_t home_of(Walker *walker, Cursor cursor)
{
    Place found;
    return expanded(walker, CALL_CLANG(walker, getCursorLocation, cursor), &found) ? found.file : NONE;
}

static Location location(Range range, unsigned code)
{
    return (Location){{range.data[0], range.data[1]}, code};
}

bool span_of(Walker *walker, Cursor cursor, Span *found)
{
    Range range = CALL_CLANG(walker, getCursorExtent, cursor);
    Place start, end, last;
    if (!expanded(walker, location(range, range.begin), &start) ||
        !expanded(walker, location(range, range.end), &end) || start.file != end.file)
        return false;
    /* An end inside a macro argument is reported as the start of the macro call. */
    int32_t expansion = expansion_at(walker, end.file, end.offset);
    if (expansion != NONE && !(written(walker, location(range, range.end), &last) && last.file == end.file &&
                               last.offset == end.offset))
        end.offset = AT(walker->expansions, expansion, Expansion)->span.end;
    *found = (Span){start.file, start.offset, end.offset > start.offset ? end.offset : start.offset};
    return true;
}

bool raw_span(Walker *walker, Cursor cursor, Span *found)
{
    Range range = CALL_CLANG(walker, getCursorExtent, cursor);
    Place start, end;
    if (!written(walker, location(range, range.begin), &start) || !written(walker, location(range, range.end), &end) ||
        start.file != end.file)
        return false;
    *found = (Span){start.file, start.offset, end.offset};
    return true;
}

int32_t expansion_at(const Walker *walker, int32_t file, int32_t offset)
{
    return map_get(&walker->expansion_at, KEY(PAIR(file, offset)));
}

static int push_child(Cursor child, Cursor parent, void *data)
{
    Walker *walker = data;
    (void)parent;
    *ADD(&walker->memory, &walker->children, Cursor) = child;
    return walker->memory.failed ? BREAK : CONTINUE;
}

size_t push_children(Walker *walker, Cursor cursor, size_t *count)
{
    size_t start = walker->children.count;
    CALL_CLANG(walker, visitChildren, cursor, push_child, walker);
    *count = walker->children.count - start;
    return start;
}

Cursor child_at(const Walker *walker, size_t index)
{
    return *AT(walker->children, index, Cursor);
}

void drop_children(Walker *walker, size_t start)
{
    walker->children.count = start;
}

int32_t number_of(Walker *walker, const Buffer *buffer)
{
    return text_number(&walker->memory, &walker->texts, buffer->items ? buffer->items : "", buffer->count);
}

int32_t string_number(Walker *walker, String string)
{
    const char *chars = CALL_CLANG(walker, getCString, string);
    chars = chars ? chars : "";
    int32_t number = text_number(&walker->memory, &walker->texts, chars, strlen(chars));
    CALL_CLANG(walker, disposeString, string);
    return number;
}

void add_string(Walker *walker, Buffer *buffer, String string)
{
    add_chars(walker, buffer, CALL_CLANG(walker, getCString, string));
    CALL_CLANG(walker, disposeString, string);
}

void add_text(Walker *walker, Buffer *buffer, int32_t text)
{
    buffer_add(&walker->memory, buffer, text_bytes(&walker->texts, text), text_length(&walker->texts, text));
}

void add_chars(Walker *walker, Buffer *buffer, const char *chars)
{
    buffer_add(&walker->memory, buffer, chars ? chars : "", chars ? strlen(chars) : 0);
}

void add_number(Walker *walker, Buffer *buffer, int32_t number)
{
    char digits[16];
    buffer_add(&walker->memory, buffer, digits, (size_t)snprintf(digits, sizeof digits, "%d", (int)number));
}

int32_t declared_name(Walker *walker, Cursor cursor)
{
    String string = CALL_CLANG(walker, getCursorSpelling, cursor);
    const char *chars = CALL_CLANG(walker, getCString, string);
    /* For unnamed members, libclang makes up a text such as "union (anonymous at x.c:1:2)". */
    bool is_made_up = chars && strchr(chars, '(') && strncmp(chars, "operator", 8) != 0;
    size_t length = chars && !is_made_up ? strlen(chars) : 0;
    int32_t number = text_number(&walker->memory, &walker->texts, length ? chars : "", length);
    CALL_CLANG(walker, disposeString, string);
    return number;
}
