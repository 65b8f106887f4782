#include "store/csv_record.h"

#include <string.h>

static size_t skip_blanks(const csv_dialect *dialect, const char *text, size_t at, size_t end) {
    while (dialect->trim && at < end && (text[at] == ' ' || text[at] == '\t') &&
           text[at] != dialect->delimiter)
        at++;
    return at;
}

/* Position of the closing quote of the value that begins behind `at`, or `end`. */
static size_t closing_quote(csv_record *record, const char *text, size_t at, size_t end) {
    for (;;) {
        const char *found = at < end ? memchr(text + at, '"', end - at) : NULL;
        if (!found)
            return end;
        at = (size_t)(found - text);
        if (at + 1 >= end || text[at + 1] != '"')
            return at;
        record->escaped = true;
        at += 2;
    }
}

static void set_fault(csv_record *record, csv_fault fault, size_t at) {
    if (record->fault == CSV_SOUND) {
        record->fault = fault;
        record->fault_at = at;
    }
}

static void check_value(csv_record *record, const char *text, csv_span span) {
    size_t length = span.end - span.begin;
    const char *nul = length ? memchr(text + span.begin, '\0', length) : NULL;
    if (nul && (size_t)(nul - text) - span.begin <= CSV_LONGEST_VALUE)
        set_fault(record, CSV_NUL_BYTE, (size_t)(nul - text));
    else if (length > CSV_LONGEST_VALUE)
        set_fault(record, CSV_VALUE_TOO_LONG, span.begin);
}

/* Takes the quoted value whose quote is at `at`; returns where its delimiter or line end is. */
static size_t take_quoted(csv_record *record, const csv_dialect *dialect, const char *text,
                          size_t at, size_t end, csv_span *span) {
    size_t close = closing_quote(record, text, at + 1, end);
    *span = (csv_span){(uint32_t)(at + 1), (uint32_t)close};
    check_value(record, text, *span);
    if (close >= end) {
        set_fault(record, CSV_UNTERMINATED, at);
        return end;
    }
    size_t next = close + 1;
    bool line_end = next < end && text[next] == '\r' && next + 1 < end && text[next + 1] == '\n';
    if (line_end)
        next++;
    if (next < end && text[next] != dialect->delimiter && text[next] != '\n')
        set_fault(record, CSV_TEXT_AFTER_QUOTE, next);
    return next;
}

static size_t take_plain(csv_record *record, const csv_dialect *dialect, const char *text,
                         size_t at, size_t end, csv_span *span) {
    size_t stop = at;
    while (stop < end && text[stop] != dialect->delimiter && text[stop] != '\n')
        stop++;
    bool line_end = stop < end && text[stop] == '\n';
    size_t last = line_end && stop > at && text[stop - 1] == '\r' ? stop - 1 : stop;
    *span = (csv_span){(uint32_t)at, (uint32_t)last};
    check_value(record, text, *span);
    return stop;
}

static bool is_blank_line(const char *text, size_t begin, size_t end, size_t *next) {
    size_t at = begin;
    if (at + 1 < end && text[at] == '\r' && text[at + 1] == '\n')
        at++;
    *next = at + 1;
    return at < end && text[at] == '\n';
}

csv_record csv_scan(const csv_dialect *dialect, const char *text, size_t begin, size_t end,
                    csv_span *spans, size_t most) {
    csv_record record = {.fault = CSV_SOUND};
    if (is_blank_line(text, begin, end, &record.next)) {
        record.blank = true;
        return record;
    }
    record.next = 0;
    for (size_t at = begin;; at++) {
        csv_span span;
        at = skip_blanks(dialect, text, at, end);
        at = at < end && text[at] == '"' ? take_quoted(&record, dialect, text, at, end, &span)
                                         : take_plain(&record, dialect, text, at, end, &span);
        if (record.fault != CSV_SOUND)
            return record;
        if (record.fields < most)
            spans[record.fields] = span;
        record.fields++;
        if (at >= end || text[at] == '\n') {
            record.next = at < end ? at + 1 : 0;
            return record;
        }
    }
}

bool csv_is_hopeless(const csv_record *record, size_t length) {
    if (record->next > 0)
        return false;
    if (length >= CSV_LONGEST_RECORD)
        return true;
    if (record->fault == CSV_SOUND)
        return record->fields > CSV_MOST_COLUMNS;
    /* What seems to follow a closing quote may be half of a doubled one or of a line end. */
    return record->fault != CSV_UNTERMINATED && record->fault_at + 1 < length;
}

void csv_unescape(char *text, csv_span *span) {
    if (span->begin == 0 || text[span->begin - 1] != '"')
        return;
    size_t to = span->begin;
    for (size_t at = span->begin; at < span->end; at++) {
        text[to++] = text[at];
        if (text[at] == '"')
            at++;
    }
    memset(text + to, ' ', span->end - to);
    span->end = (uint32_t)to;
}

/* A quote opens a value only where a value begins. */
static bool opens_value(const csv_dialect *dialect, const char *text, size_t at) {
    while (dialect->trim && at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t') &&
           text[at - 1] != dialect->delimiter)
        at--;
    return at == 0 || text[at - 1] == dialect->delimiter || text[at - 1] == '\n';
}

size_t csv_last_end(const csv_dialect *dialect, const char *text, size_t length) {
    size_t last = 0;
    size_t at = 0;
    while (at < length) {
        const char *quote = memchr(text + at, '"', length - at);
        size_t stop = quote ? (size_t)(quote - text) : length;
        const char *line = stop > at ? memrchr(text + at, '\n', stop - at) : NULL;
        if (line)
            last = (size_t)(line - text) + 1;
        if (!quote)
            break;
        at = stop + 1;
        if (opens_value(dialect, text, stop)) {
            csv_record ignored = {.fault = CSV_SOUND};
            at = closing_quote(&ignored, text, at, length) + 1;
        }
    }
    return last;
}
