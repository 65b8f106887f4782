/* A saved front and the release of one of its points, compared with each other and, if the original
 * is available, with the results of applying the points to it. */
#ifndef SHOAL_VERIFY_FRONT_CHECK_H
#define SHOAL_VERIFY_FRONT_CHECK_H

#include "anonymize/run_search.h"
#include "verify/read_release.h"

#define FRONT_CHECK_NUMBERS 24

/* A recomputed number, and the name of the columns that state it. */
typedef struct front_number {
    const char *name;
    double value;
} front_number;

typedef struct front_numbers {
    size_t count;
    front_number each[FRONT_CHECK_NUMBERS];
} front_numbers;

/* The original, bound as for a search. */
typedef struct front_original {
    bound_table bound; /* without a path there is none */
    thread_pool *pool;
    run_request request;
    recoder *recoder;
    run_search searched;
    uint8_t *node; /* [node_bytes] the one that is looked at */
} front_original;

typedef struct front_check {
    const shoal_plan *plan;
    written_release release;
    saved_front front;
    front_original made;
    char says[SHOAL_MESSAGE_SIZE]; /* the first difference; "": none */
} front_check;

/* ---- Differences (front_check.c) ------------------------------------------------------------- */

void front_numbers_add(front_numbers *out, const char *name, double value);

/* Reports a difference, unless one was reported before. */
void front_check_say(front_check *run, const char *format, ...) STATUS_PRINTF(2, 3);
void front_check_differs(front_check *run, size_t point, const char *title, const char *said,
                         const char *expected);

/* Whether every column with one of the names, as a number or as an objective, states that number.
 * */
bool front_check_compare(front_check *run, size_t point, const front_numbers *known);

/* ---- From the two files alone (front_check.c) ------------------------------------------------ */

/* That all points are non-dominated, and that all keep the plan's promises. */
SHOAL_CHECKED shoal_status front_check_points(front_check *run, shoal_error *error);
/* The numbers of the point as counted in the text of the release. */
bool front_check_release(front_check *run, size_t point);

/* ---- From the original (front_check_original.c) ---------------------------------------------- */

SHOAL_CHECKED shoal_status front_check_open_original(front_check *run, shoal_error *error);
void front_original_close(front_original *made);
/* Works out every number of every point again. */
SHOAL_CHECKED shoal_status front_check_describe(front_check *run, shoal_error *error);
/* Holds the release against what a point makes of the original, row by row. */
SHOAL_CHECKED shoal_status front_check_rows(front_check *run, size_t point, shoal_error *error);
/* The same for a point that is published, by its labels (front_check_cells.c). */
void front_check_cells(front_check *run, size_t point);

#endif
