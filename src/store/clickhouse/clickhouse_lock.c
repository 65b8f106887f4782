#include "store/clickhouse/clickhouse_lock.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* The server begins when it has a megabyte of rows. */
#define ROWS_SENT ((size_t)3 << 19)
/* Until then others may end; a run that was killed just now is gone long before. */
#define WAIT_SECONDS 5
/* Bytes of the query, which must not reach into the rows. */
#define MOST_QUERY 64
#define WAIT_NANOSECONDS 100000000L
/* While the rows are sent; a minute in all. */
#define WAIT_TO_SEND 1000000L
#define MOST_WAITS 60000

struct clickhouse_lock {
    clickhouse *of;
    const char *id;
    char session[64];
    char insert[MOST_QUERY];
    char table[32]; /* of the session; tells this run's query from that of another */
    text parameters;
    size_t sent;
    struct timespec begun; /* the waiting */
    bool lost;             /* the last try ended without a word of the server */
    byte_stream rows;
    http_answer *answer;
};

static shoal_status send_rows(void *context, char *into, size_t size, size_t *got,
                              shoal_error *error) {
    clickhouse_lock *self = context;
    (void)error;
    size_t left = ROWS_SENT - self->sent;
    *got = size / 2 * 2 < left ? size / 2 * 2 : left;
    for (size_t i = 0; i < *got; i += 2)
        memcpy(into + i, "1\n", 2);
    self->sent += *got;
    return SHOAL_OK;
}

/* Not always equally long, so that two who let go for one another do not meet again. */
static void wait_a_little(void) {
    long more = (long)(clickhouse_random() % WAIT_NANOSECONDS);
    nanosleep(&(struct timespec){.tv_nsec = WAIT_NANOSECONDS / 2 + more}, NULL);
}

static bool has_waited(const clickhouse_lock *self) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec - self->begun.tv_sec > WAIT_SECONDS;
}

/* The table of the session; that of another one is not seen. */
static shoal_status make_table(clickhouse_lock *self, shoal_error *error) {
    char make[96];
    text parameters = {0};
    snprintf(make, sizeof make, "CREATE TEMPORARY TABLE %s (x UInt8)", self->table);
    text_format(&parameters, "session_id=%s&wait_end_of_query=1", self->session);
    shoal_status status = parameters.failed
                              ? status_no_memory(error)
                              : clickhouse_run_with(self->of, 0, make, parameters.bytes, error);
    text_free(&parameters);
    return status;
}

static shoal_status begin(clickhouse_lock *self, shoal_error *error) {
    int length = snprintf(self->insert, sizeof self->insert, "INSERT INTO %s FORMAT TabSeparated\n",
                          self->table);
    http_request request = {.parameters = self->parameters.bytes,
                            .body = self->insert,
                            .length = (size_t)length,
                            .rest = &self->rows,
                            .stays = true};
    self->sent = 0;
    return http_post(&self->answer, self->of->server[0], &request, error);
}

/* Those of this run, or all: users do not share ids, so that each may have one. */
static shoal_status count_holders(uint64_t *out, const clickhouse_lock *self, bool own,
                                  shoal_error *error) {
    text ask = {0};
    text_add_string(&ask, "SELECT count() FROM system.processes WHERE query_id = ");
    clickhouse_add_text(&ask, self->id, strlen(self->id));
    if (own) {
        text_add_string(&ask, " AND position(query, ");
        clickhouse_add_text(&ask, self->table, strlen(self->table));
        text_add_string(&ask, ") > 0");
    }
    shoal_status status = clickhouse_count(out, self->of, 0, &ask, error);
    text_free(&ask);
    return status;
}

static shoal_status refuse_locked(const clickhouse_lock *self, shoal_error *error) {
    return status_refuse(error, SHOAL_IO, "database_locked", NULL,
                         "%.150s: another run writes this table: wait for its end",
                         self->of->url->shown);
}

/* Why the server did not take it. */
static shoal_status take_refusal(clickhouse_lock *self, bool *again, shoal_error *error) {
    text answer = {0};
    char piece[4096], message[140];
    size_t got = 0;
    shoal_status status;
    do {
        status = http_read(self->answer, piece, sizeof piece, &got, error);
        text_add(&answer, piece, status == SHOAL_OK ? got : 0);
        if (answer.failed)
            break;
        /* A message is a line. The connection may stay open, as there is more to send. */
    } while (status == SHOAL_OK && got > 0 && !memchr(answer.bytes, '\n', answer.length));
    const char *bytes = answer.bytes ? answer.bytes : "";
    /* A server that refuses closes the connection: while the rows are sent its words may be lost.
     */
    self->lost = answer.length == 0 && status == SHOAL_IO;
    *again = self->lost || strstr(bytes, "already running");
    clickhouse_message(message, sizeof message, bytes, answer.length);
    if (answer.length > 0)
        status = status_refuse(error, SHOAL_IO, "database_refused", NULL, "%.90s: ClickHouse: %s",
                               self->of->labels[0], message);
    text_free(&answer);
    return status;
}

/* All rows that make the server begin are on their way. False: it did not take them. */
static bool is_sent(clickhouse_lock *self) {
    for (int i = 0; i < MOST_WAITS && self->sent < ROWS_SENT && http_is_waiting(self->answer); i++)
        nanosleep(&(struct timespec){.tv_nsec = WAIT_TO_SEND}, NULL);
    return self->sent >= ROWS_SENT;
}

/* Until the server has it in its list, or refuses. */
static shoal_status await(clickhouse_lock *self, bool *again, shoal_error *error) {
    bool sent = is_sent(self);
    do {
        uint64_t holders = 0, own = 0;
        if (!http_is_waiting(self->answer))
            return take_refusal(self, again, error);
        if (!sent)
            break;
        STATUS_TRY(count_holders(&own, self, true, error));
        STATUS_TRY(count_holders(&holders, self, false, error));
        /* Another user's, which the server does not keep apart. */
        *again = own == 1 && holders > 1;
        if (*again)
            break;
        /* The only one may be another run's, while the server has not yet refused this one. */
        if (own == 1)
            return SHOAL_OK;
        wait_a_little();
    } while (!has_waited(self));
    return refuse_locked(self, error);
}

/* Another run may end at any moment: then it is this one's turn. */
static shoal_status acquire(clickhouse_lock *self, shoal_error *error) {
    clock_gettime(CLOCK_MONOTONIC, &self->begun);
    for (;;) {
        bool again = false;
        self->lost = false;
        STATUS_TRY(begin(self, error));
        shoal_status status = await(self, &again, error);
        if (status == SHOAL_OK || !again)
            return status;
        http_close(self->answer);
        self->answer = NULL;
        if (has_waited(self))
            return self->lost ? status : refuse_locked(self, error);
        wait_a_little();
    }
}

static void add_parameters(clickhouse_lock *self) {
    text_format(&self->parameters, "session_id=%s&max_query_size=%d&http_receive_timeout=86400",
                self->session, MOST_QUERY);
    text_format(&self->parameters, "&max_execution_time=0&query_id=");
    http_add_escaped(&self->parameters, self->id);
}

shoal_status clickhouse_lock_open(clickhouse_lock **out, clickhouse *of, const char *id,
                                  shoal_error *error) {
    clickhouse_lock *made = memory_zero(1, sizeof *made);
    *out = NULL;
    if (!made)
        return status_no_memory(error);
    made->of = of;
    made->id = id;
    made->rows = (byte_stream){send_rows, made};
    uint64_t number = clickhouse_random();
    snprintf(made->session, sizeof made->session, "shoal-%016llx", (unsigned long long)number);
    snprintf(made->table, sizeof made->table, "shoal_lock_%016llx", (unsigned long long)number);
    add_parameters(made);
    shoal_status status = made->parameters.failed ? status_no_memory(error) : SHOAL_OK;
    if (status == SHOAL_OK)
        status = make_table(made, error);
    if (status == SHOAL_OK)
        status = acquire(made, error);
    if (status != SHOAL_OK) {
        clickhouse_lock_close(made);
        return status;
    }
    *out = made;
    return SHOAL_OK;
}

shoal_status clickhouse_lock_check(clickhouse_lock *lock, shoal_error *error) {
    uint64_t holders = 0;
    if (http_is_waiting(lock->answer))
        STATUS_TRY(count_holders(&holders, lock, true, error));
    if (holders == 1)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_IO, "database_locked", NULL,
                         "%.120s: the lock of the table was lost, because the server was started "
                         "anew or ended the connection: try again",
                         lock->of->url->shown);
}

void clickhouse_lock_close(clickhouse_lock *lock) {
    if (!lock)
        return;
    http_close(lock->answer);
    text_free(&lock->parameters);
    memory_free(lock);
}
