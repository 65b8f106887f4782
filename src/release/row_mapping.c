#include "release/row_mapping.h"

#include "base/memory.h"
#include "data/taken_rows.h"
#include "files/byte_source.h"

#include <inttypes.h>
#include <string.h>

#define FIRST_LINE "shoal mapping 1"

void row_mapping_free(row_mapping *mapping) {
    memory_free(mapping->row);
    *mapping = (row_mapping){0};
}

void row_mapping_print(text *out, const row_mapping *mapping) {
    text_format(out, FIRST_LINE "\ninput %s %" PRIu64 "\nrelease %s %" PRIu64 "\n",
                mapping->input.sha256, mapping->input.rows, mapping->release.sha256,
                mapping->release.rows);
    for (uint64_t i = 0; i < mapping->release.rows; i++)
        text_format(out, "%" PRIu64 "\n", (uint64_t)mapping->row[i] + 1);
}

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct mapping_lines {
    const char *at, *end;
    const char *label;
    uint64_t line; /* of the last that was taken */
} mapping_lines;

static shoal_status fail(const mapping_lines *in, const char *expected, shoal_error *error) {
    return status_fail(error, SHOAL_BAD_DATA,
                       "%.120s: line %" PRIu64 " of the mapping is not %s: it is no mapping, or "
                       "was changed; make it again with the release",
                       in->label, in->line, expected);
}

/* The next line without its end; false where there is none, or it has no end. */
static bool take_line(mapping_lines *in, const char **begin, size_t *length) {
    const char *end = in->at < in->end ? memchr(in->at, '\n', (size_t)(in->end - in->at)) : NULL;
    in->line++;
    if (!end)
        return false;
    *begin = in->at;
    *length = (size_t)(end - in->at);
    in->at = end + 1;
    return true;
}

/* A number without leading zeros, at most UINT32_MAX, which is all of the text. */
static bool take_number(uint64_t *out, const char *digits, size_t length) {
    *out = 0;
    if (length == 0 || length > 10 || (digits[0] == '0' && length > 1))
        return false;
    for (size_t i = 0; i < length; i++) {
        if (digits[i] < '0' || digits[i] > '9')
            return false;
        *out = *out * 10 + (uint64_t)(digits[i] - '0');
    }
    return *out <= UINT32_MAX;
}

static bool is_hash(const char *digits) {
    for (size_t i = 0; i < 64; i++)
        if (!(digits[i] >= '0' && digits[i] <= '9') && !(digits[i] >= 'a' && digits[i] <= 'f'))
            return false;
    return true;
}

/* "NAME HASH ROWS" */
static bool take_file(mapped_file *out, mapping_lines *in, const char *name) {
    const char *at;
    size_t length, prefix = strlen(name);
    if (!take_line(in, &at, &length) || length < prefix + 66 || memcmp(at, name, prefix) != 0 ||
        !is_hash(at + prefix) || at[prefix + 64] != ' ')
        return false;
    memcpy(out->sha256, at + prefix, 64);
    out->sha256[64] = '\0';
    return take_number(&out->rows, at + prefix + 65, length - prefix - 65);
}

static shoal_status take_rows(row_mapping *out, mapping_lines *in, shoal_error *error) {
    uint64_t *seen = memory_zero(out->input.rows / 64 + 1, sizeof *seen); /* a bit per row */
    out->row = memory_new(out->release.rows + 1, sizeof *out->row);
    shoal_status status = seen && out->row ? SHOAL_OK : status_no_memory(error);
    for (uint64_t i = 0; status == SHOAL_OK && i < out->release.rows; i++) {
        const char *at;
        size_t length;
        uint64_t row = 0;
        if (!take_line(in, &at, &length) || !take_number(&row, at, length) || row < 1 ||
            row > out->input.rows || (seen[row / 64] >> (row % 64) & 1)) {
            status = fail(in, "a row of the input that was not named before", error);
            break;
        }
        seen[row / 64] |= (uint64_t)1 << (row % 64);
        out->row[i] = (uint32_t)(row - 1);
    }
    memory_free(seen);
    return status;
}

shoal_status row_mapping_parse(row_mapping *out, const char *bytes, size_t length,
                               const char *label, shoal_error *error) {
    mapping_lines in = {bytes, bytes + length, label, 0};
    const char *at;
    size_t here;
    *out = (row_mapping){0};
    if (!take_line(&in, &at, &here) || here != strlen(FIRST_LINE) ||
        memcmp(at, FIRST_LINE, here) != 0)
        return fail(&in, "\"" FIRST_LINE "\"", error);
    if (!take_file(&out->input, &in, "input "))
        return fail(&in, "the hash and the rows of the input", error);
    if (!take_file(&out->release, &in, "release "))
        return fail(&in, "the hash and the rows of the release", error);
    /* A row takes two bytes at least: numbers that promise more are wrong, not a reason to ask for
     * memory. An input has no more rows than a release of it could lack. */
    if (out->release.rows > length / 2 || out->release.rows > out->input.rows)
        return fail(&in, "a number of rows that the file has", error);
    STATUS_TRY(take_rows(out, &in, error));
    in.line++;
    return in.at == in.end ? SHOAL_OK : fail(&in, "the end", error);
}

shoal_status row_mapping_read(row_mapping *out, const char *path, shoal_error *error) {
    byte_source *from = NULL;
    text all = {0};
    char block[65536];
    size_t got = 1;
    *out = (row_mapping){0};
    shoal_status status = byte_source_open_path(&from, path, path, error);
    while (status == SHOAL_OK && got > 0) {
        status = byte_source_read(from, block, sizeof block, &got, error);
        if (status == SHOAL_OK)
            text_add(&all, block, got);
    }
    byte_source_close(from);
    if (status == SHOAL_OK && all.failed)
        status = status_no_memory(error);
    if (status == SHOAL_OK)
        status = row_mapping_parse(out, all.bytes ? all.bytes : "", all.length, path, error);
    text_free(&all);
    return status;
}

/* ---- Use ------------------------------------------------------------------------------------- */

static bool is_of(const mapped_file *of, const shoal_table *table) {
    return of->rows == table->rows && strcmp(of->sha256, table->sha256) == 0;
}

shoal_status row_mapping_check(const row_mapping *mapping, const char *path,
                               const shoal_table *release, const shoal_table *original,
                               shoal_error *error) {
    bool released = is_of(&mapping->release, release);
    if (released && is_of(&mapping->input, original))
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "mapping_of_others", "mapping",
                         "%.100s is the mapping of another %s: its hash or its number of rows is "
                         "not that of the file given",
                         path, released ? "original" : "release");
}

shoal_status row_mapping_apply(mapped_rows *out, const row_mapping *mapping, shoal_table *release,
                               shoal_error *error) {
    size_t originals = (size_t)mapping->input.rows, rows = release->rows, at = 0;
    uint32_t *place = memory_new(originals, sizeof *place);
    out->from = memory_new(rows, sizeof *out->from);
    out->paired = memory_zero(originals, sizeof *out->paired);
    out->to = memory_new(rows, sizeof *out->to);
    bool fine = place && out->from && out->to && out->paired;
    for (size_t row = 0; fine && row < rows; row++) {
        out->paired[mapping->row[row]] = true;
        place[mapping->row[row]] = (uint32_t)row;
    }
    for (size_t i = 0; fine && i < originals; i++)
        if (out->paired[i]) {
            out->to[place[i]] = (uint32_t)at;
            out->from[at++] = place[i];
        }
    fine = fine && table_take_rows(release, out->from, NULL);
    memory_free(place);
    return fine ? SHOAL_OK : status_no_memory(error);
}

void mapped_rows_free(mapped_rows *rows) {
    memory_free(rows->from);
    memory_free(rows->to);
    memory_free(rows->paired);
    *rows = (mapped_rows){0};
}
