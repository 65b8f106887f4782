#include "store/csv_head.h"

#include "base/memory.h"
#include "store/csv_encoder.h"
#include "store/csv_fault.h"
#include "store/csv_index.h"
#include "store/csv_sniff.h"

#include <stdio.h>

#define SAMPLE_BYTES ((size_t)128 * 1024)

/* The first record that is not blank, and the text it lies in. */
typedef struct first_record {
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

/* The first record may be larger than the sample: looks on until it is whole, or surely wrong. */
static shoal_status read_first(first_record *first, csv_chunks *chunks, const csv_wish *wish,
                               csv_sniffed *sniffed, shoal_error *error) {
    bool complete = false;
    for (size_t wanted = SAMPLE_BYTES;; wanted *= 2) {
        STATUS_TRY(csv_chunks_peek(chunks, wanted, &first->text, &first->length, &complete, error));
        STATUS_TRY(csv_sniff(sniffed, first->text, first->length, wish->delimiter, wish->header,
                             wish->trim, error));
        find_first(first, &sniffed->dialect);
        if (complete || first->record.next > 0 || csv_is_hopeless(&first->record, first->length))
            return SHOAL_OK;
    }
}

static shoal_status check_first(const first_record *first, const csv_sniffed *sniffed,
                                bool delimiter_given, const char *label, shoal_error *error) {
    const csv_record *record = &first->record;
    int64_t line = 1 + (int64_t)csv_count_lines(first->text, first->begin);
    if (record->fields == 0 && record->fault == CSV_SOUND)
        return csv_fail(error, label, 1, 0, "the file is empty");
    if (record->fault != CSV_SOUND) {
        csv_chunk chunk = {.fault = record->fault, .fault_field = record->fields};
        csv_place place = {.label = label};
        place.line = 1 + (int64_t)csv_count_lines(first->text, record->fault_at);
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
        else if (*name == '\0')
            status = csv_fail(error, label, line, number, "column %lld has an empty name", number);
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
    csv_sniffed sniffed;
    STATUS_TRY(read_first(&first, chunks, wish, &sniffed, error));
    STATUS_TRY(check_first(&first, &sniffed, wish->delimiter != 0, label, error));
    head->dialect = sniffed.dialect;
    head->header = sniffed.header;
    head->columns = first.record.fields;
    head->names_line = 1 + (int64_t)csv_count_lines(first.text, first.begin);
    STATUS_TRY(name_columns(head, &first, error));
    if (head->header)
        STATUS_TRY(check_names(head, label, error));
    size_t used = head->header ? first.record.next : first.begin;
    head->line = 1 + (int64_t)csv_count_lines(first.text, used);
    csv_chunks_skip(chunks, used);
    return SHOAL_OK;
}
