#include "store/xlsx_book.h"

#include <stdlib.h>
#include <string.h>

static void links_clear(xlsx_book *book) {
    for (size_t i = 0; i < book->link_count; i++) {
        memory_free(book->links[i].id);
        memory_free(book->links[i].type);
        memory_free(book->links[i].target);
    }
    book->link_count = 0;
}

void xlsx_book_free(xlsx_book *book) {
    for (size_t i = 0; i < book->path_count; i++)
        memory_free(book->paths[i]);
    links_clear(book);
    memory_free(book->paths);
    memory_free(book->links);
    memory_free(book->shared_ends);
    memory_free(book->formats);
    text_free(&book->shared);
    sheet_names_free(&book->names);
    *book = (xlsx_book){0};
}

static shoal_status end_nothing(void *context, const char *name, shoal_error *error) {
    (void)context;
    (void)name;
    (void)error;
    return SHOAL_OK;
}

static shoal_status text_nothing(void *context, const char *bytes, size_t length,
                                 shoal_error *error) {
    (void)context;
    (void)bytes;
    (void)length;
    (void)error;
    return SHOAL_OK;
}

/* ---- Links between parts --------------------------------------------------------------------- */

static char *copy(const char *string) {
    return memory_text(string ? string : "", string ? strlen(string) : 0);
}

static shoal_status link_start(void *context, const char *name, const char *const *attributes,
                               shoal_error *error) {
    xlsx_book *book = context;
    if (!xml_is(name, "Relationship"))
        return SHOAL_OK;
    if (!memory_grow((void **)&book->links, &book->link_capacity, book->link_count + 1,
                     sizeof *book->links))
        return status_no_memory(error);
    xlsx_link *link = &book->links[book->link_count++];
    *link = (xlsx_link){copy(xml_attribute(attributes, NULL, "Id")),
                        copy(xml_attribute(attributes, NULL, "Type")),
                        copy(xml_attribute(attributes, NULL, "Target"))};
    return link->id && link->type && link->target ? SHOAL_OK : status_no_memory(error);
}

static const xml_handler link_handler = {link_start, end_nothing, text_nothing};

static bool ends_in(const char *string, const char *ending) {
    size_t length = strlen(string), tail = strlen(ending);
    return length >= tail && strcmp(string + length - tail, ending) == 0;
}

/* The first link of a kind, which is the last word of its type; or of an id. */
static const xlsx_link *link_of(const xlsx_book *book, const char *kind, const char *id) {
    for (size_t i = 0; i < book->link_count; i++)
        if (ends_in(book->links[i].type, kind) && (!id || strcmp(book->links[i].id, id) == 0))
            return &book->links[i];
    return NULL;
}

/* What a target means in a part of that name: "xl/workbook.xml" and "../a.xml" make "a.xml". */
static char *resolve(const char *part, const char *target) {
    text path = {0};
    if (*target == '/')
        return copy(target + 1);
    const char *slash = strrchr(part, '/');
    size_t folder = slash ? (size_t)(slash - part) : 0;
    while (strncmp(target, "../", 3) == 0 || strncmp(target, "./", 2) == 0) {
        bool up = target[1] == '.';
        target += up ? 3 : 2;
        while (up && folder > 0 && part[--folder] != '/')
            continue;
    }
    text_format(&path, "%.*s%s%s", (int)folder, part, folder ? "/" : "", target);
    if (path.failed)
        text_free(&path);
    return path.bytes;
}

/* ---- The list of sheets ---------------------------------------------------------------------- */

typedef struct book_reading {
    xlsx_book *book;
    const char *part; /* name of the workbook's own part */
} book_reading;

static bool is_true(const char *value) {
    return value && (strcmp(value, "1") == 0 || strcmp(value, "true") == 0);
}

/* Charts are sheets, too, but have no cells. */
static shoal_status add_sheet(const book_reading *of, const char *const *attributes,
                              shoal_error *error) {
    xlsx_book *book = of->book;
    const char *name = xml_attribute(attributes, NULL, "name");
    const char *id = xml_attribute(attributes, "relationships", "id");
    const char *state = xml_attribute(attributes, NULL, "state");
    const xlsx_link *link = id ? link_of(book, "/worksheet", id) : NULL;
    if (!name || !link)
        return SHOAL_OK;
    if (!memory_grow((void **)&book->paths, &book->path_capacity, book->path_count + 1,
                     sizeof *book->paths))
        return status_no_memory(error);
    char *path = book->paths[book->path_count++] = resolve(of->part, link->target);
    bool hidden = state && strcmp(state, "visible") != 0;
    if (!path || !sheet_names_add(&book->names, name, hidden))
        return status_no_memory(error);
    return SHOAL_OK;
}

static shoal_status book_start(void *context, const char *name, const char *const *attributes,
                               shoal_error *error) {
    const book_reading *of = context;
    if (xml_is(name, "workbookPr"))
        of->book->from_1904 = is_true(xml_attribute(attributes, NULL, "date1904"));
    return xml_is(name, "sheet") ? add_sheet(of, attributes, error) : SHOAL_OK;
}

static const xml_handler book_handler = {book_start, end_nothing, text_nothing};

/* The name of the part that holds the links of another: a/b.xml has a/_rels/b.xml.rels. */
static char *links_name(const char *part) {
    text name = {0};
    const char *slash = strrchr(part, '/');
    int folder = slash ? (int)(slash + 1 - part) : 0;
    text_format(&name, "%.*s_rels/%s.rels", folder, part, part + folder);
    if (name.failed)
        text_free(&name);
    return name.bytes;
}

static shoal_status read_links(xlsx_book *book, const sheet_request *request, const char *part,
                               shoal_error *error) {
    char *name = links_name(part);
    if (!name)
        return status_no_memory(error);
    links_clear(book);
    shoal_status status = sheet_parse(request, name, &link_handler, book, error);
    memory_free(name);
    return status;
}

/* ---- All ------------------------------------------------------------------------------------- */

/* A part that a workbook may have: `read` is called if it is there. */
typedef shoal_status part_reader(xlsx_book *book, const sheet_request *request, const char *member,
                                 shoal_error *error);

static shoal_status read_optional(xlsx_book *book, const sheet_request *request, const char *part,
                                  const char *kind, part_reader *read, shoal_error *error) {
    const xlsx_link *link = link_of(book, kind, NULL);
    if (!link)
        return SHOAL_OK;
    char *path = resolve(part, link->target);
    if (!path)
        return status_no_memory(error);
    shoal_status status = SHOAL_OK;
    if (zip_archive_has(request->from, path))
        status = read(book, request, path, error);
    memory_free(path);
    return status;
}

static shoal_status read_parts(xlsx_book *book, const sheet_request *request, const char *part,
                               shoal_error *error) {
    book_reading of = {book, part};
    if (ends_in(part, ".bin"))
        return status_fail(error, SHOAL_BAD_DATA,
                           "%.100s is a binary workbook (.xlsb): save it as .xlsx or CSV",
                           request->label);
    STATUS_TRY(read_links(book, request, part, error));
    STATUS_TRY(sheet_parse(request, part, &book_handler, &of, error));
    STATUS_TRY(read_optional(book, request, part, "/styles", xlsx_read_styles, error));
    return read_optional(book, request, part, "/sharedStrings", xlsx_read_shared, error);
}

shoal_status xlsx_book_read(xlsx_book *book, const sheet_request *request, shoal_error *error) {
    STATUS_TRY(read_links(book, request, "", error));
    const xlsx_link *link = link_of(book, "/officeDocument", NULL);
    char *part = link ? resolve("", link->target) : copy("xl/workbook.xml");
    if (!part)
        return status_no_memory(error);
    shoal_status status = read_parts(book, request, part, error);
    memory_free(part);
    return status;
}
