/* Cuts the files of a table into chunks of whole records, in turns for several threads. */
#ifndef SHOAL_STORE_CSV_CHUNKS_H
#define SHOAL_STORE_CSV_CHUNKS_H

#include "files/text_source.h"
#include "store/csv_record.h"

/* What a thread found in one chunk; the list of them is the files, in order. */
typedef struct csv_chunk {
    struct csv_chunk *next;
    int worker;
    size_t part; /* the file it is of */
    csv_dialect dialect;
    bool checked;     /* the text must be UTF-8, and was not looked at */
    size_t lines;     /* line feeds in the chunk */
    size_t first_row; /* number of its first row, where rows are numbered */
    size_t rows;
    size_t blank_rows; /* empty lines at its end, which count if rows follow; one column only */
    csv_fault fault;
    size_t fault_line;  /* line feeds of the chunk before the fault */
    size_t fault_field; /* from 0; for a ragged record the number of its values */
    char fault_byte;    /* that is not UTF-8 */
} csv_chunk;

/* A thread's room for the text of one chunk, with padding behind it. */
typedef struct csv_buffer {
    char *text;
    size_t length;
    size_t capacity;
} csv_buffer;

typedef struct csv_chunks csv_chunks;

/* What the chunks are cut from; both are called by one thread at a time. */
typedef struct csv_supply {
    /* Begins the next file (csv_chunks_begin, csv_chunks_set_dialect); *more is false when there is
     * none. */
    shoal_status (*next)(void *context, bool *more, shoal_error *error);
    void (*taken)(void *context); /* a chunk was read */
    void *context;
} csv_supply;

/* `chunk`: bytes of each; 0: default. */
SHOAL_CHECKED shoal_status csv_chunks_new(csv_chunks **out, const csv_supply *supply, size_t chunk,
                                          shoal_error *error);
void csv_chunks_free(csv_chunks *chunks);

/* The text goes on with this file, whose number is `part`. */
void csv_chunks_begin(csv_chunks *chunks, text_source *from, size_t part);

/* Before the first chunk of a file: the first bytes of its text (at least `wanted`, or all, then
 * with a line feed at their end); and how many of them are done with. */
SHOAL_CHECKED shoal_status csv_chunks_peek(csv_chunks *chunks, size_t wanted, char **text,
                                           size_t *length, bool *complete, shoal_error *error);
void csv_chunks_skip(csv_chunks *chunks, size_t length);
/* From here on, blanks between the values of this file are squeezed (csv_blanks.h). */
void csv_chunks_squeeze(csv_chunks *chunks);
/* Whether the text so far must be UTF-8 and has bytes that are not ASCII. */
bool csv_chunks_checked(const csv_chunks *chunks);
/* Its encoding, and the bytes of text_source_fault. */
const char *csv_chunks_encoding(const csv_chunks *chunks, const char **fault);

void csv_chunks_set_dialect(csv_chunks *chunks, const csv_dialect *dialect);

/* From now on chunks know the number of their first row; blank lines count as rows. */
void csv_chunks_number_rows(csv_chunks *chunks);

/* The next chunk for this thread, or NULL when there is none. The text ends with a line feed
 * unless a record in it is faulty. A failure of the source is a chunk of its own, without text. */
csv_chunk *csv_chunks_take(csv_chunks *chunks, csv_buffer *buffer, int worker);

/* No more chunks are handed out. */
void csv_chunks_stop(csv_chunks *chunks);

/* All chunks in the order of the text; owned by `chunks`. */
csv_chunk *csv_chunks_first(const csv_chunks *chunks);

/* What went wrong when a chunk says CSV_SOURCE_FAILED, or CSV_NO_MEMORY for the list itself. */
const shoal_error *csv_chunks_error(const csv_chunks *chunks);

bool csv_buffer_reserve(csv_buffer *buffer, size_t capacity);
void csv_buffer_free(csv_buffer *buffer);

#endif
