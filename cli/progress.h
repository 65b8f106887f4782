/* What a running command shows on stderr. */
#ifndef SHOAL_CLI_PROGRESS_H
#define SHOAL_CLI_PROGRESS_H

#include "command.h"

typedef enum progress_mode {
    PROGRESS_LIVE,  /* one line that changes, and a lasting one per improvement */
    PROGRESS_CALM,  /* lines, but none for a search that is over at once */
    PROGRESS_PLAIN, /* lines */
    PROGRESS_JSON,  /* a JSON object on each line, also for notes and warnings */
    PROGRESS_NONE
} progress_mode;

typedef struct progress {
    FILE *to;
    progress_mode mode;
    bool keep_best;     /* what Ctrl-C does to a search */
    bool titled;        /* the header is out */
    bool live;          /* the cursor is behind a live line */
    bool advised;       /* how to end a long search has been said */
    double shown;       /* seconds of the search at the last line; negative: none yet */
    double phase_shown; /* the same of a phase */
    int64_t rows;       /* of the table; -1: not known yet */
    bool held;          /* `held_line` waits until the search turns out to be long */
    char held_line[128];
} progress;

/* `choice`: auto, plain, json or none; NULL is auto. Returns 0, or an exit code after telling the
 * user. */
int progress_open(progress *out, const char *choice);

/* What a run is to call: this progress, and the flag that Ctrl-C sets. */
shoal_hooks progress_hooks(progress *shown);

/* Takes the live line away. */
void progress_close(progress *shown);

/* Prints a summary on stdout; on stderr, in the form of the mode, where an output took stdout. */
void progress_summary(const progress *shown, const char *summary, bool taken);

/* ---- One JSON object a line (progress_json.c) ------------------------------------------------ */

void progress_json_search(const progress *shown, const shoal_progress *line);
void progress_json_phase(const progress *shown, const shoal_phase *at);
void progress_json_note(const progress *shown, const char *sentence);
void progress_json_warning(const progress *shown, const shoal_warning *warning);
void progress_json_summary(const progress *shown, const char *summary);

#endif
