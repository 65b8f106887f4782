/* The queue and its workers. */
#include "server/jobs_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double job_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

bool job_is_over(const job *at) {
    return at->state >= JOB_ENDED;
}

static void free_remarks(job_remarks *of) {
    for (size_t i = 0; i < of->count; i++) {
        free(of->list[i].code);
        free(of->list[i].attribute);
        free(of->list[i].message);
    }
}

void job_release(job *at) {
    if (--at->references > 0)
        return;
    free_remarks(&at->notes);
    free_remarks(&at->warnings);
    free(at->result);
    free(at);
}

/* ---- Workers --------------------------------------------------------------------------------- */

static job *next_waiting(const jobs *all) {
    for (job *at = all->first; at; at = at->next)
        if (at->state == JOB_WAITING)
            return at;
    return NULL;
}

static void unlink_job(jobs *all, job *gone) {
    job *before = NULL;
    for (job *at = all->first; at != gone; at = at->next)
        before = at;
    if (before)
        before->next = gone->next;
    else
        all->first = gone->next;
    if (all->last == gone)
        all->last = before;
    job_release(gone);
}

/* The oldest go first. */
static void forget_ended(jobs *all) {
    size_t ended = 0;
    for (job *at = all->first; at; at = at->next)
        ended += job_is_over(at);
    for (job *at = all->first, *next; at && ended > MOST_ENDED; at = next) {
        next = at->next;
        if (!job_is_over(at))
            continue;
        unlink_job(all, at);
        ended--;
    }
}

static void end_job(job *at, job_state state) {
    at->state = state;
    at->ended = job_clock();
    if (at->began == 0)
        at->began = at->ended;
    at->done = state == JOB_ENDED ? 1 : at->done;
    job_changed(at, true);
}

static void run_job(jobs *all, job *at) {
    at->state = JOB_RUNNING;
    at->began = job_clock();
    at->references++;
    job_changed(at, true);
    pthread_mutex_unlock(&all->lock);
    shoal_error error = {0};
    shoal_status status = at->work.run(at, at->work.asked, &error);
    at->work.drop(at->work.asked);
    pthread_mutex_lock(&all->lock);
    at->work.asked = NULL;
    if (status != SHOAL_OK && status != SHOAL_INTERRUPTED) {
        at->error = error;
        at->error.status = status;
    }
    end_job(at, status == SHOAL_OK            ? JOB_ENDED
                : status == SHOAL_INTERRUPTED ? JOB_CANCELLED
                                              : JOB_FAILED);
    job_release(at);
    forget_ended(all);
}

static void *serve(void *of) {
    jobs *all = of;
    pthread_mutex_lock(&all->lock);
    while (!all->is_closing) {
        job *at = next_waiting(all);
        if (at)
            run_job(all, at);
        else
            pthread_cond_wait(&all->work, &all->lock);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

static shoal_status start_threads(jobs *all, int workers, shoal_error *error) {
    for (int i = 0; i < workers && i < MOST_WORKERS; i++) {
        if (pthread_create(&all->workers[i], NULL, serve, all) != 0)
            return refuse(error, SHOAL_NO_MEMORY, "no_memory", NULL, "no thread could be started");
        all->worker_count++;
    }
    all->has_ticker = pthread_create(&all->ticker, NULL, jobs_tick, all) == 0;
    return all->has_ticker
               ? SHOAL_OK
               : refuse(error, SHOAL_NO_MEMORY, "no_memory", NULL, "no thread could be started");
}

shoal_status jobs_new(jobs **out, int workers, shoal_error *error) {
    jobs *all = calloc(1, sizeof *all);
    pthread_condattr_t monotonic;
    *out = NULL;
    if (!all)
        return refuse_no_memory(error);
    pthread_mutex_init(&all->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&all->work, &monotonic);
    pthread_cond_init(&all->tick, &monotonic);
    pthread_condattr_destroy(&monotonic);
    all->next_id = 1;
    all->next_beat = job_clock() + HEARTBEAT;
    shoal_status status = start_threads(all, workers > 0 ? workers : 2, error);
    if (status == SHOAL_OK)
        *out = all;
    else
        jobs_free(all);
    return status;
}

static void cancel_job(job *at) {
    at->cancel = 1;
    if (at->state != JOB_WAITING)
        return;
    at->work.drop(at->work.asked);
    at->work.asked = NULL;
    end_job(at, JOB_CANCELLED);
}

void jobs_free(jobs *all) {
    if (!all)
        return;
    pthread_mutex_lock(&all->lock);
    all->is_closing = true;
    for (job *at = all->first; at; at = at->next)
        if (!job_is_over(at))
            cancel_job(at);
    pthread_cond_broadcast(&all->work);
    pthread_cond_broadcast(&all->tick);
    pthread_mutex_unlock(&all->lock);
    for (int i = 0; i < all->worker_count; i++)
        pthread_join(all->workers[i], NULL);
    if (all->has_ticker)
        pthread_join(all->ticker, NULL);
    while (all->first)
        unlink_job(all, all->first);
    pthread_cond_destroy(&all->work);
    pthread_cond_destroy(&all->tick);
    pthread_mutex_destroy(&all->lock);
    free(all);
}

/* ---- The queue ------------------------------------------------------------------------------- */

static size_t count_waiting(const jobs *all) {
    size_t waiting = 0;
    for (job *at = all->first; at; at = at->next)
        waiting += at->state == JOB_WAITING;
    return waiting;
}

static void cancel_live(jobs *all) {
    for (job *at = all->first; at; at = at->next)
        if (at->work.live && !job_is_over(at))
            cancel_job(at);
}

static void append(jobs *all, job *made) {
    made->id = all->next_id++;
    if (all->last)
        all->last->next = made;
    else
        all->first = made;
    all->last = made;
    pthread_cond_signal(&all->work);
}

static job *job_new(jobs *all, const job_work *work) {
    job *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->owner = all;
    made->work = *work;
    made->references = 1;
    made->phase = "";
    made->done = made->best = made->bound = made->gap = (double)NAN;
    made->version = 1;
    return made;
}

shoal_status jobs_add(jobs *all, const job_work *work, json_text *to, const char *key,
                      shoal_error *error) {
    job *made = job_new(all, work);
    shoal_status status = made ? SHOAL_OK : refuse_no_memory(error);
    pthread_mutex_lock(&all->lock);
    if (status == SHOAL_OK && work->live)
        cancel_live(all);
    if (status == SHOAL_OK && (count_waiting(all) >= MOST_WAITING || all->is_closing))
        status = refuse(error, SHOAL_INTERRUPTED, "too_many_jobs", NULL,
                        "%d jobs are waiting already: wait for one, or stop one", MOST_WAITING);
    if (status == SHOAL_OK) {
        append(all, made);
        if (to)
            job_describe(to, key, made);
    }
    pthread_mutex_unlock(&all->lock);
    if (status != SHOAL_OK) {
        free(made);
        work->drop(work->asked);
    }
    return status;
}

void jobs_cancel_kind(jobs *all, const char *kind) {
    pthread_mutex_lock(&all->lock);
    for (job *at = all->first; at; at = at->next)
        if (!job_is_over(at) && strcmp(at->work.kind, kind) == 0)
            cancel_job(at);
    pthread_mutex_unlock(&all->lock);
}

/* ---- By id ----------------------------------------------------------------------------------- */

static job *find(const jobs *all, int64_t id) {
    job *at = all->first;
    while (at && at->id != id)
        at = at->next;
    return at;
}

bool jobs_describe(jobs *all, int64_t id, json_text *to) {
    pthread_mutex_lock(&all->lock);
    const job *at = find(all, id);
    if (at)
        job_describe(to, NULL, at);
    pthread_mutex_unlock(&all->lock);
    return at != NULL;
}

void jobs_list(jobs *all, json_text *to, const char *key) {
    json_open(to, key, '[');
    pthread_mutex_lock(&all->lock);
    for (const job *at = all->first; at; at = at->next)
        job_describe(to, NULL, at);
    pthread_mutex_unlock(&all->lock);
    json_close(to, ']');
}

bool jobs_stop(jobs *all, int64_t id, bool keep) {
    pthread_mutex_lock(&all->lock);
    job *at = find(all, id);
    if (at && !job_is_over(at)) {
        at->keep = keep;
        cancel_job(at);
    }
    pthread_mutex_unlock(&all->lock);
    return at != NULL;
}

bool jobs_result(jobs *all, int64_t id, char **json, bool *ended) {
    pthread_mutex_lock(&all->lock);
    const job *at = find(all, id);
    *ended = at && job_is_over(at);
    *json = *ended && at->result ? strdup(at->result) : NULL;
    pthread_mutex_unlock(&all->lock);
    return at != NULL;
}
