/* A call of the library runs on a thread of its own, so that the main thread can listen to
 * interrupts and run R code for what the call has to tell. Only the main thread uses R. */
#include "shoal_r.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POLL_NANOSECONDS = 50 * 1000 * 1000 };

typedef enum told_kind { TOLD_NOTE, TOLD_WARNING, TOLD_PROGRESS, TOLD_PHASE } told_kind;

/* Something that was told, copied: what hooks get is only valid during their call. */
typedef struct told {
    struct told *next;
    told_kind kind;
    char *code, *attribute, *message;
    bool accepted;
    shoal_progress progress;
    shoal_phase phase;
} told;

typedef struct runner {
    task *task;
    pthread_t thread;
    bool threaded; /* and not yet joined */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    told *first, *last; /* under the lock */
    bool ended;         /* under the lock */
    volatile int cancel;
    shoal_status status;
    shoal_error error;
    SEXP tell;
    told *telling;    /* taken from the queue */
    sigset_t signals; /* as they were before telling */
} runner;

/* ---- The queue ----------------------------------------------------------------------------- */

static char *copied(const char *text) {
    char *copy = text ? malloc(strlen(text) + 1) : NULL;
    return copy ? strcpy(copy, text) : NULL;
}

static void told_free(told *past) {
    if (!past)
        return;
    free(past->code);
    free(past->attribute);
    free(past->message);
    free(past);
}

/* A progress line replaces one that nobody has seen yet. Without memory the line is lost, which
 * changes no answer. */
static void put(runner *run, told *made) {
    if (!made)
        return;
    pthread_mutex_lock(&run->lock);
    if (run->last && run->last->kind == made->kind && made->kind == TOLD_PROGRESS) {
        run->last->progress = made->progress;
        told_free(made);
    } else {
        if (run->last)
            run->last->next = made;
        else
            run->first = made;
        run->last = made;
    }
    pthread_cond_signal(&run->changed);
    pthread_mutex_unlock(&run->lock);
}

static told *take(runner *run) {
    pthread_mutex_lock(&run->lock);
    told *first = run->first;
    if (first)
        run->first = first->next;
    if (!run->first)
        run->last = NULL;
    pthread_mutex_unlock(&run->lock);
    return first;
}

static told *told_new(told_kind kind) {
    told *made = calloc(1, sizeof *made);
    if (made)
        made->kind = kind;
    return made;
}

/* ---- Hooks: by threads of the library ------------------------------------------------------ */

static void put_sentence(runner *run, told_kind kind, const char *code, const char *attribute,
                         const char *message, bool accepted) {
    told *made = told_new(kind);
    if (!made)
        return;
    made->code = copied(code);
    made->attribute = copied(attribute);
    made->message = copied(message);
    made->accepted = accepted;
    put(run, made);
}

/* Names of phases and metrics are static; the copies may point to them. */
static int on_event(const shoal_event *event, void *user) {
    runner *run = user;
    told *made = NULL;
    if (event->note)
        put_sentence(run, TOLD_NOTE, event->note->code, event->note->attribute,
                     event->note->message, false);
    if (event->warning)
        put_sentence(run, TOLD_WARNING, event->warning->code, event->warning->attribute,
                     event->warning->message, event->warning->accepted);
    if (event->progress && (made = told_new(TOLD_PROGRESS)))
        made->progress = *event->progress;
    if (event->phase && (made = told_new(TOLD_PHASE)))
        made->phase = *event->phase;
    put(run, made);
    return run->cancel;
}

static void *run_thread(void *user) {
    runner *run = user;
    shoal_hooks hooks = {
        .size = sizeof hooks, .user = run, .cancel = &run->cancel, .event = on_event};
    run->status = run->task->work(run->task, &hooks, &run->error);
    pthread_mutex_lock(&run->lock);
    run->ended = true;
    pthread_cond_signal(&run->changed);
    pthread_mutex_unlock(&run->lock);
    return NULL;
}

/* ---- The main thread ----------------------------------------------------------------------- */

/* No signal ends up on a thread of the library: R's handlers expect the main thread. */
static void runner_start(runner *run) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    run->threaded = pthread_create(&run->thread, NULL, run_thread, run) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!run->threaded)
        run_thread(run);
}

static void runner_join(runner *run) {
    if (run->threaded)
        pthread_join(run->thread, NULL);
    run->threaded = false;
}

/* Waits a little for something to tell; true: it has ended and all was told. */
static bool runner_await(runner *run) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += POLL_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&run->lock);
    int waited = 0;
    while (!run->first && !run->ended && waited != ETIMEDOUT)
        waited = pthread_cond_timedwait(&run->changed, &run->lock, &until);
    bool ended = run->ended && !run->first;
    pthread_mutex_unlock(&run->lock);
    return ended;
}

static void check_interrupt(void *unused) {
    (void)unused;
    R_CheckUserInterrupt();
}

static SEXP sentence_of(const told *of, const char *kind) {
    static const char *const names[] = {"kind", "code", "attribute", "message", "accepted", ""};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, (const char **)names));
    SET_VECTOR_ELT(out, 0, text_vector(kind));
    SET_VECTOR_ELT(out, 1, text_vector(of->code));
    SET_VECTOR_ELT(out, 2, text_vector(of->attribute));
    SET_VECTOR_ELT(out, 3, text_vector(of->message));
    SET_VECTOR_ELT(out, 4, Rf_ScalarLogical(of->accepted));
    UNPROTECT(1);
    return out;
}

static SEXP progress_of(const shoal_progress *at) {
    static const char *const names[] = {"kind", "finder",  "evaluations", "done", "best", "bound",
                                        "gap",  "seconds", "metric",      "last", ""};
    const char finder[] = {at->finder, '\0'};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, (const char **)names));
    SET_VECTOR_ELT(out, 0, text_vector("progress"));
    SET_VECTOR_ELT(out, 1, text_vector(finder));
    SET_VECTOR_ELT(out, 2, Rf_ScalarReal((double)at->evaluations));
    SET_VECTOR_ELT(out, 3, Rf_ScalarReal(at->done));
    SET_VECTOR_ELT(out, 4, Rf_ScalarReal(at->best));
    SET_VECTOR_ELT(out, 5, Rf_ScalarReal(at->bound));
    SET_VECTOR_ELT(out, 6, Rf_ScalarReal(at->gap));
    SET_VECTOR_ELT(out, 7, Rf_ScalarReal(at->seconds));
    SET_VECTOR_ELT(out, 8, text_vector(at->metric));
    SET_VECTOR_ELT(out, 9, Rf_ScalarLogical(at->last));
    UNPROTECT(1);
    return out;
}

static SEXP phase_of(const shoal_phase *at) {
    static const char *const names[] = {"kind", "name", "done", "rows", "seconds", "last", ""};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, (const char **)names));
    SET_VECTOR_ELT(out, 0, text_vector("phase"));
    SET_VECTOR_ELT(out, 1, text_vector(at->name));
    SET_VECTOR_ELT(out, 2, Rf_ScalarReal(at->done));
    SET_VECTOR_ELT(out, 3, Rf_ScalarReal(at->rows < 0 ? NA_REAL : (double)at->rows));
    SET_VECTOR_ELT(out, 4, Rf_ScalarReal(at->seconds));
    SET_VECTOR_ELT(out, 5, Rf_ScalarLogical(at->last));
    UNPROTECT(1);
    return out;
}

static SEXP tell_r(void *data) {
    runner *run = data;
    const told *of = run->telling;
    SEXP event = PROTECT(of->kind == TOLD_NOTE       ? sentence_of(of, "note")
                         : of->kind == TOLD_WARNING  ? sentence_of(of, "warning")
                         : of->kind == TOLD_PROGRESS ? progress_of(&of->progress)
                                                     : phase_of(&of->phase));
    SEXP call = PROTECT(Rf_lang2(run->tell, event));
    Rf_eval(call, R_BaseEnv);
    UNPROTECT(2);
    return R_NilValue;
}

static void runner_close(runner *run) {
    while (run->first)
        told_free(take(run));
    pthread_cond_destroy(&run->changed);
    pthread_mutex_destroy(&run->lock);
}

/* Ends what tell_r began. R code that was told something may have left through a condition: nothing
 * of the call may stay then. */
static void told_or_left(void *data, Rboolean jumps) {
    runner *run = data;
    pthread_sigmask(SIG_SETMASK, &run->signals, NULL);
    told_free(run->telling);
    run->telling = NULL;
    if (!jumps)
        return;
    run->cancel = 1;
    runner_join(run);
    shoal_result_free(run->task->result);
    shoal_table_free(run->task->release);
    runner_close(run);
}

/* An interrupt waits until the R code has returned, so that there is one place that sees it. */
static void runner_tell(runner *run, SEXP token) {
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupt, &run->signals);
    R_UnwindProtect(tell_r, run, told_or_left, run, token);
}

static void runner_open(runner *run) {
    pthread_condattr_t attributes;
    pthread_mutex_init(&run->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&run->changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

shoal_status task_run(task *self, SEXP tell, shoal_error *error) {
    runner run = {.task = self, .tell = tell};
    SEXP token = PROTECT(R_MakeUnwindCont());
    runner_open(&run);
    runner_start(&run);
    while (!runner_await(&run)) {
        if (!R_ToplevelExec(check_interrupt, NULL))
            run.cancel = 1;
        if ((run.telling = take(&run)))
            runner_tell(&run, token);
    }
    runner_join(&run);
    *error = run.error;
    runner_close(&run);
    UNPROTECT(1);
    return run.status;
}
