/* Which row of a release is which row of its input: a private file, for those who have both, since
 * the order of a release does not say it.
 *
 *     shoal mapping 1
 *     input SHA-256 ROWS
 *     release SHA-256 ROWS
 *     the row of the input, from 1, of each row of the release: a line each */
#ifndef SHOAL_RELEASE_ROW_MAPPING_H
#define SHOAL_RELEASE_ROW_MAPPING_H

#include "base/text.h"
#include "data/table.h"

typedef struct mapped_file {
    char sha256[65]; /* of its bytes */
    uint64_t rows;
} mapped_file;

typedef struct row_mapping {
    mapped_file input, release;
    uint32_t *row; /* [release.rows] from 0, each below input.rows and no two alike */
} row_mapping;

void row_mapping_free(row_mapping *mapping);

void row_mapping_print(text *out, const row_mapping *mapping);

/* SHOAL_BAD_DATA, naming `label` and the line, unless the bytes are a whole mapping. Free it also
 * after a failure. */
SHOAL_CHECKED shoal_status row_mapping_parse(row_mapping *out, const char *bytes, size_t length,
                                             const char *label, shoal_error *error);
SHOAL_CHECKED shoal_status row_mapping_read(row_mapping *out, const char *path, shoal_error *error);

/* SHOAL_USAGE unless it is a mapping of these two tables, whose hashes were asked for. */
SHOAL_CHECKED shoal_status row_mapping_check(const row_mapping *mapping, const char *path,
                                             const shoal_table *release,
                                             const shoal_table *original, shoal_error *error);

/* The rows of a release in the order of its original's. */
typedef struct mapped_rows {
    uint32_t *from; /* [rows of the release] the row of the file at each place */
    uint32_t *to;   /* [rows of the release] the place of each row of the file */
    bool *paired;   /* [rows of the original] has a row in the release */
} mapped_rows;

/* Puts the rows of the release into that order. Free it also after a failure. */
SHOAL_CHECKED shoal_status row_mapping_apply(mapped_rows *out, const row_mapping *mapping,
                                             shoal_table *release, shoal_error *error);
void mapped_rows_free(mapped_rows *rows);

#endif
