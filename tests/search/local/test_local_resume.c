/* Searches for clusters that are interrupted and go on from their checkpoint end as if they had
 * never been; files that were cut off or damaged change no answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/text.h"
#include "recode/cluster_space.h"
#include "search/driver/checkpoint_format.h"
#include "search/local/local_state.h"
#include "support/random_cases.h"
#include "support/recoded_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROWS 120
#define ROUNDS "8"

static char path[64];
static text table;
static shoal_plan *plan;

/* ---- A table and a plan ---------------------------------------------------------------------- */

static void make_table(void) {
    random_stream draw = random_open(property_seed(), "resume", 0);
    text_add_string(&table, "age,town,trade\n");
    for (int row = 0; row < ROWS; row++)
        text_format(&table, "%d,v%d%d,w%d\n", 20 + (int)random_below(&draw, 40),
                    (int)random_below(&draw, 3), (int)random_below(&draw, 3),
                    (int)random_below(&draw, 5));
}

static void make_plan(void) {
    static const char *const keys[][2] = {{"attributes.age.role", "quasi"},
                                          {"attributes.age.hierarchy", "ranges:5,10,20"},
                                          {"attributes.town.role", "quasi"},
                                          {"attributes.town.hierarchy", "mask:right"},
                                          {"attributes.town.local", "uniform"},
                                          {"attributes.trade.role", "quasi"},
                                          {"attributes.trade.hierarchy", "flat"},
                                          {"privacy.k", "3"},
                                          {"suppression", "0.1"},
                                          {"recoding", "local"},
                                          {"search.algorithm", "refine"},
                                          {"search.rounds", ROUNDS},
                                          {"seed", "7"}};
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        plan_set(plan, keys[i][0], keys[i][1]);
}

/* ---- Files ----------------------------------------------------------------------------------- */

typedef struct bytes {
    uint8_t data[1 << 14];
    size_t length;
} bytes;

static void file_put(const bytes *from) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(from->data, 1, from->length, file), from->length);
    assert_int_equal(fclose(file), 0);
}

static void file_get(bytes *out) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    out->length = fread(out->data, 1, sizeof out->data, file);
    assert_true(out->length < sizeof out->data);
    fclose(file);
}

/* ---- Searches -------------------------------------------------------------------------------- */

typedef struct attempt {
    bool checkpoint, resume;
    int improvements; /* after which it is interrupted; 0: it is not */
    uint64_t seed;    /* 0: the plan's */

    shoal_status status;
    search_stop stopped_by;
    double value, bound;
    int64_t evaluations;
    uint64_t classes;
    char note[SHOAL_MESSAGE_SIZE];
    volatile int cancel;
} attempt;

static void count_down(const shoal_progress *line, void *user) {
    attempt *of = user;
    if (line->finder != ' ' && of->improvements > 0 && --of->improvements == 0)
        of->cancel = 1;
}

static void keep_note(const char *sentence, void *user) {
    attempt *of = user;
    snprintf(of->note, sizeof of->note, "%s", sentence);
}

static shoal_status run_search_of(attempt *of, recoded_table *in, checkpoint *kept,
                                  const shoal_hooks *hooks, shoal_error *error) {
    search run;
    search_setup setup = {.space = in->searched.space,
                          .algorithm = in->request.algorithm,
                          .settings = in->request.settings,
                          .limits = {.cancel = &of->cancel},
                          .hooks = hooks,
                          .checkpoint = kept,
                          .seed = of->seed ? of->seed : in->request.plan->seed};
    if (kept)
        STATUS_TRY(checkpoint_bind(kept, in->searched.space, error));
    STATUS_TRY(search_run(&run, &setup, error));
    assert_true(run.found);
    of->stopped_by = run.stopped_by;
    of->value = run.best.value;
    of->bound = run.bound;
    of->evaluations = run.evaluations;
    of->classes = run.best.classes.classes;
    search_close(&run);
    return SHOAL_OK;
}

static attempt solve(attempt of) {
    shoal_error error = {0};
    recoded_table in;
    checkpoint *kept = NULL;
    shoal_hooks hooks = {
        .size = sizeof hooks, .progress = count_down, .note = keep_note, .user = &of};
    checkpoint_setup setup = {
        .path = path, .resume = of.resume, .hooks = &hooks, .every_state = true};
    assert_int_equal(recoded_table_open(&in, plan, table.bytes, &error), SHOAL_OK);
    of.status = of.checkpoint ? checkpoint_open(&kept, &setup, &error) : SHOAL_OK;
    if (of.status == SHOAL_OK)
        of.status = run_search_of(&of, &in, kept, &hooks, &error);
    checkpoint_close(kept);
    recoded_table_close(&in);
    return of;
}

static void check_same(const attempt *one, const attempt *other) {
    assert_int_equal(one->status, SHOAL_OK);
    assert_int_equal(other->status, SHOAL_OK);
    assert_int_equal(one->stopped_by, other->stopped_by);
    assert_true(one->value == other->value);
    assert_true(one->bound == other->bound);
    assert_int_equal(one->evaluations, other->evaluations);
    assert_int_equal(one->classes, other->classes);
}

/* ---- Interrupted ----------------------------------------------------------------------------- */

static void interrupted_searches_end_the_same(void **state) {
    (void)state;
    attempt whole = solve((attempt){0});
    int resumed = 0;
    for (int improvements = 1; improvements < 12; improvements++) {
        unlink(path);
        attempt first = solve((attempt){.checkpoint = true, .improvements = improvements});
        assert_int_equal(first.status, SHOAL_OK);
        attempt second = solve((attempt){.checkpoint = true, .resume = true});
        check_same(&second, &whole);
        resumed += strstr(second.note, "resuming after round") != NULL;
    }
    assert_true(resumed > 0);
}

static void the_file_does_not_grow(void **state) {
    (void)state;
    bytes file;
    unlink(path);
    attempt made = solve((attempt){.checkpoint = true});
    assert_int_equal(made.status, SHOAL_OK);
    file_get(&file);
    /* Three states of at most two divisions, each with five bytes for a row; and what the head and
     * the slots take. */
    assert_true(file.length < CHECKPOINT_STATES + 3 * 2 * (size_t)(5 * ROWS + 64));
}

static void another_seed_begins_anew(void **state) {
    (void)state;
    unlink(path);
    attempt whole = solve((attempt){.seed = 11});
    attempt made = solve((attempt){.checkpoint = true});
    assert_int_equal(made.status, SHOAL_OK);
    attempt other = solve((attempt){.checkpoint = true, .resume = true, .seed = 11});
    check_same(&other, &whole);
    assert_null(strstr(other.note, "resuming after round"));
}

/* ---- Damage ---------------------------------------------------------------------------------- */

static void cut_off_files_change_no_answer(void **state) {
    (void)state;
    attempt whole = solve((attempt){0});
    bytes file;
    unlink(path);
    attempt made = solve((attempt){.checkpoint = true});
    assert_int_equal(made.status, SHOAL_OK);
    file_get(&file);
    size_t length = file.length;
    for (size_t cut = 0; cut < length; cut += 1 + length / 40) {
        file.length = cut;
        file_put(&file);
        attempt again = solve((attempt){.checkpoint = true, .resume = true});
        check_same(&again, &whole);
    }
}

static void changed_bytes_change_no_answer(void **state) {
    (void)state;
    attempt whole = solve((attempt){0});
    bytes file;
    unlink(path);
    attempt made = solve((attempt){.checkpoint = true});
    assert_int_equal(made.status, SHOAL_OK);
    file_get(&file);
    for (size_t at = 0; at < file.length; at += 1 + file.length / 60) {
        bytes damaged = file;
        damaged.data[at] ^= 0x10;
        file_put(&damaged);
        attempt again = solve((attempt){.checkpoint = true, .resume = true});
        if (at < CHECKPOINT_HEAD_SIZE)
            assert_true(again.status == SHOAL_USAGE || again.status == SHOAL_BAD_DATA);
        else
            check_same(&again, &whole);
    }
}

/* ---- States ---------------------------------------------------------------------------------- */

typedef struct encoded_state {
    recoded_table in;
    box_work work;
    uint8_t *bytes;
    size_t length;
} encoded_state;

static void encode_some(encoded_state *out) {
    shoal_error error = {0};
    uint8_t level[3] = {0};
    assert_int_equal(recoded_table_open(&out->in, plan, table.bytes, &error), SHOAL_OK);
    cluster_space *space = cluster_of_space(out->in.searched.space);
    memcpy(level, cluster_space_levels(space), sizeof level);
    out->work = box_binding_work(cluster_space_binding(space), 1);
    local_state made = {.round = 3, .moves = 5, .evaluations = 7, .bound = 0.25, .level = level};
    assert_int_equal(box_sorted(&made.now, &out->work, &error), SHOAL_OK);
    assert_int_equal(box_agglomerate(&made.best, &out->work, &error), SHOAL_OK);
    assert_int_equal(local_state_encode(&out->bytes, &out->length, &made, 3, &error), SHOAL_OK);
    local_state_free(&made);
}

static void close_some(encoded_state *of) {
    memory_free(of->bytes);
    recoded_table_close(&of->in);
}

/* Whatever the bytes are: clusters of the table, or none. */
static bool decode(const encoded_state *of, const uint8_t *from, size_t length) {
    shoal_error error = {0};
    uint8_t level[3];
    bool whole;
    local_state found = {.level = level};
    assert_int_equal(local_state_decode(&found, from, length, &of->work, &whole, &error), SHOAL_OK);
    if (whole) {
        assert_true(box_clusters_hold(&found.now, &of->work));
        assert_true(!found.best.first || box_clusters_hold(&found.best, &of->work));
    }
    local_state_free(&found);
    return whole;
}

static void states_come_back_whole_or_not_at_all(void **state) {
    (void)state;
    encoded_state of;
    encode_some(&of);
    random_stream draw = random_open(property_seed(), "damage", 0);
    bool holds = decode(&of, of.bytes, of.length);
    (void)holds;
    for (int i = 0; i < 2000; i++) {
        uint8_t *changed = memory_new(of.length, 1);
        assert_non_null(changed);
        memcpy(changed, of.bytes, of.length);
        for (uint64_t n = random_below(&draw, 3); n > 0; n--)
            changed[random_below(&draw, of.length)] = (uint8_t)random_below(&draw, 256);
        size_t length = random_below(&draw, 4) ? of.length : random_below(&draw, of.length + 1);
        (void)decode(&of, changed, length);
        memory_free(changed);
    }
    close_some(&of);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interrupted_searches_end_the_same),
        cmocka_unit_test(the_file_does_not_grow),
        cmocka_unit_test(another_seed_begins_anew),
        cmocka_unit_test(cut_off_files_change_no_answer),
        cmocka_unit_test(changed_bytes_change_no_answer),
        cmocka_unit_test(states_come_back_whole_or_not_at_all),
    };
    snprintf(path, sizeof path, "/tmp/shoal_local_resume_%d", (int)getpid());
    make_table();
    make_plan();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    text_free(&table);
    shoal_plan_free(plan);
    return failed;
}
