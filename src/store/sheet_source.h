/* What the kinds of workbooks share: a file of them is read into memory, one sheet becomes CSV
 * records, and these are read as any other text, into the same table. */
#ifndef SHOAL_STORE_SHEET_SOURCE_H
#define SHOAL_STORE_SHEET_SOURCE_H

#include "files/xml_reader.h"
#include "files/zip_archive.h"
#include "store/sheet_grid.h"
#include "store/source_kind.h"

typedef struct sheet_request {
    zip_archive *from;
    const char *label;  /* of the file */
    const char *wanted; /* name of a sheet; NULL: the first that is not hidden */
    const volatile int *cancel;
} sheet_request;

/* The names of a workbook's sheets, in order. */
typedef struct sheet_names {
    char **name; /* [count] */
    bool *hidden;
    size_t count, name_capacity, hidden_capacity;
} sheet_names;

bool sheet_names_add(sheet_names *names, const char *name, bool hidden);
void sheet_names_free(sheet_names *names);
/* Which one is to be read; SHOAL_USAGE lists them where there is none of that name. */
SHOAL_CHECKED shoal_status sheet_names_choose(size_t *out, const sheet_names *names,
                                              const sheet_request *request, shoal_error *error);

/* Reads the names of all sheets and the cells of the wanted one; `chosen` is its place. */
typedef shoal_status sheet_reader(sheet_grid *grid, sheet_names *names, size_t *chosen,
                                  const sheet_request *request, shoal_error *error);

/* A member of the archive as XML. */
SHOAL_CHECKED shoal_status sheet_parse(const sheet_request *request, const char *member,
                                       const xml_handler *handler, void *context,
                                       shoal_error *error);

/* The calls of a kind. */
SHOAL_CHECKED shoal_status sheet_source_open(source **out, const source_kind *kind,
                                             sheet_reader *reader, const char *const *names,
                                             size_t count, const source_options *options,
                                             shoal_error *error);
SHOAL_CHECKED shoal_status sheet_source_read(shoal_table **out, source *from, const bool *wanted,
                                             shoal_error *error);
void sheet_source_close(source *from);

/* One workbook that lies in memory, as a source reads it: for tests. `grid` is freed by the caller,
 * also on failure. */
SHOAL_CHECKED shoal_status sheet_read_memory(sheet_grid *grid, sheet_reader *reader,
                                             const char *bytes, size_t length, const char *wanted,
                                             shoal_error *error);

extern sheet_reader xlsx_read_sheet, ods_read_sheet;

#endif
