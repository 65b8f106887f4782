#include "store/csv_head.h"

#include "base/memory.h"
#include "files/text_utf8.h"
#include "store/csv_fault.h"
#include "store/csv_index.h"
#include "store/csv_sniff.h"
#include "store/value_encoder.h"

#include <ctype.h>
#include <stdio.h>

#define SAMPLE_BYTES ((size_t)128 * 1024)

/* The first record that is not blank, and the text it lies in. */
typedef struct first_record {
    int64_t line; /* of the text */
    char *text;
    size_t length;
    size_t begin;
    csv_record record;
} first_record;

void csv_head_free(csv_head *head) {
    for (size_t i = 0; head->names && i < head->columns; i++)
        memory_free(head->names[i]);
    memory_free(head->names);
}

static void find_first(first_record *first, const csv_dialect *dialect) {
    for (first->begin = 0; first->begin < first->length; first->begin = first->record.next) {
        first->record = csv_scan(dialect, first->text, first->begin, first->length, NULL, 0);
        if (!first->record.blank)
            return;
    }
    first->record = (csv_record){.fault = CSV_SOUND};
}

/* Excel's `sep=;`, also in quotes: its length with the line end, 0 where there is none. */
static size_t separator_line(const char *text, size_t length, char *delimiter) {
    size_t at = length > 0 && text[0] == '"';
    bool quoted = at > 0;
    if (length < at + 6 || strncasecmp(text + at, "sep=", 4) != 0)
        return 0;
    *delimiter = text[at + 4];
    if ((unsigned char)*delimiter >= 0x80 || isalnum((unsigned char)*delimiter) ||
        strchr("\"\r\n", *delimiter))
        return 0;
    at += 5;
    if (quoted && text[at++] != '"')
        return 0;
    if (at + 1 < length && text[at] == '\r')
        at++;
    return at < length && text[at] == '\n' ? at + 1 : 0;
}

/* What the line names comes after what the caller has named. */
static shoal_status take_separator(csv_head *head, csv_chunks *chunks, csv_wish *wish,
                                   shoal_error *error) {
    char *text, named = 0;
    size_t length;
    bool complete;
    STATUS_TRY(csv_chunks_peek(chunks, SAMPLE_BYTES, &text, &length, &complete, error));
    head->separated_bytes = separator_line(text, length, &named);
    head->separated = head->separated_bytes > 0;
    if (head->separated && !wish->delimiter)
        wish->delimiter = named;
    csv_chunks_skip(chunks, head->separated_bytes);
    return SHOAL_OK;
}

/* Whether the first line, of any dialect, ends with CR LF. */
static bool ends_with_crlf(const char *text, size_t length) {
    const char *line = memchr(text, '\n', length);
    return line && line > text && line[-1] == '\r';
}

/* Lines that end in a carriage return alone would be one record. */
static bool ends_with_cr(const char *text, size_t length) {
    const char *at = memchr(text, '\r', length), *line = memchr(text, '\n', length);
    bool single = !line || line + 1 == text + length;
    return single && at && at + 1 < text + length && at[1] != '\n';
}

/* The first record may be larger than the sample: looks on until it is whole, or surely wrong. */
static shoal_status read_first(csv_head *head, first_record *first, csv_chunks *chunks,
                               csv_wish *wish, csv_sniffed *sniffed, const char *label,
                               shoal_error *error) {
    bool complete = false;
    for (size_t wanted = SAMPLE_BYTES;; wanted *= 2) {
        STATUS_TRY(csv_chunks_peek(chunks, wanted, &first->text, &first->length, &complete, error));
        head->crlf |= ends_with_crlf(first->text, first->length);
        if (!wish->delimiter && ends_with_cr(first->text, first->length))
            return csv_fail(error, label, first->line, 0,
                            "the lines end in a carriage return alone: convert them to line feeds");
        STATUS_TRY(csv_sniff(sniffed, first->text, first->length, wish->delimiter, wish->header,
                             wish->trim, error));
        if (sniffed->dialect.delimiter == SOURCE_BLANKS) {
            head->blanks = true;
            csv_chunks_squeeze(chunks);
            wish->delimiter = ' ';
            wish->trim = SHOAL_NO;
            wanted /= 2;
            continue;
        }
        find_first(first, &sniffed->dialect);
        if (complete || first->record.next > 0 || csv_is_hopeless(&first->record, first->length))
            return SHOAL_OK;
    }
}

static shoal_status check_first(const first_record *first, const csv_sniffed *sniffed,
                                bool delimiter_given, const char *label, shoal_error *error) {
    const csv_record *record = &first->record;
    int64_t line = first->line + (int64_t)csv_count_lines(first->text, first->begin);
    if (record->fields == 0 && record->fault == CSV_SOUND)
        return csv_fail(error, label, first->line, 0, "the file is empty");
    if (record->fault != CSV_SOUND) {
        csv_chunk chunk = {.fault = record->fault, .fault_field = record->fields};
        csv_place place = {.label = label};
        place.line = first->line + (int64_t)csv_count_lines(first->text, record->fault_at);
        return csv_fail_chunk(error, &place, &chunk);
    }
    if (record->fields > CSV_MOST_COLUMNS)
        return csv_fail(error, label, line, 0, "more than %zu columns", CSV_MOST_COLUMNS);
    if (record->next == 0)
        return csv_fail(error, label, line, 0, "the record is longer than %zu bytes",
                        CSV_LONGEST_RECORD);
    size_t usual = sniffed->usual_fields;
    if (!delimiter_given && usual > 0 && usual != record->fields)
        return csv_fail(error, label, line, 0,
                        "has %zu field%s, but the records below have %zu: remove the line if it is "
                        "a comment",
                        record->fields, record->fields == 1 ? "" : "s", usual);
    return SHOAL_OK;
}

static shoal_status check_names(const csv_head *head, const char *label, shoal_error *error) {
    int64_t line = head->names_line;
    encoder seen;
    encoder_start(&seen);
    shoal_status status = SHOAL_OK;
    for (size_t i = 0; i < head->columns && status == SHOAL_OK; i++) {
        const char *name = head->names[i];
        long long number = (long long)i + 1;
        uint32_t code = encoder_code(&seen, name, (uint32_t)strlen(name));
        if (seen.failed)
            status = status_no_memory(error);
        else if (code < i)
            status = csv_fail(error, label, line, number,
                              "columns %lld and %lld have the same name, %.80s",
                              (long long)code + 1, number, name);
    }
    encoder_free(&seen);
    return status;
}

/* Names are padded for the encoder. */
static char *name_copy(const char *text, size_t length) {
    char *name = memory_zero(length + ENCODER_PADDING, 1);
    if (name)
        memcpy(name, text, length);
    return name;
}

/* Names that begin so and go on with digits are taken. */
static bool is_used(const csv_head *head, const char *prefix) {
    size_t length = strlen(prefix);
    for (size_t i = 0; i < head->columns; i++)
        if (strncmp(head->names[i], prefix, length) == 0 &&
            isdigit((unsigned char)head->names[i][length]))
            return true;
    return false;
}

/* Columns without a name, such as the index that pandas writes, are called by their number. */
static shoal_status name_unnamed(csv_head *head, const char *label, shoal_error *error) {
    static const char *const prefixes[] = {"column_", "unnamed_", "no_name_"};
    const char *prefix = NULL;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes && !prefix; i++)
        prefix = is_used(head, prefixes[i]) ? NULL : prefixes[i];
    for (size_t i = 0; i < head->columns; i++) {
        char numbered[40];
        if (*head->names[i])
            continue;
        if (!prefix)
            return csv_fail(error, label, head->names_line, (int64_t)i + 1,
                            "column %zu has an empty name", i + 1);
        int length = snprintf(numbered, sizeof numbered, "%s%zu", prefix, i + 1);
        char *name = name_copy(numbered, (size_t)length);
        if (!name)
            return status_no_memory(error);
        memory_free(head->names[i]);
        head->names[i] = name;
        snprintf(head->unnamed, sizeof head->unnamed, "%s", prefix);
    }
    return SHOAL_OK;
}

/* The names of columns must be text; so must the first record where they have none. */
static shoal_status check_text(const csv_head *head, const first_record *first,
                               const csv_chunks *chunks, const char *label, shoal_error *error) {
    const char *bytes = first->text + first->begin;
    size_t length = first->record.next - first->begin;
    size_t sound = csv_chunks_checked(chunks) ? text_utf8(bytes, length) : length;
    if (sound == length || !head->header)
        return SHOAL_OK;
    csv_chunk chunk = {.fault = CSV_NOT_TEXT, .fault_byte = bytes[sound]};
    for (size_t at = 0; at < sound; at++)
        chunk.fault_field += bytes[at] == head->dialect.delimiter;
    csv_place place = {.label = label, .line = head->names_line};
    place.encoding = csv_chunks_encoding(chunks, &place.bytes);
    return csv_fail_chunk(error, &place, &chunk);
}

static shoal_status name_columns(csv_head *head, first_record *first, shoal_error *error) {
    csv_span *spans = memory_new(head->columns, sizeof *spans);
    head->names = memory_zero(head->columns, sizeof *head->names);
    bool failed = !spans || !head->names;
    if (!failed && head->header)
        csv_scan(&head->dialect, first->text, first->begin, first->length, spans, head->columns);
    for (size_t i = 0; !failed && i < head->columns; i++) {
        char numbered[32];
        int length = snprintf(numbered, sizeof numbered, "c%zu", i + 1);
        if (head->header) {
            csv_unescape(first->text, &spans[i]);
            head->names[i] = name_copy(first->text + spans[i].begin, spans[i].end - spans[i].begin);
        } else {
            head->names[i] = name_copy(numbered, (size_t)length);
        }
        failed = !head->names[i];
    }
    memory_free(spans);
    return failed ? status_no_memory(error) : SHOAL_OK;
}

shoal_status csv_head_read(csv_head *head, csv_chunks *chunks, const csv_wish *wish,
                           const char *label, shoal_error *error) {
    first_record first = {0};
    csv_sniffed sniffed = {0};
    csv_wish known = *wish;
    STATUS_TRY(take_separator(head, chunks, &known, error));
    first.line = head->separated ? 2 : 1;
    STATUS_TRY(read_first(head, &first, chunks, &known, &sniffed, label, error));
    STATUS_TRY(check_first(&first, &sniffed, known.delimiter != 0, label, error));
    head->dialect = sniffed.dialect;
    head->header = sniffed.header;
    head->columns = first.record.fields;
    head->names_line = first.line + (int64_t)csv_count_lines(first.text, first.begin);
    STATUS_TRY(check_text(head, &first, chunks, label, error));
    STATUS_TRY(name_columns(head, &first, error));
    if (head->header) {
        STATUS_TRY(name_unnamed(head, label, error));
        STATUS_TRY(check_names(head, label, error));
    }
    size_t used = head->header ? first.record.next : first.begin;
    head->line = first.line + (int64_t)csv_count_lines(first.text, used);
    csv_chunks_skip(chunks, used);
    return SHOAL_OK;
}
