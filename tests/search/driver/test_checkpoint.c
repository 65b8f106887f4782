/* Journals that were cut off, damaged, or belong to something else; and that a search which goes on
 * from one ends as if it had never been stopped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/driver/algorithms.h"
#include "search/driver/checkpoint.h"
#include "search/driver/checkpoint_format.h"
#include "support/lattice_problem.h"
#include "support/random_cases.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#define BLOCK_RECORDS 3

static char path[64];

/* ---- Files --------------------------------------------------------------------------------- */

typedef struct bytes {
    uint8_t data[1 << 16];
    size_t length;
} bytes;

static void file_put(const uint8_t *data, size_t length) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void file_get(bytes *out) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    out->length = fread(out->data, 1, sizeof out->data, file);
    assert_true(out->length < sizeof out->data);
    fclose(file);
}

/* ---- Searches ------------------------------------------------------------------------------ */

typedef struct attempt {
    lattice_problem *problem;
    const algorithm *algorithm;
    const metric *metric;
    uint64_t seed;
    bool checkpoint, resume;
    size_t memory;
    const shoal_hooks *hooks;
    size_t known; /* out: what the checkpoint knew */
} attempt;

static shoal_status try_to(attempt *asked, search *run, shoal_error *error) {
    lattice *space = lattice_problem_open(asked->problem, asked->metric, NULL);
    checkpoint_setup kept = {.path = path,
                             .resume = asked->resume,
                             .hooks = asked->hooks,
                             .memory = asked->memory,
                             .block_records = BLOCK_RECORDS};
    search_setup setup = {
        .space = lattice_as_space(space), .algorithm = asked->algorithm, .seed = asked->seed};
    shoal_status status = SHOAL_OK;
    if (asked->checkpoint)
        status = checkpoint_open(&setup.checkpoint, &kept, error);
    if (status == SHOAL_OK && setup.checkpoint)
        status = checkpoint_bind(setup.checkpoint, lattice_as_space(space), error);
    if (status == SHOAL_OK && setup.checkpoint)
        asked->known = checkpoint_known(setup.checkpoint);
    if (status == SHOAL_OK)
        status = search_run(run, &setup, error);
    checkpoint_close(setup.checkpoint);
    lattice_close(space);
    return status;
}

static search solve(attempt asked) {
    search run;
    shoal_error error = {0};
    if (try_to(&asked, &run, &error) != SHOAL_OK)
        fail_msg("%s: %s", asked.algorithm->name, error.message);
    return run;
}

static bool same_number(double one, double other) {
    return one == other && signbit(one) == signbit(other);
}

static bool same_answer(const search *one, const search *other) {
    if (one->found != other->found || one->evaluations != other->evaluations ||
        one->proof_evaluations != other->proof_evaluations || one->memo_hits != other->memo_hits ||
        !same_number(one->bound, other->bound) || !same_number(one->done, other->done) ||
        one->stopped_by != other->stopped_by)
        return false;
    return !one->found ||
           (memcmp(one->best_node, other->best_node, one->attributes) == 0 &&
            same_number(one->best.value, other->best.value) &&
            memcmp(&one->best.classes, &other->best.classes, sizeof one->best.classes) == 0);
}

/* 27 nodes. */
static void small_task(lattice_problem *out) {
    lattice_problem_binary(out, 3, 2, 80, 1);
    out->context.limit = 4;
}

/* The checkpoint of a whole run of the small problem, which leaves it in the file, too. */
static search unbroken(lattice_problem *made, const algorithm *by, bytes *out) {
    attempt asked = {.problem = made,
                     .algorithm = by,
                     .metric = metric_find("loss"),
                     .seed = 7,
                     .checkpoint = true};
    unlink(path);
    search run = solve(asked);
    file_get(out);
    return run;
}

/* ---- Cut off ------------------------------------------------------------------------------- */

/* Whether one of the records before it is of the same node. */
static bool is_repeated(const uint8_t *const *before, size_t count, const uint8_t *node,
                        size_t attributes) {
    for (size_t i = 0; i < count; i++)
        if (memcmp(before[i], node, attributes) == 0)
            return true;
    return false;
}

/* Different nodes in the whole blocks of the first `length` bytes. */
static size_t nodes_in(const bytes *whole, size_t length, size_t attributes) {
    const uint8_t *found[1024];
    size_t nodes = 0;
    size_t at = CHECKPOINT_HEAD_SIZE;
    while (at + CHECKPOINT_BLOCK_HEAD <= length) {
        const uint8_t *record = whole->data + at + CHECKPOINT_BLOCK_HEAD;
        size_t count = checkpoint_block_count(whole->data + at);
        at += CHECKPOINT_BLOCK_HEAD + count * checkpoint_record_size(attributes);
        if (at > length)
            break;
        for (size_t i = 0; i < count; i++, record += checkpoint_record_size(attributes))
            if (!is_repeated(found, nodes, record, attributes) && nodes < 1024)
                found[nodes++] = record;
    }
    return nodes;
}

static void resume_cut(lattice_problem *made, const algorithm *by, const search *answer,
                       const bytes *whole, size_t length) {
    attempt asked = {.problem = made,
                     .algorithm = by,
                     .metric = metric_find("loss"),
                     .seed = 7,
                     .checkpoint = true,
                     .resume = true};
    search run;
    bytes after;
    shoal_error error = {0};
    file_put(whole->data, length);
    if (try_to(&asked, &run, &error) != SHOAL_OK)
        fail_msg("%s, cut at %zu: %s", by->name, length, error.message);
    if (asked.known != nodes_in(whole, length, made->attributes))
        fail_msg("%s, cut at %zu: %zu nodes are known", by->name, length, asked.known);
    if (!same_answer(&run, answer))
        fail_msg("%s, cut at %zu: another answer", by->name, length);
    search_close(&run);
    file_get(&after);
    if (nodes_in(&after, after.length, made->attributes) !=
        nodes_in(whole, whole->length, made->attributes))
        fail_msg("%s, cut at %zu: the journal is not whole afterwards", by->name, length);
}

static void cut_anywhere_the_search_ends_the_same(void **state) {
    (void)state;
    static bytes whole;
    lattice_problem made;
    small_task(&made);
    for (size_t a = 0; algorithm_list[a]; a++) {
        if (algorithm_list[a]->recoding != &lattice_recoding || algorithm_list[a]->multi_objective)
            continue;
        const algorithm *by = algorithm_list[a];
        attempt without = {
            .problem = &made, .algorithm = by, .metric = metric_find("loss"), .seed = 7};
        search plain = solve(without);
        search answer = unbroken(&made, by, &whole);
        if (!same_answer(&plain, &answer))
            fail_msg("%s: another answer with a checkpoint", by->name);
        size_t step = by == &algorithm_exhaustive ? 1 : 61;
        for (size_t length = 0; length <= whole.length; length += step)
            resume_cut(&made, by, &answer, &whole, length);
        resume_cut(&made, by, &answer, &whole, whole.length);
        search_close(&plain);
        search_close(&answer);
    }
    lattice_problem_free(&made);
}

/* Every metric, missing values and suppression: whatever a record can hold comes back as it was. */
static void random_tasks_go_on(void **state) {
    (void)state;
    static const lattice_shape shape = {1, 4, 3, 8, 100, 64};
    static bytes whole;
    uint64_t seed = property_seed();
    size_t cases = property_cases(40);
    for (size_t i = 0; i < cases; i++) {
        lattice_problem made;
        lattice_problem_new(&made, seed + i, &shape);
        for (size_t m = 0; metric_list[m]; m++) {
            attempt asked = {.problem = &made,
                             .algorithm = i % 2 ? &algorithm_optimal : &algorithm_exhaustive,
                             .metric = metric_list[m],
                             .seed = seed};
            search answer = solve(asked);
            asked.checkpoint = true;
            unlink(path);
            search kept = solve(asked);
            file_get(&whole);
            random_stream stream = random_open(seed, "cut", i);
            file_put(whole.data, (size_t)random_below(&stream, whole.length + 1));
            asked.resume = true;
            search resumed = solve(asked);
            if (!same_answer(&answer, &kept) || !same_answer(&answer, &resumed))
                fail_msg("seed %llu, %s: another answer", (unsigned long long)(seed + i),
                         metric_list[m]->name);
            search_close(&answer);
            search_close(&kept);
            search_close(&resumed);
        }
        lattice_problem_free(&made);
    }
}

/* ---- Other algorithms, little memory --------------------------------------------------------- */

/* Whether records from there on are of nodes without an absent attribute. */
static bool has_whole_nodes(const bytes *in, size_t from) {
    size_t size = checkpoint_record_size(3);
    for (size_t at = from, count; at < in->length; at += CHECKPOINT_BLOCK_HEAD + count * size) {
        count = checkpoint_block_count(in->data + at);
        for (size_t i = 0; i < count; i++)
            if (!memchr(in->data + at + CHECKPOINT_BLOCK_HEAD + i * size, LEVEL_ABSENT, 3))
                return true;
    }
    return false;
}

static void one_checkpoint_serves_every_algorithm(void **state) {
    (void)state;
    static bytes whole, after;
    lattice_problem made;
    small_task(&made);
    search all = unbroken(&made, &algorithm_exhaustive, &whole);
    assert_int_equal(all.evaluations, 27);
    search_close(&all);
    for (size_t a = 0; algorithm_list[a]; a++) {
        if (algorithm_list[a]->recoding != &lattice_recoding || algorithm_list[a]->multi_objective)
            continue;
        attempt asked = {.problem = &made,
                         .algorithm = algorithm_list[a],
                         .metric = metric_find("loss"),
                         .seed = a};
        file_put(whole.data, whole.length);
        search answer = solve(asked);
        asked.checkpoint = asked.resume = true;
        search run = solve(asked);
        if (!same_answer(&run, &answer))
            fail_msg("%s: another answer", algorithm_list[a]->name);
        file_get(&after);
        if (has_whole_nodes(&after, whole.length))
            fail_msg("%s: known nodes were evaluated again", algorithm_list[a]->name);
        search_close(&answer);
        search_close(&run);
    }
    lattice_problem_free(&made);
}

static void without_memory_nodes_are_evaluated_again(void **state) {
    (void)state;
    static bytes whole;
    lattice_problem made;
    small_task(&made);
    search answer = unbroken(&made, &algorithm_exhaustive, &whole);
    attempt asked = {.problem = &made,
                     .algorithm = &algorithm_exhaustive,
                     .metric = metric_find("loss"),
                     .seed = 7,
                     .checkpoint = true,
                     .resume = true,
                     .memory = 1000};
    search run;
    assert_int_equal(try_to(&asked, &run, NULL), SHOAL_OK);
    assert_true(asked.known < 27);
    assert_true(same_answer(&run, &answer));
    search_close(&run);
    search_close(&answer);
    lattice_problem_free(&made);
}

/* ---- Damage -------------------------------------------------------------------------------- */

static void changed_bytes_are_not_believed(void **state) {
    (void)state;
    static bytes whole, changed;
    lattice_problem made;
    small_task(&made);
    search answer = unbroken(&made, &algorithm_exhaustive, &whole);
    for (size_t at = 0; at < whole.length; at++) {
        attempt asked = {.problem = &made,
                         .algorithm = &algorithm_exhaustive,
                         .metric = metric_find("loss"),
                         .checkpoint = true,
                         .resume = true};
        search run;
        changed = whole;
        changed.data[at] ^= (uint8_t)(1u << (at % 8));
        file_put(changed.data, changed.length);
        shoal_status status = try_to(&asked, &run, NULL);
        if (at < CHECKPOINT_HEAD_SIZE) {
            assert_true(status == SHOAL_USAGE || status == SHOAL_BAD_DATA);
            file_get(&changed);
            assert_int_equal(changed.length, whole.length);
            continue;
        }
        assert_int_equal(status, SHOAL_OK);
        if (asked.known > nodes_in(&whole, at, made.attributes) || !same_answer(&run, &answer))
            fail_msg("byte %zu: %zu nodes are believed", at, asked.known);
        search_close(&run);
    }
    search_close(&answer);
    lattice_problem_free(&made);
}

typedef struct impossible {
    const char *name;
    uint8_t node[3];
    evaluation result;
    shoal_status status;
} impossible;

/* Of 80 rows and levels 0 to 2. */
static const impossible records[] = {
    {"possible", {0, 2, 1}, {{4, 9, 11, 2, 5, 76, 80, 4, 0, 0, 0, 9, 0}, 0.5, true}, SHOAL_OK},
    {"an attribute left out", {0, LEVEL_ABSENT, 1}, {{0}, 0, true}, SHOAL_OK},
    {"a level too high", {0, 3, 1}, {{0}, 0.5, true}, SHOAL_BAD_DATA},
    {"no level", {0, 254, 1}, {{0}, 0.5, true}, SHOAL_BAD_DATA},
    {"more suppressed than there are", {0, 0, 0}, {{.suppressed = 81}, 0, true}, SHOAL_BAD_DATA},
    {"more published than classes", {0, 0, 0}, {{.classes = 1}, 0, true}, SHOAL_BAD_DATA},
    {"more classes than rows", {0, 0, 0}, {{.groups = 81}, 0, true}, SHOAL_BAD_DATA},
    {"smallest above largest", {0, 0, 0}, {{.smallest = 1}, 0, true}, SHOAL_BAD_DATA},
    {"not a number", {0, 0, 0}, {{0}, NAN, true}, SHOAL_BAD_DATA},
    {"endless", {0, 0, 0}, {{0}, -INFINITY, true}, SHOAL_BAD_DATA},
};

static void impossible_records_are_refused(void **state) {
    (void)state;
    static bytes made_up;
    lattice_problem made;
    small_task(&made);
    lattice *space = lattice_problem_open(&made, metric_find("loss"), NULL);
    checkpoint_head head = checkpoint_head_of(lattice_as_space(space));
    size_t size = checkpoint_record_size(3);
    uint8_t *block = made_up.data + CHECKPOINT_HEAD_SIZE;
    checkpoint_head_encode(&head, made_up.data);
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
        attempt asked = {.problem = &made,
                         .algorithm = &algorithm_datafly,
                         .metric = metric_find("loss"),
                         .checkpoint = true,
                         .resume = true};
        search run;
        checkpoint_record_encode(block + CHECKPOINT_BLOCK_HEAD, records[i].node, 3,
                                 &records[i].result);
        checkpoint_block_seal(block, 1, size, checkpoint_block_key(&head, CHECKPOINT_HEAD_SIZE));
        file_put(made_up.data, CHECKPOINT_HEAD_SIZE + CHECKPOINT_BLOCK_HEAD + size);
        shoal_status status = try_to(&asked, &run, NULL);
        if (status != records[i].status)
            fail_msg("%s: status %d", records[i].name, (int)status);
        if (status == SHOAL_OK)
            search_close(&run);
    }
    lattice_close(space);
    lattice_problem_free(&made);
}

/* ---- Another problem ------------------------------------------------------------------------- */

static void change_k(lattice_problem *of) {
    of->context.k++;
}

static void change_limit(lattice_problem *of) {
    of->context.limit++;
}

static void change_wildcard(lattice_problem *of) {
    of->wildcard = !of->wildcard;
}

static void change_weight(lattice_problem *of) {
    of->hierarchies[1].weight = 2;
}

static void change_covered(lattice_problem *of) {
    of->hierarchies[2].level[1].covered[0]++;
}

static void change_map(lattice_problem *of) {
    of->hierarchies[0].level[1].of_ground[1] = 1;
}

static void change_domain(lattice_problem *of) {
    of->hierarchies[0].domain++;
}

static void change_data(lattice_problem *of) {
    lattice_problem_free(of);
    lattice_problem_binary(of, 3, 2, 80, 2);
    of->context.limit = 4;
}

static void change_attributes(lattice_problem *of) {
    lattice_problem_free(of);
    lattice_problem_binary(of, 2, 2, 80, 1);
    of->context.limit = 4;
}

static void change_nothing(lattice_problem *of) {
    lattice_problem other;
    lattice_problem_shuffle(&other, of, 1);
    frequency_free(&of->frequency);
    of->frequency = other.frequency;
    arena_free(&other.memory);
}

typedef struct change {
    const char *name; /* also what the message must say; NULL: none */
    void (*make)(lattice_problem *of);
    const char *metric;
} change;

static const change changes[] = {
    {"(another k)", change_k, "loss"},
    {"(another suppression limit)", change_limit, "loss"},
    {"(another rule for missing values)", change_wildcard, "loss"},
    {"(other weights)", change_weight, "loss"},
    {"(other hierarchies)", change_covered, "loss"},
    {"(other hierarchies)", change_map, "loss"},
    {"(other hierarchies)", change_domain, "loss"},
    {"(other data)", change_data, "loss"},
    {"(another number of quasi-identifiers)", change_attributes, "loss"},
    {"(another metric)", change_nothing, "dm"},
    {NULL, change_nothing, "loss"},
};

static void checkpoints_of_other_tasks_are_refused(void **state) {
    (void)state;
    static bytes whole, after;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const change *each = &changes[i];
        lattice_problem made;
        small_task(&made);
        search first = unbroken(&made, &algorithm_exhaustive, &whole);
        search_close(&first);
        each->make(&made);
        attempt asked = {.problem = &made,
                         .algorithm = &algorithm_datafly,
                         .metric = metric_find(each->metric),
                         .checkpoint = true,
                         .resume = true};
        search run;
        shoal_error error = {0};
        shoal_status status = try_to(&asked, &run, &error);
        if (status != (each->name ? SHOAL_USAGE : SHOAL_OK) ||
            (each->name && !strstr(error.message, each->name)))
            fail_msg("%s: status %d, %s", each->name, (int)status, error.message);
        if (status == SHOAL_OK)
            search_close(&run);
        file_get(&after);
        assert_int_equal(after.length, whole.length);
        assert_memory_equal(after.data, whole.data, whole.length);
        lattice_problem_free(&made);
    }
}

/* ---- Files that cannot be a checkpoint ----------------------------------------------------------
 */

static void new_checkpoints_replace_nothing(void **state) {
    (void)state;
    checkpoint_setup setup = {.path = path};
    checkpoint *kept = NULL, *second = NULL;
    shoal_error error;
    file_put((const uint8_t *)"text", 4);
    assert_int_equal(checkpoint_open(&kept, &setup, &error), SHOAL_USAGE);
    assert_non_null(strstr(error.message, "resume from it"));
    assert_int_equal(access(path, F_OK), 0);

    file_put((const uint8_t *)"", 0);
    assert_int_equal(checkpoint_open(&kept, &setup, &error), SHOAL_OK);
    assert_int_equal(checkpoint_open(&second, &setup, &error), SHOAL_USAGE);
    assert_non_null(strstr(error.message, "in use"));
    checkpoint_close(kept);
    assert_int_equal(access(path, F_OK), 0);

    unlink(path);
    assert_int_equal(checkpoint_open(&kept, &setup, &error), SHOAL_OK);
    assert_int_equal(access(path, F_OK), 0);
    checkpoint_close(kept);
    assert_int_not_equal(access(path, F_OK), 0);

    setup.resume = true;
    assert_int_equal(checkpoint_open(&kept, &setup, &error), SHOAL_IO);
    setup.path = "/dev/null";
    assert_int_equal(checkpoint_open(&kept, &setup, &error), SHOAL_USAGE);
}

static void count_note(const char *sentence, void *user) {
    *(int *)user += strstr(sentence, "continues without") != NULL;
}

/* A file that may not grow stands in for a full disk. */
static void failing_writes_do_not_stop_the_search(void **state) {
    (void)state;
    static bytes whole, after;
    int notes = 0;
    shoal_hooks hooks = {.size = sizeof hooks, .note = count_note, .user = &notes};
    lattice_problem made;
    small_task(&made);
    search answer = unbroken(&made, &algorithm_exhaustive, &whole);
    attempt asked = {.problem = &made,
                     .algorithm = &algorithm_exhaustive,
                     .metric = metric_find("loss"),
                     .seed = 7,
                     .checkpoint = true,
                     .hooks = &hooks};
    struct rlimit unlimited, limited;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &unlimited), 0);
    limited = unlimited;
    limited.rlim_cur = whole.length / 2;
    unlink(path);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limited), 0);
    search run = solve(asked);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &unlimited), 0);
    signal(SIGXFSZ, SIG_DFL);
    assert_true(same_answer(&run, &answer));
    assert_int_equal(notes, 1);
    search_close(&run);

    file_get(&after);
    assert_true(after.length > CHECKPOINT_HEAD_SIZE && after.length < whole.length);
    assert_memory_equal(after.data, whole.data, after.length);
    asked.resume = true;
    run = solve(asked);
    assert_true(same_answer(&run, &answer));
    assert_int_equal(notes, 1);
    search_close(&run);
    search_close(&answer);
    lattice_problem_free(&made);
}

/* -------------------------------------------------------------------------------------------- */

static int make_path(void **state) {
    (void)state;
    /* In memory where possible: every closed checkpoint is flushed to its disk. */
    const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(path, sizeof path, "%s/shoal-journal-XXXXXX", folder);
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int remove_path(void **state) {
    (void)state;
    unlink(path);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_anywhere_the_search_ends_the_same),
        cmocka_unit_test(random_tasks_go_on),
        cmocka_unit_test(one_checkpoint_serves_every_algorithm),
        cmocka_unit_test(without_memory_nodes_are_evaluated_again),
        cmocka_unit_test(changed_bytes_are_not_believed),
        cmocka_unit_test(impossible_records_are_refused),
        cmocka_unit_test(checkpoints_of_other_tasks_are_refused),
        cmocka_unit_test(new_checkpoints_replace_nothing),
        cmocka_unit_test(failing_writes_do_not_stop_the_search),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
