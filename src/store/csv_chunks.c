#include "store/csv_chunks.h"

#include "base/memory.h"
#include "store/csv_blanks.h"
#include "store/csv_index.h"

#include <pthread.h>
#include <string.h>

#define CHUNK_BYTES ((size_t)512 * 1024)
#define PADDING 128
_Static_assert(PADDING >= CELL_BLOCK_PADDING, "blocks of cells have their padding");

struct csv_chunks {
    bool numbered;
    size_t row; /* of the next chunk, where they are numbered */
    csv_supply supply;
    text_source *from;
    size_t part;
    size_t chunk;
    csv_dialect dialect;
    pthread_mutex_t lock;
    csv_buffer ahead; /* read but not handed out: ahead.text[ahead_at .. ahead.length) */
    size_t ahead_at;
    bool squeezed; /* blanks between values are */
    csv_blanks blanks;
    bool ended;   /* the file has no more */
    bool spent;   /* all of it was handed out */
    bool stopped; /* nothing more is handed out */
    csv_chunk *first;
    csv_chunk **last;
    shoal_error error;
};

bool csv_buffer_reserve(csv_buffer *buffer, size_t capacity) {
    if (capacity > CSV_LONGEST_RECORD * 2)
        return false;
    size_t bytes = buffer->capacity ? buffer->capacity + PADDING : 0;
    if (!memory_grow((void **)&buffer->text, &bytes, capacity + PADDING, 1))
        return false;
    buffer->capacity = bytes - PADDING;
    return true;
}

void csv_buffer_free(csv_buffer *buffer) {
    memory_free(buffer->text);
    *buffer = (csv_buffer){0};
}

shoal_status csv_chunks_new(csv_chunks **out, const csv_supply *supply, size_t chunk,
                            shoal_error *error) {
    csv_chunks *chunks = memory_zero(1, sizeof *chunks);
    if (!chunks)
        return status_no_memory(error);
    chunks->supply = *supply;
    chunks->chunk = chunk ? chunk : CHUNK_BYTES;
    chunks->last = &chunks->first;
    pthread_mutex_init(&chunks->lock, NULL);
    *out = chunks;
    return SHOAL_OK;
}

void csv_chunks_free(csv_chunks *chunks) {
    if (!chunks)
        return;
    while (chunks->first) {
        csv_chunk *next = chunks->first->next;
        memory_free(chunks->first);
        chunks->first = next;
    }
    csv_buffer_free(&chunks->ahead);
    pthread_mutex_destroy(&chunks->lock);
    memory_free(chunks);
}

void csv_chunks_begin(csv_chunks *chunks, text_source *from, size_t part) {
    chunks->from = from;
    chunks->part = part;
    chunks->ahead.length = chunks->ahead_at = 0;
    chunks->ended = chunks->spent = chunks->squeezed = false;
    chunks->blanks = (csv_blanks){0};
}

/* Appends bytes of the source until the buffer holds `wanted` or the source ends. */
static shoal_status read_to(csv_chunks *chunks, csv_buffer *buffer, size_t wanted,
                            shoal_error *error) {
    if (chunks->ended || buffer->length >= wanted)
        return SHOAL_OK;
    if (!csv_buffer_reserve(buffer, wanted + 2))
        return status_no_memory(error);
    while (!chunks->ended && buffer->length < wanted) {
        char *into = buffer->text + buffer->length;
        size_t room = wanted - buffer->length, got = 0;
        STATUS_TRY(text_source_read(chunks->from, into, room, &got, error));
        chunks->ended = got < room;
        buffer->length += chunks->squeezed ? csv_blanks_squeeze(&chunks->blanks, into, got) : got;
    }
    return SHOAL_OK;
}

/* The text from `begin` on ends with a line feed, like any other record; there is room for it. */
static void end_line(csv_buffer *buffer, size_t begin) {
    if (buffer->length > begin && buffer->text[buffer->length - 1] != '\n')
        buffer->text[buffer->length++] = '\n';
}

shoal_status csv_chunks_peek(csv_chunks *chunks, size_t wanted, char **text, size_t *length,
                             bool *complete, shoal_error *error) {
    csv_buffer *ahead = &chunks->ahead;
    STATUS_TRY(read_to(chunks, ahead, chunks->ahead_at + wanted, error));
    if (chunks->ended)
        end_line(ahead, chunks->ahead_at);
    *text = ahead->text + chunks->ahead_at;
    *length = ahead->length - chunks->ahead_at;
    *complete = chunks->ended;
    return SHOAL_OK;
}

void csv_chunks_skip(csv_chunks *chunks, size_t length) {
    chunks->ahead_at += length;
}

void csv_chunks_squeeze(csv_chunks *chunks) {
    csv_buffer *ahead = &chunks->ahead;
    size_t length = ahead->length - chunks->ahead_at;
    chunks->squeezed = true;
    length = csv_blanks_squeeze(&chunks->blanks, ahead->text + chunks->ahead_at, length);
    ahead->length = chunks->ahead_at + length;
}

bool csv_chunks_checked(const csv_chunks *chunks) {
    return !text_source_is_ascii(chunks->from) &&
           strcmp(text_source_encoding(chunks->from), TEXT_BYTES) != 0;
}

const char *csv_chunks_encoding(const csv_chunks *chunks, const char **fault) {
    *fault = text_source_fault(chunks->from);
    return text_source_encoding(chunks->from);
}

void csv_chunks_set_dialect(csv_chunks *chunks, const csv_dialect *dialect) {
    chunks->dialect = *dialect;
}

/* Fills the buffer up to `wanted` bytes, first with what was read ahead. */
static shoal_status fill(csv_chunks *chunks, csv_buffer *buffer, size_t wanted,
                         shoal_error *error) {
    size_t ahead = chunks->ahead.length - chunks->ahead_at;
    if (chunks->ended && ahead < wanted - buffer->length)
        wanted = buffer->length + ahead;
    if (!csv_buffer_reserve(buffer, wanted + 2))
        return status_no_memory(error);
    size_t missing = wanted - buffer->length;
    size_t now = ahead < missing ? ahead : missing;
    if (now > 0)
        memcpy(buffer->text + buffer->length, chunks->ahead.text + chunks->ahead_at, now);
    buffer->length += now;
    chunks->ahead_at += now;
    return now == ahead ? read_to(chunks, buffer, wanted, error) : SHOAL_OK;
}

/* Gives back the bytes of the buffer from `keep` on. */
static shoal_status give_back(csv_chunks *chunks, csv_buffer *buffer, size_t keep,
                              shoal_error *error) {
    csv_buffer *ahead = &chunks->ahead;
    size_t rest = buffer->length - keep;
    buffer->length = keep;
    if (ahead->length > chunks->ahead_at) {
        chunks->ahead_at -= rest; /* the bytes came from there and still lie there */
        return SHOAL_OK;
    }
    if (!csv_buffer_reserve(ahead, rest))
        return status_no_memory(error);
    memcpy(ahead->text, buffer->text + keep, rest);
    ahead->length = rest;
    chunks->ahead_at = 0;
    return SHOAL_OK;
}

/* Reads one chunk of whole records; an empty buffer at the end of a file. */
static shoal_status read_chunk(csv_chunks *chunks, csv_buffer *buffer, shoal_error *error) {
    for (size_t wanted = chunks->chunk;; wanted *= 2) {
        STATUS_TRY(fill(chunks, buffer, wanted, error));
        bool all = chunks->ended && chunks->ahead_at == chunks->ahead.length;
        if (all) {
            chunks->spent = true;
            end_line(buffer, 0);
            return SHOAL_OK;
        }
        size_t cut = csv_index_last_end(&chunks->dialect, buffer->text, buffer->length);
        if (cut > 0)
            return give_back(chunks, buffer, cut, error);
        csv_record record = csv_scan(&chunks->dialect, buffer->text, 0, buffer->length, NULL, 0);
        if (csv_is_hopeless(&record, buffer->length)) {
            chunks->stopped = true;
            return SHOAL_OK;
        }
    }
}

void csv_chunks_number_rows(csv_chunks *chunks) {
    chunks->numbered = true;
}

/* Records that end in the text, whose values hold quotes only within quotes. */
static size_t count_records(const csv_buffer *buffer) {
    const char *at = buffer->text, *end = buffer->text + buffer->length;
    size_t records = 0;
    while (at < end) {
        const char *quote = memchr(at, '"', (size_t)(end - at));
        records += csv_count_lines(at, (size_t)((quote ? quote : end) - at));
        const char *closing = quote ? memchr(quote + 1, '"', (size_t)(end - quote - 1)) : NULL;
        at = closing ? closing + 1 : end;
    }
    return records;
}

static csv_chunk *take_locked(csv_chunks *chunks, csv_buffer *buffer, int worker) {
    buffer->length = 0;
    shoal_status status = SHOAL_OK;
    bool more = true;
    if (!chunks->stopped && chunks->spent)
        status = chunks->supply.next(chunks->supply.context, &more, &chunks->error);
    chunks->stopped = chunks->stopped || !more;
    if (chunks->stopped)
        return NULL;
    csv_chunk *chunk = memory_zero(1, sizeof *chunk);
    if (!chunk)
        status = status_no_memory(&chunks->error);
    if (status == SHOAL_OK)
        status = read_chunk(chunks, buffer, &chunks->error);
    if (status != SHOAL_OK) {
        chunks->stopped = true;
        buffer->length = 0;
    }
    if (!chunk)
        return NULL;
    chunk->worker = worker;
    chunk->part = chunks->part;
    chunk->dialect = chunks->dialect;
    /* A part that could not be opened has no text. */
    chunk->checked = status == SHOAL_OK && csv_chunks_checked(chunks);
    chunk->first_row = chunks->row;
    if (chunks->numbered)
        chunks->row += count_records(buffer);
    chunk->fault = status == SHOAL_OK ? CSV_SOUND : CSV_SOURCE_FAILED;
    *chunks->last = chunk;
    chunks->last = &chunk->next;
    chunks->supply.taken(chunks->supply.context);
    return chunk;
}

csv_chunk *csv_chunks_take(csv_chunks *chunks, csv_buffer *buffer, int worker) {
    pthread_mutex_lock(&chunks->lock);
    csv_chunk *chunk = take_locked(chunks, buffer, worker);
    pthread_mutex_unlock(&chunks->lock);
    return chunk;
}

void csv_chunks_stop(csv_chunks *chunks) {
    pthread_mutex_lock(&chunks->lock);
    chunks->stopped = true;
    pthread_mutex_unlock(&chunks->lock);
}

csv_chunk *csv_chunks_first(const csv_chunks *chunks) {
    return chunks->first;
}

const shoal_error *csv_chunks_error(const csv_chunks *chunks) {
    return &chunks->error;
}
