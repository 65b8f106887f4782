/* Where tables come from: files of several kinds, later also databases. All reading of tables goes
 * through here; a kind is one file and one line in source_kind.h.
 *
 * A name is a path, `-` for standard input, a pattern such as `2024-*.csv`, or a URL. A file of
 * exactly that name comes first. Several files make one table when their columns have the same
 * names in the same order: their rows follow one another in the order of the names, and those of a
 * pattern in byte order. */
#ifndef SHOAL_STORE_SOURCE_H
#define SHOAL_STORE_SOURCE_H

#include "base/note.h"
#include "base/threads.h"
#include "data/table.h"
#include "files/text_encoding.h"
#include "plan/plan.h"

#define PLACE_MOST 16

/* Where a table of a database was read: what was read there is not to be replaced by what is made
 * of it. The numbers are the database's own. */
typedef struct table_place {
    bool is_known;
    bool has_more; /* than are listed */
    uint64_t machine;
    uint32_t database;
    uint32_t table[PLACE_MOST]; /* [tables] */
    size_t tables;
} table_place;

/* How a table is laid out where it came from, so that a sink can write another one like it. Filled
 * in by sources and read by sinks; everybody else just hands it on. Zero is the default of all. */
typedef struct table_format {
    struct {
        char delimiter; /* 0: a comma; never SOURCE_BLANKS nor SOURCE_FIXED */
        bool blanks;    /* values are separated by any number of blanks */
        bool headless;  /* the columns have no names there: they are called c1, c2, … */
        bool separated; /* a first line `sep=;` names the delimiter */
        bool crlf;      /* lines end with CR LF */
        bool marked;    /* begins with a byte order mark */
        char encoding[TEXT_ENCODING_SIZE]; /* "": UTF-8 */
        /* Columns that are called so, with their number behind it, have no name there; "": all
         * have. */
        char unnamed[16];
    } csv;
    table_place place;
    bool unordered; /* its rows have no order of their own: see release/release_order.h */
} table_format;

typedef struct source source;

/* A value is text[begin .. end), without quotes or escapes. */
typedef struct cell_span {
    uint32_t begin;
    uint32_t end;
} cell_span;

/* Some rows as they were read. There are CELL_BLOCK_PADDING readable bytes behind the text. */
typedef struct cell_block {
    size_t row; /* number of the first, from 0 */
    int worker; /* number of the thread that read them */
    size_t rows, columns;
    const char *text;
    const cell_span *span; /* [rows * columns] */
} cell_block;

#define CELL_BLOCK_PADDING 64

/* In place of a delimiter: any number of blanks; columns of fixed width (store/fixed_text.h). */
#define SOURCE_BLANKS PLAN_BLANKS
#define SOURCE_FIXED PLAN_FIXED

typedef struct source_options {
    /* Of text; other kinds take no notice of these four. */
    const char *encoding; /* of text_encoding_find; NULL or "": found */
    char delimiter;       /* or SOURCE_FIXED; 0: sniffed among , ; tab | and SOURCE_BLANKS */
    shoal_choice header;  /* the first record names the columns */
    shoal_choice trim;    /* blanks after a delimiter do not belong to the value */
    const char *sheet;    /* of workbooks: the sheet of that name; NULL: the first */
    bool sha256;          /* also hash the source's bytes; of several files, one behind the other */
    bool lines;           /* also find the line of each row of one file; it is kept in memory */
    /* Whether source_load keeps a column; false: it is parsed only. NULL: all are kept. */
    bool (*keep)(const char *name, void *context);
    void *context; /* of keep */
    /* Told now and then how many bytes have been read: by any thread, but one at a time. */
    void (*progress)(uint64_t bytes, void *context);
    void *progress_context;
    /* Told, in a sentence, what a reader of the table should know about how it was read. */
    note_hearer *note;
    void *note_context;
    /* Shown every row, whether columns are kept or not: by several threads, blocks in any order.
     * For sources without blank lines, which sinks make: otherwise rows are numbered wrongly. */
    void (*see)(const cell_block *block, void *context);
    void *see_context;
    /* Whether cells of a column are to be shown; the others may be shown as empty. NULL: all. */
    bool (*sees)(const char *name, void *see_context);
    /* Sources that have the whole table already show that instead, once. False: out of memory.
     * NULL: nobody can look at it so. */
    bool (*see_table)(const shoal_table *table, void *see_context);
    thread_pool *pool;          /* NULL: the calling thread alone */
    const volatile int *cancel; /* once set, reading ends with SHOAL_INTERRUPTED; may be NULL */
    const char *label;          /* what error messages call the source; NULL: its name */
    /* Of sources that know absent values: [columns] what they and empty texts are read as, where
     * the table was written from such texts; NULL: found, and told by the columns' origins. */
    const absent_texts *absent;
    size_t chunk; /* bytes a thread takes at a time, for tests; 0: default */
} source_options;

/* Finds the kind and reads as far as the names of the columns. What `options` points to must
 * outlive the source. */
SHOAL_CHECKED shoal_status source_open(source **out, const char *const *names, size_t count,
                                       const source_options *options, shoal_error *error);
void source_close(source *from);

size_t source_columns(const source *from);
const char *source_column_name(const source *from, size_t index);
table_format source_format(const source *from);

/* Reads the rows, once; `wanted` says for each column whether its values are kept (NULL: all).
 * The table does not depend on the number of threads. */
SHOAL_CHECKED shoal_status source_read(shoal_table **out, source *from, const bool *wanted,
                                       shoal_error *error);
/* Once read, if options->lines: the line of each row. NULL where rows have no lines. */
const uint32_t *source_lines(const source *from);

/* The bytes of the files of these names together, as they are stored; 0: not known before they are
 * read. */
uint64_t source_bytes(const char *const *names, size_t count);

/* All in one: opens, asks options->keep about each column, reads, closes. `format` may be NULL. */
SHOAL_CHECKED shoal_status source_load(shoal_table **out, table_format *format,
                                       const char *const *names, size_t count,
                                       const source_options *options, shoal_error *error);
/* The same for a source that is open; closes it also on failure. */
SHOAL_CHECKED shoal_status source_load_opened(shoal_table **out, table_format *format, source *from,
                                              const source_options *options, shoal_error *error);

#endif
