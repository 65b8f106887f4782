#include "store/csv_sniff.h"

#include "base/memory.h"
#include "store/csv_blanks.h"

#include <string.h>

#define RECORDS_MOST 1000
#define CANDIDATES "\t;|,"

typedef struct sample {
    const char *text;
    size_t length;
} sample;

/* Scans the next record that is not blank; false at the end of the sample or at a fault. */
static bool next_record(const sample *from, const csv_dialect *dialect, size_t *at,
                        csv_record *record, csv_span *spans, size_t most) {
    while (*at < from->length) {
        *record = csv_scan(dialect, from->text, *at, from->length, spans, most);
        if (record->fault != CSV_SOUND || record->next == 0)
            return false;
        *at = record->next;
        if (!record->blank)
            return true;
    }
    return false;
}

/* How well a delimiter explains the sample. */
typedef struct candidate {
    char delimiter;
    size_t fields; /* of most records, by majority vote */
    size_t agreeing;
    size_t records;
} candidate;

static candidate judge(const sample *from, char delimiter, bool trim) {
    candidate seen = {.delimiter = delimiter};
    csv_dialect dialect = {delimiter, trim};
    csv_record record = {.fault = CSV_SOUND};
    size_t votes = 0;
    size_t at = 0;
    for (; seen.records < RECORDS_MOST && next_record(from, &dialect, &at, &record, NULL, 0);
         seen.records++) {
        if (votes == 0)
            seen.fields = record.fields;
        votes = record.fields == seen.fields ? votes + 1 : votes - 1;
    }
    at = 0;
    size_t sound = seen.records;
    bool goes_on = record.fault == CSV_TEXT_AFTER_QUOTE;
    for (size_t i = 0; i < sound && next_record(from, &dialect, &at, &record, NULL, 0); i++)
        seen.agreeing += record.fields == seen.fields;
    /* A quoted value that goes on behind its quote speaks against a delimiter. */
    if (sound < RECORDS_MOST && goes_on)
        seen.records++;
    return seen;
}

/* Delimiters that split every record alike come first, then the larger share. Among equals the
 * rarer character wins, since commas and bars also occur in values; in a single record, the one
 * that splits it into more. */
static bool is_better(const candidate *one, const candidate *best) {
    if (one->fields < 2 || one->records == 0)
        return false;
    if (best->fields < 2)
        return true;
    double share = (double)one->agreeing / (double)one->records;
    double best_share = (double)best->agreeing / (double)best->records;
    if (share != best_share)
        return share > best_share;
    return (one->records == 1 || share < 1) && one->fields > best->fields;
}

static candidate sniff_delimiter(const sample *from, bool trim) {
    candidate best = {.delimiter = ','};
    for (const char *at = CANDIDATES; *at; at++) {
        candidate one = judge(from, *at, trim);
        if (is_better(&one, &best))
            best = one;
    }
    return best;
}

typedef enum value_look { LOOKS_MISSING, LOOKS_COUNTED, LOOKS_WORDY } value_look;

/* Numbers, dates and times look counted. */
static value_look look_at(const char *value, size_t length) {
    if (length == 0 || (length == 1 && (*value == '?' || *value == '*')) ||
        (length == 2 && memcmp(value, "NA", 2) == 0))
        return LOOKS_MISSING;
    bool digit = false;
    for (size_t i = 0; i < length; i++) {
        digit |= value[i] >= '0' && value[i] <= '9';
        if (!memchr("0123456789+-.,/: eE%TZ", value[i], 22))
            return LOOKS_WORDY;
    }
    return digit && !memchr("eETZ%/:", *value, 7) ? LOOKS_COUNTED : LOOKS_WORDY;
}

/* ---- Blanks ---------------------------------------------------------------------------------- */

#define BLANKS_COLUMNS 256

/* Some column is counted in all records but the first. */
static bool has_counted(const sample *from, size_t fields) {
    csv_dialect dialect = {' ', false};
    csv_span spans[BLANKS_COLUMNS];
    bool wordy[BLANKS_COLUMNS] = {false};
    csv_record record;
    size_t at = 0, known = fields < BLANKS_COLUMNS ? fields : BLANKS_COLUMNS;
    for (size_t i = 0; i < RECORDS_MOST && next_record(from, &dialect, &at, &record, spans, known);
         i++)
        for (size_t f = 0; i > 0 && f < known; f++)
            wordy[f] |= look_at(from->text + spans[f].begin, spans[f].end - spans[f].begin) !=
                        LOOKS_COUNTED;
    for (size_t f = 0; f < known; f++)
        if (!wordy[f])
            return true;
    return false;
}

/* Sentences have blanks, too: only where every record has the same number of values, and some of
 * them are numbers, blanks separate values. */
static shoal_status sniff_blanks(bool *found, const sample *from, shoal_error *error) {
    char *copy = memory_new(from->length + 1, 1);
    csv_blanks state = {0};
    if (!copy)
        return status_no_memory(error);
    if (from->length > 0)
        memcpy(copy, from->text, from->length);
    sample squeezed = {copy, csv_blanks_squeeze(&state, copy, from->length)};
    candidate one = judge(&squeezed, ' ', false);
    *found = one.records >= 3 && one.agreeing == one.records && one.fields >= 2 &&
             has_counted(&squeezed, one.fields);
    memory_free(copy);
    return SHOAL_OK;
}

static bool sniff_trim(const sample *from, char delimiter) {
    csv_dialect dialect = {delimiter, false};
    csv_span spans[256];
    csv_record record;
    size_t behind = 0;
    size_t blank = 0;
    size_t at = 0;
    for (size_t i = 0; i < RECORDS_MOST && next_record(from, &dialect, &at, &record, spans, 256);
         i++) {
        size_t known = record.fields < 256 ? record.fields : 256;
        for (size_t f = 1; f < known; f++) {
            behind++;
            blank += spans[f].end > spans[f].begin && from->text[spans[f].begin] == ' ';
        }
    }
    return behind > 0 && blank * 20 >= behind * 19;
}

typedef struct column_look {
    csv_span first;
    value_look first_look;
    size_t counted; /* values below the first */
    size_t wordy;
    bool again; /* the first value comes again */
} column_look;

static void see_value(column_look *seen, const char *text, csv_span span) {
    size_t length = span.end - span.begin;
    value_look look = look_at(text + span.begin, length);
    seen->counted += look == LOOKS_COUNTED;
    seen->wordy += look == LOOKS_WORDY;
    if (length == seen->first.end - seen->first.begin &&
        memcmp(text + span.begin, text + seen->first.begin, length) == 0)
        seen->again = true;
}

/* The first few columns tell. */
static bool names_are_distinct(const column_look *columns, size_t count, const char *text) {
    size_t near = count < 64 ? count : 64;
    for (size_t i = 0; i < near; i++) {
        csv_span one = columns[i].first;
        for (size_t j = 0; j < i; j++) {
            csv_span other = columns[j].first;
            if (one.end - one.begin == other.end - other.begin &&
                memcmp(text + one.begin, text + other.begin, one.end - one.begin) == 0)
                return false;
        }
    }
    return true;
}

static bool judge_header(const column_look *columns, size_t count, const char *text) {
    size_t in_favour = 0;
    size_t against = 0;
    bool nameless = false;
    bool again = false;
    for (size_t i = 0; i < count; i++) {
        const column_look *seen = &columns[i];
        bool counted = seen->counted > 0 && seen->wordy == 0;
        in_favour += counted && seen->first_look == LOOKS_WORDY;
        against += seen->first_look == LOOKS_COUNTED;
        nameless |= seen->first_look == LOOKS_MISSING;
        again |= seen->again;
    }
    if (in_favour > 0 || against > 0)
        return in_favour > against;
    return !nameless && !again && names_are_distinct(columns, count, text);
}

static bool look_at_columns(const sample *from, const csv_dialect *dialect, column_look *columns,
                            csv_span *spans, size_t count) {
    csv_record record;
    size_t at = 0;
    if (!next_record(from, dialect, &at, &record, spans, count))
        return true;
    for (size_t i = 0; i < count; i++) {
        columns[i].first = spans[i];
        columns[i].first_look = look_at(from->text + spans[i].begin, spans[i].end - spans[i].begin);
    }
    for (size_t row = 1; row < RECORDS_MOST; row++) {
        if (!next_record(from, dialect, &at, &record, spans, count))
            break;
        for (size_t i = 0; i < count && i < record.fields; i++)
            see_value(&columns[i], from->text, spans[i]);
    }
    return judge_header(columns, count, from->text);
}

static shoal_status sniff_header(bool *header, const sample *from, const csv_dialect *dialect,
                                 shoal_error *error) {
    csv_record record;
    size_t at = 0;
    *header = true;
    if (!next_record(from, dialect, &at, &record, NULL, 0))
        return SHOAL_OK;
    size_t count = record.fields < CSV_MOST_COLUMNS ? record.fields : CSV_MOST_COLUMNS;
    column_look *columns = memory_zero(count, sizeof *columns);
    csv_span *spans = memory_new(count, sizeof *spans);
    if (columns && spans)
        *header = look_at_columns(from, dialect, columns, spans, count);
    bool failed = !columns || !spans;
    memory_free(columns);
    memory_free(spans);
    return failed ? status_no_memory(error) : SHOAL_OK;
}

static size_t usual_fields(const sample *from, const csv_dialect *dialect) {
    csv_record record;
    size_t at = 0;
    size_t usual = 0;
    size_t records = 0;
    for (; records < RECORDS_MOST && next_record(from, dialect, &at, &record, NULL, 0); records++) {
        if (records > 1 && record.fields != usual)
            return 0;
        usual = record.fields;
    }
    return records > 2 ? usual : 0;
}

shoal_status csv_sniff(csv_sniffed *out, const char *text, size_t length, char delimiter,
                       shoal_choice header, shoal_choice trim, shoal_error *error) {
    sample from = {text, length};
    candidate best = {.delimiter = delimiter, .fields = 2};
    bool blanks = delimiter == SOURCE_BLANKS;
    if (!delimiter)
        best = sniff_delimiter(&from, trim != SHOAL_NO);
    if (best.fields < 2)
        STATUS_TRY(sniff_blanks(&blanks, &from, error));
    *out = (csv_sniffed){.dialect.delimiter = blanks ? SOURCE_BLANKS : best.delimiter};
    if (blanks)
        return SHOAL_OK;
    out->dialect.trim =
        trim == SHOAL_AUTO ? sniff_trim(&from, out->dialect.delimiter) : trim == SHOAL_YES;
    out->usual_fields = usual_fields(&from, &out->dialect);
    out->header = header == SHOAL_YES;
    return header == SHOAL_AUTO ? sniff_header(&out->header, &from, &out->dialect, error)
                                : SHOAL_OK;
}
