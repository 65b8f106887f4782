/* Where tables go to: the mirror of source.h. All writing of tables goes through here; a kind is
 * one file and one line in sink_kind.h.
 *
 * A name is a path, `-` for standard output, or a URL; its suffix says what kind of file is written
 * and how it is compressed. What is written can be read back, and appears under its name, complete,
 * only when it is published. */
#ifndef SHOAL_STORE_SINK_H
#define SHOAL_STORE_SINK_H

#include "base/note.h"
#include "files/pending_file.h"
#include "store/source.h"

/* Rows that are to be written, as codes of the texts of each column. A sink pulls them, a few at a
 * time and from several threads at once. */
/* The most rows that are asked for at a time. */
#define ROW_FEED_MOST ((size_t)512)

/* The texts of a column: those of a dictionary, or labels, of which code label_count is one more,
 * `*`. */
typedef struct feed_column {
    const char *name;
    const dictionary *values;  /* NULL: labels */
    const char *const *labels; /* [label_count] */
    size_t label_count;
    const column_origin
        *origin;         /* of the column it comes from; NULL: text of a place without origins */
    bool untouched;      /* its values are those of that column, so that it can keep its type */
    absent_texts absent; /* for sinks that know absent values */
} feed_column;

typedef struct row_feed {
    size_t rows;
    const bool *kept; /* [rows] the others are left out; NULL: all are written */
    size_t columns;
    const feed_column *column; /* [columns] */
    /* Sets codes[column * ROW_FEED_MOST + i] to the code of row begin + i, for every column and
     * i < count <= ROW_FEED_MOST. */
    void (*fill)(const void *context, size_t begin, size_t count, uint32_t *codes);
    const void *context;
} row_feed;

typedef struct sink sink;

typedef struct sink_options {
    table_format format;        /* of the table that this one is made from */
    thread_pool *pool;          /* NULL: the calling thread alone */
    const volatile int *cancel; /* once set, writing ends with SHOAL_INTERRUPTED; may be NULL */
    /* Told now and then how many rows have been written; may be NULL. */
    void (*progress)(uint64_t rows, void *context);
    void *progress_context;
    /* Told, in a sentence, how what is written differs from what was read; may be NULL. */
    note_hearer *note;
    void *note_context;
} sink_options;

/* Whether the output replaces a table that the input reads: as sink_kind.guard. */
SHOAL_CHECKED shoal_status sink_guard(bool *reads, const char *input, const char *output,
                                      shoal_error *error);

/* Finds the kind and opens the target, so that a run that cannot be written does not begin. */
SHOAL_CHECKED shoal_status sink_open(sink **out, const char *name, shoal_error *error);
/* What was not published is discarded. */
void sink_close(sink *to);

/* Writes the columns, then the rows in their order, and flushes them to the disk. What is written
 * does not depend on the number of threads. Once for each sink. */
SHOAL_CHECKED shoal_status sink_write(sink *to, const row_feed *feed, const sink_options *options,
                                      shoal_error *error);

/* Opens what was written for reading, from where it was written: nothing of it comes from memory
 * that the writer used, except the names of columns that the form has no room for. Of the options,
 * those of text are the sink's own. One at a time. */
SHOAL_CHECKED shoal_status sink_reopen(source **out, sink *written, const source_options *options,
                                       shoal_error *error);

/* Gives what was written its name, replacing what was there. */
SHOAL_CHECKED shoal_status sink_publish(sink *written, shoal_error *error);

/* It will not be published: leaves no name behind, also not for the time being. */
void sink_forsake(sink *to);

/* Whether it tells absent values from empty texts (feed_column.absent). */
bool sink_knows_absent(const sink *to);

/* The file behind the sink; NULL where there is none. Borrowed. */
const pending_file *sink_file(const sink *to);

#endif
