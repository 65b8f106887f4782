#include "store/csv_worker.h"

#include "base/memory.h"
#include "files/text_utf8.h"
#include "store/csv_index.h"

/* Few enough for spans, text and tables to stay in the first caches. */
#define SPANS_AT_A_TIME ((size_t)4096)
#define ROWS_AT_LEAST 8

bool csv_worker_start(csv_worker *worker, const csv_layout *layout) {
    size_t columns = layout->columns;
    worker->layout = layout;
    worker->most = ROWS_AT_LEAST * columns;
    if (worker->most < SPANS_AT_A_TIME)
        worker->most = SPANS_AT_A_TIME;
    size_t room = worker->most + CSV_INDEX_SLACK;
    worker->spans = memory_new(room, sizeof *worker->spans);
    worker->codes = memory_new(room, sizeof *worker->codes);
    worker->part.stores = memory_zero(columns, sizeof *worker->part.stores);
    worker->part.encoders = memory_new(columns, sizeof *worker->part.encoders);
    for (size_t i = 0; worker->part.encoders && i < columns; i++)
        encoder_start(&worker->part.encoders[i]);
    return worker->spans && worker->codes && worker->part.stores && worker->part.encoders;
}

void csv_worker_free(csv_worker *worker) {
    for (size_t i = 0; worker->layout && i < worker->layout->columns; i++) {
        if (worker->part.encoders)
            encoder_free(&worker->part.encoders[i]);
        if (worker->part.stores)
            store_free(&worker->part.stores[i]);
    }
    memory_free(worker->part.encoders);
    memory_free(worker->part.stores);
    memory_free(worker->codes);
    memory_free(worker->spans);
    csv_buffer_free(&worker->buffer);
}

static void note_fault(csv_worker *worker, csv_chunk *chunk, csv_fault fault, size_t at,
                       size_t field) {
    chunk->fault = fault;
    chunk->fault_line = csv_count_lines(worker->buffer.text, at);
    chunk->fault_field = field;
}

/* Like csv_index, but for any text: reads record by record and finds the first fault. */
static size_t scan_records(csv_worker *worker, csv_chunk *chunk, size_t begin, size_t end,
                           size_t *next) {
    const csv_layout *layout = worker->layout;
    char *text = worker->buffer.text;
    size_t rows = 0;
    size_t columns = layout->columns;
    for (*next = begin; *next < end && (rows + 1) * columns <= worker->most;) {
        csv_span *spans = worker->spans + rows * columns;
        csv_record record = csv_scan(&chunk->dialect, text, *next, end, spans, columns);
        if (record.blank && columns == 1)
            spans[record.fields++] = (csv_span){(uint32_t)*next, (uint32_t)*next};
        bool skipped = record.blank && columns > 1;
        if (record.fault == CSV_SOUND && record.next == 0 && record.fields <= columns)
            record.fault = CSV_RECORD_TOO_LONG;
        else if (record.fault == CSV_SOUND && !skipped && record.fields != columns)
            record.fault = CSV_RAGGED;
        if (record.fault != CSV_SOUND) {
            bool whole = record.fault == CSV_RAGGED || record.fault == CSV_RECORD_TOO_LONG;
            note_fault(worker, chunk, record.fault, whole ? *next : record.fault_at, record.fields);
            return rows;
        }
        for (size_t i = 0; record.escaped && i < columns; i++)
            csv_unescape(text, &spans[i]);
        rows += !skipped;
        *next = record.next;
    }
    return rows;
}

/* The first fault of a text that is not UTF-8 at `wrong`: there, or a record before it. */
static void find_fault(csv_worker *worker, csv_chunk *chunk, size_t wrong) {
    size_t columns = worker->layout->columns, begin = 0, field = 0;
    const char *text = worker->buffer.text;
    csv_record record;
    for (;; begin = record.next) {
        record = csv_scan(&chunk->dialect, text, begin, worker->buffer.length, worker->spans,
                          worker->most);
        if (record.fault != CSV_SOUND && record.fault_at < wrong) {
            note_fault(worker, chunk, record.fault, record.fault_at, record.fields);
            return;
        }
        if (record.next == 0 || record.next > wrong)
            break;
        if (!record.blank && record.fields != columns) {
            note_fault(worker, chunk, CSV_RAGGED, begin, record.fields);
            return;
        }
    }
    while (field < record.fields && field < columns && worker->spans[field].end <= wrong)
        field++;
    note_fault(worker, chunk, CSV_NOT_TEXT, wrong, field);
    chunk->fault_byte = text[wrong];
}

/* The hot loop: the codes of one column. The table is kept at hand until a new value moves it. */
static void encode(encoder *known, const char *text, const csv_span *span, size_t columns,
                   size_t rows, uint32_t *out) {
    const encoder_slot *slots = known->brief.slots;
    int shift = known->brief.shift;
    for (size_t row = 0; row < rows; row++, span += columns) {
        const char *value = text + span->begin;
        uint32_t length = span->end - span->begin;
        if (length > ENCODER_SHORT) {
            out[row] = encoder_code_lengthy(known, value, length);
            continue;
        }
        uint64_t word = encoder_word(value, length);
        const encoder_slot *slot = &slots[hash_word(word) >> shift];
        if (__builtin_expect(slot->word == word, 1)) {
            out[row] = slot->code;
            continue;
        }
        out[row] = encoder_add_brief(known, word, length);
        slots = known->brief.slots;
        shift = known->brief.shift;
    }
}

static bool store_rows(csv_worker *worker, size_t rows) {
    const csv_layout *layout = worker->layout;
    for (size_t i = 0; i < layout->columns; i++) {
        if (!layout->column[i].kept)
            continue;
        encoder *known = &worker->part.encoders[i];
        encode(known, worker->buffer.text, worker->spans + i, layout->columns, rows, worker->codes);
        if (known->failed || !store_add(&worker->part.stores[i], worker->codes, rows, known->size))
            return false;
    }
    return true;
}

/* Length of the text without the empty lines at its end. */
static size_t strip_blank_lines(const char *text, size_t length, size_t *lines) {
    for (;;) {
        size_t line = length > 0 && text[length - 1] == '\n' ? length - 1 : length;
        if (line < length && line > 0 && text[line - 1] == '\r')
            line--;
        if (line == length || (line > 0 && text[line - 1] != '\n'))
            return length;
        length = line;
        ++*lines;
    }
}

void csv_worker_parse(csv_worker *worker, csv_chunk *chunk) {
    const csv_layout *layout = worker->layout;
    char *text = worker->buffer.text;
    size_t end = worker->buffer.length;
    chunk->lines = csv_count_lines(text, end);
    size_t sound = chunk->checked ? text_utf8(text, end) : end;
    if (sound < end) {
        find_fault(worker, chunk, sound);
        return;
    }
    if (layout->columns == 1)
        end = strip_blank_lines(text, end, &chunk->blank_rows);
    /* Only a chunk that was made larger than usual can hold a value that is too long. */
    bool careful = end > CSV_LONGEST_VALUE || (end > 0 && text[end - 1] != '\n');
    for (size_t at = 0; at < end && chunk->fault == CSV_SOUND;) {
        size_t next = at;
        size_t rows = 0;
        if (!careful)
            rows = csv_index(&chunk->dialect, text, at, end, worker->spans, worker->most,
                             layout->columns, &next);
        if (rows == 0)
            rows = scan_records(worker, chunk, at, end, &next);
        if (layout->see)
            layout->see(&(cell_block){.row = chunk->first_row + chunk->rows,
                                      .worker = chunk->worker,
                                      .rows = rows,
                                      .columns = layout->columns,
                                      .text = text,
                                      .span = worker->spans},
                        layout->see_context);
        if (!store_rows(worker, rows))
            note_fault(worker, chunk, CSV_NO_MEMORY, 0, 0);
        chunk->rows += rows;
        at = next;
    }
}
