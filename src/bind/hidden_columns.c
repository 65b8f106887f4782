#include "bind/hidden_columns.h"

#include "base/hash.h"
#include "bind/key_names.h"
#include "bind/roles.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define MOST_COLUMNS 8     /* more identifiers are not looked at */
#define TRIAL_ROWS 65536   /* the first, after which it is plain whether values repeat */
#define TRIAL_SLOTS 131072 /* a power of two, twice as many */
#define FEW_REPEATED 8     /* chance, or slips of the pen */
#define PARTS 16           /* of the hashes, counted one after the other */

/* Rows that follow one another. */
typedef struct stretch {
    size_t
        row; /* number of the first; where lines are blank not its place, but in the same order */
    size_t begin, count; /* of the worker's hashes */
} stretch;

typedef struct worker_column {
    uint64_t *hash; /* [count] */
    size_t count, capacity;
} worker_column;

/* What the first rows of a column show, whoever reads them: the answer must not depend on that. */
typedef struct column_trial {
    uint64_t *seen; /* [TRIAL_SLOTS] hashes; 0: none. NULL: it has not begun, or is over */
    size_t tried, repeated;
} column_trial;

typedef struct hidden_worker {
    worker_column column[MOST_COLUMNS];
    stretch *stretches;
    size_t count, capacity;
    size_t rows;
} hidden_worker;

struct hidden_columns {
    const shoal_plan *plan;
    size_t asked; /* columns of the table so far */
    size_t place[MOST_COLUMNS];
    size_t columns;
    atomic_bool unique[MOST_COLUMNS]; /* given up */
    pthread_mutex_t lock;             /* of the trials */
    column_trial trial[MOST_COLUMNS];
    atomic_bool failed;     /* out of memory */
    hidden_worker *workers; /* [worker_count] */
    size_t worker_count;
    const uint32_t *row_of; /* [rows] where they were sorted; NULL: as shown */
};

hidden_columns *hidden_columns_new(const shoal_plan *plan, int workers) {
    hidden_columns *made = memory_zero(1, sizeof *made);
    if (!made)
        return NULL;
    made->plan = plan;
    made->worker_count = workers > 0 ? (size_t)workers : 1;
    made->workers = memory_zero(made->worker_count, sizeof *made->workers);
    if (made->workers) {
        pthread_mutex_init(&made->lock, NULL);
        return made;
    }
    memory_free(made);
    return NULL;
}

static void drop_column(worker_column *of) {
    memory_free(of->hash);
    *of = (worker_column){0};
}

void hidden_columns_free(hidden_columns *hidden) {
    for (size_t w = 0; hidden && w < hidden->worker_count; w++) {
        for (size_t c = 0; c < MOST_COLUMNS; c++)
            drop_column(&hidden->workers[w].column[c]);
        memory_free(hidden->workers[w].stretches);
    }
    for (size_t c = 0; hidden && c < MOST_COLUMNS; c++)
        memory_free(hidden->trial[c].seen);
    if (hidden) {
        pthread_mutex_destroy(&hidden->lock);
        memory_free(hidden->workers);
    }
    memory_free(hidden);
}

static bool may_be_key(const shoal_plan *plan, const char *name) {
    return plan_role_of(plan, name) == ROLE_IDENTIFIER && key_name_judge(name) != KEY_NAME_SHARED;
}

bool hidden_columns_sees(const char *name, void *context) {
    return may_be_key(((const hidden_columns *)context)->plan, name);
}

bool shoal_plan_reads(const shoal_plan *plan, const char *name) {
    return may_be_key(plan, name) || roles_keep_needed(name, (void *)plan);
}

bool hidden_columns_keep(const char *name, void *context) {
    hidden_columns *hidden = context;
    size_t place = hidden->asked++;
    if (hidden->columns < MOST_COLUMNS && hidden_columns_sees(name, context))
        hidden->place[hidden->columns++] = place;
    return roles_keep_needed(name, (void *)hidden->plan);
}

size_t hidden_columns_count(const hidden_columns *hidden) {
    return hidden ? hidden->columns : 0;
}

size_t hidden_columns_place(const hidden_columns *hidden, size_t index) {
    return hidden->place[index];
}

/* ---- While the table is read ----------------------------------------------------------------- */

static bool is_missing(const shoal_plan *plan, const char *text, size_t length) {
    for (size_t i = 0; i < plan->missing_token_count; i++)
        if (strlen(plan->missing_tokens[i]) == length &&
            memcmp(plan->missing_tokens[i], text, length) == 0)
            return true;
    return length == 0;
}

/* Never 0. A row without a value gets a hash of its own. */
static uint64_t hash_cell(const hidden_columns *hidden, const cell_block *block, size_t row,
                          size_t place) {
    cell_span span = block->span[row * block->columns + place];
    const char *text = block->text + span.begin;
    size_t length = span.end - span.begin;
    uint64_t hash = is_missing(hidden->plan, text, length) ? hash_mix(block->row + row + 0x6d697373)
                                                           : hash_mix(hash_bytes(text, length));
    return hash ? hash : 1;
}

/* Counts the values that were there before. */
static void try_hash(column_trial *of, uint64_t hash) {
    size_t slot = hash & (TRIAL_SLOTS - 1);
    while (of->seen[slot] && of->seen[slot] != hash)
        slot = (slot + 1) & (TRIAL_SLOTS - 1);
    of->repeated += of->seen[slot] == hash;
    of->seen[slot] = hash;
    of->tried++;
}

/* The hashes of rows from `row` on, of which the first of the table are tried. */
static bool try_rows(hidden_columns *hidden, size_t index, size_t row, const uint64_t *hash,
                     size_t count) {
    column_trial *of = &hidden->trial[index];
    if (row >= TRIAL_ROWS)
        return true;
    if (count > TRIAL_ROWS - row)
        count = TRIAL_ROWS - row;
    pthread_mutex_lock(&hidden->lock);
    if (!of->seen)
        of->seen = memory_zero(TRIAL_SLOTS, sizeof *of->seen);
    bool fine = of->seen != NULL;
    for (size_t i = 0; fine && i < count && of->tried < TRIAL_ROWS; i++)
        try_hash(of, hash[i]);
    if (fine && of->tried == TRIAL_ROWS) {
        if (of->repeated < FEW_REPEATED)
            atomic_store(&hidden->unique[index], true);
        memory_free(of->seen);
        of->seen = NULL;
    }
    pthread_mutex_unlock(&hidden->lock);
    return fine;
}

static bool add_hash(worker_column *of, uint64_t hash) {
    void *items = of->hash;
    bool grown = memory_grow(&items, &of->capacity, of->count + 1, sizeof *of->hash);
    of->hash = items;
    if (grown)
        of->hash[of->count++] = hash;
    return grown;
}

static bool see_column(hidden_columns *hidden, hidden_worker *by, size_t index,
                       const cell_block *block) {
    worker_column *of = &by->column[index];
    if (atomic_load(&hidden->unique[index])) {
        drop_column(of);
        return true;
    }
    size_t before = of->count;
    for (size_t row = 0; row < block->rows; row++)
        if (!add_hash(of, hash_cell(hidden, block, row, hidden->place[index])))
            return false;
    return block->rows == 0 || try_rows(hidden, index, block->row, of->hash + before, block->rows);
}

static bool see_rows(hidden_worker *by, const cell_block *block) {
    stretch *last = by->count > 0 ? &by->stretches[by->count - 1] : NULL;
    if (last && last->row + last->count == block->row) {
        last->count += block->rows;
    } else {
        void *items = by->stretches;
        bool grown = memory_grow(&items, &by->capacity, by->count + 1, sizeof *by->stretches);
        by->stretches = items;
        if (!grown)
            return false;
        by->stretches[by->count++] = (stretch){block->row, by->rows, block->rows};
    }
    by->rows += block->rows;
    return true;
}

void hidden_columns_see(const cell_block *block, void *context) {
    hidden_columns *hidden = context;
    hidden_worker *by = &hidden->workers[block->worker];
    assert((size_t)block->worker < hidden->worker_count);
    bool seen = see_rows(by, block);
    for (size_t i = 0; seen && i < hidden->columns; i++)
        seen = see_column(hidden, by, i, block);
    if (!seen)
        atomic_store(&hidden->failed, true);
}

/* ---- Afterwards ------------------------------------------------------------------------------ */

/* A stretch of some worker. */
typedef struct placed {
    const stretch *of;
    const uint64_t *hash;
} placed;

static int by_row(const void *one, const void *other) {
    const placed *a = one, *b = other;
    return (a->of->row > b->of->row) - (a->of->row < b->of->row);
}

/* The stretches in the order of the rows; NULL: out of memory. */
static placed *place_stretches(const hidden_columns *hidden, size_t index, size_t *count) {
    size_t room = 1;
    for (size_t w = 0; w < hidden->worker_count; w++)
        room += hidden->workers[w].count;
    placed *made = memory_new(room, sizeof *made);
    *count = 0;
    for (size_t w = 0; made && w < hidden->worker_count; w++) {
        const hidden_worker *by = &hidden->workers[w];
        for (size_t i = 0; i < by->count; i++)
            made[(*count)++] =
                (placed){&by->stretches[i], by->column[index].hash + by->stretches[i].begin};
    }
    if (made)
        qsort(made, *count, sizeof *made, by_row);
    return made;
}

/* Different hashes, a part of them at a time, so that the room for them is small. */
static bool count_values(uint64_t *out, const hidden_columns *hidden, size_t index, size_t rows) {
    size_t slots = 1024;
    while (slots < rows / PARTS * 4)
        slots *= 2;
    uint64_t *seen = memory_new(slots, sizeof *seen);
    *out = 0;
    for (uint64_t part = 0; seen && part < PARTS; part++) {
        memset(seen, 0, slots * sizeof *seen);
        for (size_t w = 0; w < hidden->worker_count; w++) {
            const worker_column *of = &hidden->workers[w].column[index];
            for (size_t i = 0; i < of->count; i++) {
                if (of->hash[i] >> 60 != part)
                    continue;
                size_t slot = of->hash[i] & (slots - 1);
                while (seen[slot] && seen[slot] != of->hash[i])
                    slot = (slot + 1) & (slots - 1);
                *out += !seen[slot];
                seen[slot] = of->hash[i];
            }
        }
    }
    memory_free(seen);
    return seen != NULL;
}

/* Rows that the reader left out, such as blank lines, would shift the others: then nothing is
 * known. */
static bool is_whole(const hidden_columns *hidden, size_t index, size_t rows) {
    size_t found = 0;
    for (size_t w = 0; w < hidden->worker_count; w++)
        found += hidden->workers[w].column[index].count;
    return found == rows && !atomic_load(&hidden->unique[index]);
}

void hidden_columns_sorted(hidden_columns *hidden, const uint32_t *row_of) {
    hidden->row_of = row_of;
}

/* From the order in which they were shown to that of the table. */
static bool sort_values(uint32_t **hash, const uint32_t *row_of, size_t rows) {
    uint32_t *sorted = memory_new(rows, sizeof *sorted);
    for (size_t row = 0; sorted && row < rows; row++)
        sorted[row] = (*hash)[row_of[row]];
    memory_free(*hash);
    *hash = sorted;
    return sorted != NULL;
}

shoal_status hidden_columns_take(hidden_values *out, hidden_columns *hidden, size_t index,
                                 size_t rows, shoal_error *error) {
    size_t count = 0, at = 0;
    *out = (hidden_values){.values = rows};
    if (atomic_load(&hidden->failed))
        return status_no_memory(error);
    if (!is_whole(hidden, index, rows))
        return SHOAL_OK;
    placed *order = place_stretches(hidden, index, &count);
    out->hash = memory_new(rows, sizeof *out->hash);
    bool made = order && out->hash && count_values(&out->values, hidden, index, rows);
    for (size_t i = 0; made && i < count; i++)
        for (size_t row = 0; row < order[i].of->count; row++)
            out->hash[at++] = (uint32_t)(order[i].hash[row] >> 32);
    memory_free(order);
    if (made && hidden->row_of)
        made = sort_values(&out->hash, hidden->row_of, rows);
    if (made)
        return SHOAL_OK;
    memory_free(out->hash);
    out->hash = NULL;
    return status_no_memory(error);
}
