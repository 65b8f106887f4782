/* An attacker who links a group of people with their rows all at once: everybody has one row, and
 * no row has two people, so the best one-to-one assignment is taken. Exact within blocks of
 * neighbours, of whom the attacker knows that they are in the block: in the whole release the
 * assignment is right less often. */
#include "attack/assignment.h"
#include "attack/attack_parts.h"

#include <stdlib.h>

#define BLOCK ATTACK_BLOCK
#define BLOCKS 10
/* A suppressed row covers everybody: better than a label that does not fit, worse than one that
 * does. */
#define BLANK_DISTANCE 0.5

/* A person and the row of the release, in an order that puts similar people together. */
typedef struct paired_row {
    uint32_t class, original, released;
} paired_row;

typedef struct assigning {
    attacking *run;
    paired_row *list; /* [count] one row of each person */
    size_t count;
    double *cost;          /* [BLOCK * BLOCK] */
    uint32_t *assigned;    /* [BLOCK] */
    uint32_t *column;      /* [BLOCK] the person of the block whose row is in the column */
    double shares[BLOCKS]; /* [made] of right assignments in each block */
    size_t made;
} assigning;

static int compare_pairs(const void *a, const void *b) {
    const paired_row *one = a, *other = b;
    if (one->class != other->class)
        return one->class < other->class ? -1 : 1;
    return one->original < other->original ? -1 : one->original > other->original;
}

/* The row of a person that has the smallest class; false: none is published. */
static bool telling_pair(paired_row *out, const attacking *run, const uint32_t *rows,
                         size_t count) {
    const attack_release *release = run->task->release;
    size_t fewest = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        uint32_t released = run->released_of[rows[i]];
        uint32_t class = released == ATTACK_NONE ? ATTACK_NONE : release->class_of[released];
        if (class > release->classes || attack_class_rows(&run->finder, class) >= fewest)
            continue;
        fewest = attack_class_rows(&run->finder, class);
        *out = (paired_row){class, rows[i], released};
    }
    return fewest != SIZE_MAX;
}

/* Classes are numbered in the order of their labels, so that neighbours are similar. */
static bool list_people(assigning *of) {
    const attacking *run = of->run;
    attack_targets targets = {0};
    bool fine =
        attack_targets_draw(&targets, run->task->original, run->task->seed, "assignment", 0);
    of->list = memory_new(targets.units, sizeof *of->list);
    for (size_t unit = 0; fine && of->list && unit < targets.units; unit++)
        of->count += telling_pair(&of->list[of->count], run, targets.rows + targets.first[unit],
                                  targets.first[unit + 1] - targets.first[unit]);
    attack_targets_free(&targets);
    if (of->list && of->count > 1)
        qsort(of->list, of->count, sizeof *of->list, compare_pairs);
    return fine && of->list;
}

static void fill_costs(assigning *of, const paired_row *block, size_t count) {
    const attack_release *release = of->run->task->release;
    for (size_t i = 0; i < count; i++) {
        attack_mark(&of->run->finder, of->run->task->original, block[i].original);
        for (size_t j = 0; j < count; j++) {
            uint32_t class = block[of->column[j]].class;
            of->cost[i * count + j] =
                class < release->classes
                    ? attack_distance(&of->run->finder, of->run->task->original, class,
                                      block[i].original)
                    : BLANK_DISTANCE;
        }
    }
}

/* Rows of a class cannot be told apart: whoever is assigned to the right class has one of them. */
static double count_right(const assigning *of, const paired_row *block, size_t count) {
    double right = 0;
    for (size_t i = 0; i < count; i++) {
        size_t alike = 0;
        if (block[of->column[of->assigned[i]]].class != block[i].class)
            continue;
        for (size_t j = 0; j < count; j++)
            alike += block[j].class == block[i].class;
        right += 1 / (double)alike;
    }
    return right;
}

/* The columns are shuffled, so that ties are not broken in favour of the truth. */
static bool assign_block(assigning *of, size_t begin, size_t count, double *right) {
    random_stream stream = random_open(of->run->task->seed, "attack columns", begin);
    for (size_t j = 0; j < count; j++)
        of->column[j] = (uint32_t)j;
    for (size_t j = count; j > 1; j--) {
        size_t other = (size_t)random_below(&stream, j);
        uint32_t held = of->column[j - 1];
        of->column[j - 1] = of->column[other];
        of->column[other] = held;
    }
    fill_costs(of, of->list + begin, count);
    if (!assignment_find(of->assigned, of->cost, count))
        return false;
    *right += count_right(of, of->list + begin, count);
    return true;
}

static bool assign_blocks(assigning *of, double *right, uint64_t *attacked) {
    size_t blocks = (of->count + BLOCK - 1) / BLOCK, made = blocks < BLOCKS ? blocks : BLOCKS;
    random_stream stream = random_open(of->run->task->seed, "attack blocks", 0);
    for (size_t b = 0; b < made; b++) {
        size_t first = b * blocks / made, next = (b + 1) * blocks / made;
        size_t begin = (first + (size_t)random_below(&stream, next - first)) * BLOCK;
        size_t count = of->count - begin < BLOCK ? of->count - begin : BLOCK;
        double before = *right;
        if (!assign_block(of, begin, count, right))
            return false;
        of->shares[of->made++] = (*right - before) / (double)count;
        *attacked += count;
        if (attack_cancelled(of->run))
            break;
    }
    return true;
}

shoal_status attack_assignment(attacking *run, shoal_error *error) {
    if (!run->released_of) {
        attack_add(run, ATTACK_LINKAGE, NULL, ATTACK_BY_ASSIGNMENT)->none =
            "it is not known which row of the release is whose";
        return SHOAL_OK;
    }
    double right = 0;
    uint64_t attacked = 0;
    assigning of = {.run = run,
                    .cost = memory_new((size_t)BLOCK * BLOCK, sizeof *of.cost),
                    .assigned = memory_new(BLOCK, sizeof *of.assigned),
                    .column = memory_new(BLOCK, sizeof *of.column)};
    bool fine = of.cost && of.assigned && of.column && list_people(&of) &&
                assign_blocks(&of, &right, &attacked);
    if (fine) {
        attack_figure *made = attack_add(run, ATTACK_LINKAGE, NULL, ATTACK_BY_ASSIGNMENT);
        size_t block = of.count < BLOCK ? of.count : BLOCK;
        made->people = of.count;
        made->main = attacked < of.count
                         ? attack_share_of_clusters(of.shares, of.made, right, attacked)
                         : attack_share_of(right, attacked);
        made->baseline = attack_share_of(block ? (double)attacked / (double)block : 0, attacked);
        run->out->sampled |= attacked < of.count;
    }
    memory_free(of.list);
    memory_free(of.cost);
    memory_free(of.assigned);
    memory_free(of.column);
    return fine ? SHOAL_OK : status_no_memory(error);
}
