/* What a running search shows on stderr. */
#ifndef SHOAL_CLI_PROGRESS_H
#define SHOAL_CLI_PROGRESS_H

#include "command.h"

typedef enum progress_mode {
    PROGRESS_LIVE,  /* one line that changes, and a lasting one per improvement */
    PROGRESS_CALM,  /* lines, but none for a search that is over at once */
    PROGRESS_PLAIN, /* lines */
    PROGRESS_NONE
} progress_mode;

typedef struct progress {
    progress_mode mode;
    bool titled;  /* the header is out */
    bool live;    /* the cursor is behind a live line */
    double shown; /* seconds of the search at the last line; negative: none yet */
    bool held;    /* `held_line` waits until the search turns out to be long */
    char held_line[128];
} progress;

/* `choice`: auto, plain or none; NULL is auto. Returns 0, or an exit code after telling the user.
 */
int progress_open(progress *out, const char *choice);

/* What a run is to call: this progress, and the flag that Ctrl-C sets. */
shoal_hooks progress_hooks(progress *shown);

/* Takes the live line away. */
void progress_close(progress *shown);

#endif
