/* The inside of jobs, for jobs.c, job_state.c and job_events.c. */
#ifndef SHOAL_SERVER_JOBS_PARTS_H
#define SHOAL_SERVER_JOBS_PARTS_H

#include "server/jobs.h"

#include <pthread.h>

#define MOST_WAITING 16
#define MOST_ENDED 40 /* that are remembered */
#define MOST_REMARKS 50
#define MOST_WORKERS 16
#define EVENT_GAP 0.05 /* seconds between two events of a job */
#define HEARTBEAT 15.0

typedef enum job_state { JOB_WAITING, JOB_RUNNING, JOB_ENDED, JOB_FAILED, JOB_CANCELLED } job_state;

/* A note or a warning. */
typedef struct job_remark {
    char *code, *attribute, *message;
    bool accepted;
} job_remark;

typedef struct job_remarks {
    job_remark list[MOST_REMARKS];
    size_t count;
} job_remarks;

typedef struct job_stream {
    http_stream stream; /* first */
    job *of;
    struct job_stream *next;
    uint64_t seen; /* version that was sent */
    bool is_asked; /* the daemon has called: it can be woken */
    bool beats;    /* a heartbeat is due */
    bool is_over;  /* the last event was sent */
} job_stream;

/* All but `cancel` and `keep` is read and written with the lock. */
struct job {
    jobs *owner;
    int64_t id;
    job_work work;
    job_state state;
    int references;
    volatile int cancel, keep;
    const char *phase; /* "": none yet; those of the library are static as well */
    double done, best, bound, gap;
    int64_t evaluations;
    double began, ended; /* of a clock; 0: not yet */
    int64_t candidate;   /* 0: none */
    char release[16];    /* "": none */
    shoal_error error;
    job_remarks notes, warnings;
    char *result;
    uint64_t version; /* counts events */
    double told;      /* when the last one was */
    bool is_changed;  /* since then */
    job_stream *streams;
    job *next; /* younger */
};

struct jobs {
    pthread_mutex_t lock;
    pthread_cond_t work, tick;
    pthread_t workers[MOST_WORKERS], ticker;
    int worker_count;
    bool has_ticker;
    job *first, *last;
    int64_t next_id;
    bool is_closing, is_hung_up;
    double next_beat;
};

double job_clock(void);
bool job_is_over(const job *at);
/* With the lock held. */
void job_describe(json_text *to, const char *key, const job *at);
void job_release(job *at);               /* a reference less */
void job_changed(job *at, bool at_once); /* tells streams, now or soon */
void *jobs_tick(void *all);              /* the thread that tells what was held back */

#endif
