/* A release that is being made: in a folder that nobody takes for one until it is complete. */
#ifndef SHOAL_SERVER_RELEASE_PARTS_H
#define SHOAL_SERVER_RELEASE_PARTS_H

#include "server/session_parts.h"

typedef struct release_making {
    session *by;
    const candidate *from;
    char id[16];    /* "001" */
    char token[64]; /* the folder's name while it is made */
    project place;  /* that folder */
    char *name;     /* of the file with the rows */
    char *output;   /* its path */
    char *command;  /* that makes the same */
    shoal_result *result;
    shoal_verdict verdict;
} release_making;

/* The name of the release, by that of the input or by the one that was asked for (may be NULL),
 * with a suffix that can be written; the caller frees. */
SHOAL_CHECKED shoal_status release_name(char **out, const char *input, const char *asked,
                                        shoal_error *error);
/* "001", or the next that is free. */
void release_next_id(char out[16], const project *of);
/* A complete command line; the caller frees. NULL: out of memory. */
char *release_command(const release_making *of);
/* result.json, report.html and, last, release.json with the hashes of all files. */
SHOAL_CHECKED shoal_status release_write_papers(release_making *of, const volatile int *cancel,
                                                shoal_error *error);
/* The result with the final name of the folder; the caller frees. NULL: out of memory. */
char *release_result(const release_making *of);

#endif
