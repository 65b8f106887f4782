/* Linkage of generalized rows against naive twins: loops over pairs of records, straight from the
 * definitions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/generalized_linkage.h"
#include "measure/reidentification.h"
#include "support/coded_rows.h"
#include "support/random_cases.h"
#include "support/twin.h"

#include <stdlib.h>

static uint64_t seed;

typedef struct generalized_table {
    coded_rows original, release;
    bool covers[MOST_ATTRIBUTES][MOST_VALUES][MOST_VALUES]; /* value, label */
    uint32_t star[MOST_ATTRIBUTES];
    label_cover cover[MOST_ATTRIBUTES];
    uint32_t person[MOST_ROWS]; /* of the release; every row is somebody else's where rows count */
} generalized_table;

static void draw_persons(generalized_table *out, bool persons, random_stream *stream) {
    uint64_t most = 1 + random_below(stream, MOST_ROWS);
    for (size_t row = 0; row < MOST_ROWS; row++)
        out->person[row] = persons ? (uint32_t)random_below(stream, most) : (uint32_t)row;
}

/* Labels of an attribute: a partition, or anything; the last may be the star. */
static void draw_labels(generalized_table *in, size_t a, bool partition, random_stream *stream) {
    uint32_t values = in->original.size[a];
    uint32_t labels = in->release.size[a] = 1 + (uint32_t)random_below(stream, MOST_VALUES);
    label_pair pairs[MOST_VALUES * MOST_VALUES];
    size_t count = 0;
    in->star[a] = random_below(stream, 2) ? labels - 1 : LABEL_NONE;
    for (uint32_t v = 0; v < values; v++) {
        uint32_t only = (uint32_t)random_below(stream, labels + 1);
        for (uint32_t l = 0; l < labels; l++) {
            bool covers = partition ? l == only : random_below(stream, 3) == 0;
            in->covers[a][v][l] = covers || l == in->star[a];
            if (covers)
                pairs[count++] = (label_pair){v, l};
        }
    }
    assert_int_equal(
        label_cover_open(&in->cover[a], values, labels, in->star[a], pairs, count, NULL), SHOAL_OK);
}

/* A label that covers the value: of all rows, or of most; and suppressed rows. */
static void draw_release(generalized_table *in, random_stream *stream) {
    uint64_t rarely = 1 + random_below(stream, 8);
    int most = random_below(stream, 2) ? 20 : 1000;
    for (size_t i = 0; i < in->release.rows; i++) {
        bool suppressed = random_below(stream, rarely) == 0 && rarely < 8;
        for (size_t a = 0; a < in->original.attributes; a++) {
            uint32_t label = (uint32_t)random_below(stream, in->release.size[a]);
            for (int tries = 0; i < in->original.rows && tries < most; tries++) {
                if (in->covers[a][in->original.cell[a][i]][label])
                    break;
                label = (uint32_t)random_below(stream, in->release.size[a]);
            }
            in->release.cell[a][i] = suppressed && in->star[a] != LABEL_NONE ? in->star[a] : label;
        }
    }
}

static void draw_generalized(generalized_table *out, bool aligned, random_stream *stream) {
    bool partition = random_below(stream, 2);
    draw_rows(&out->original, stream);
    out->release.attributes = out->original.attributes;
    out->release.rows = aligned ? out->original.rows : random_below(stream, MOST_ROWS + 1);
    for (size_t a = 0; a < out->original.attributes; a++) {
        draw_labels(out, a, partition, stream);
        out->release.column[a] = (codes){out->release.cell[a], 4};
    }
    draw_release(out, stream);
}

static bool twin_fits(const generalized_table *of, size_t person, size_t row) {
    for (size_t a = 0; a < of->original.attributes; a++)
        if (!of->covers[a][of->original.cell[a][person]][of->release.cell[a][row]])
            return false;
    return true;
}

static bool twin_suppressed(const generalized_table *of, size_t row) {
    for (size_t a = 0; a < of->original.attributes; a++)
        if (of->release.cell[a][row] != of->star[a])
            return false;
    return true;
}

static bool twin_same_class(const generalized_table *of, size_t one, size_t other) {
    for (size_t a = 0; a < of->release.attributes; a++)
        if (of->release.cell[a][one] != of->release.cell[a][other])
            return false;
    return true;
}

static uint64_t twin_persons(const bool *chosen, const generalized_table *of) {
    bool seen[MOST_ROWS] = {false};
    uint64_t persons = 0;
    for (size_t row = 0; row < of->release.rows; row++) {
        persons += chosen[row] && !seen[of->person[row]];
        seen[of->person[row]] |= chosen[row];
    }
    return persons;
}

/* What the rows say about all people together; only where rows are aligned. */
typedef struct twin_world {
    bool all_suppressed, overlapping, excluded;
    bool possible[MOST_ROWS][MOST_ROWS]; /* the row of `person` can be `row` */
    bool attacked[MOST_ROWS];
} twin_world;

static bool twin_hidden(const generalized_table *of, const twin_world *in, size_t row) {
    return twin_suppressed(of, row) && !in->all_suppressed;
}

/* Row by row: who gets the row of another leaves the own one, which somebody else must take, and so
 * on, until the circle closes. */
static void twin_exchange(twin_world *in, size_t rows) {
    static bool reach[MOST_ROWS][MOST_ROWS];
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < rows; j++)
            reach[i][j] = i == j || in->possible[i][j];
    for (size_t via = 0; via < rows; via++)
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < rows; j++)
                reach[i][j] |= reach[i][via] && reach[via][j];
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < rows; j++)
            in->possible[i][j] &= reach[j][i];
}

static void twin_look(twin_world *in, const generalized_table *of, bool aligned) {
    bool fitting = true, everybody = true;
    in->all_suppressed = true;
    for (size_t row = 0; row < of->release.rows; row++)
        in->all_suppressed &= twin_suppressed(of, row);
    for (size_t p = 0; p < of->original.rows; p++)
        for (size_t row = 0; row < of->release.rows; row++)
            in->possible[p][row] = twin_hidden(of, in, row) || twin_fits(of, p, row);
    for (size_t p = 0; aligned && p < of->original.rows; p++) {
        everybody &= in->attacked[p];
        fitting &= in->possible[p][p];
        for (size_t row = 0; row < of->release.rows && in->attacked[p]; row++)
            in->overlapping |=
                !in->possible[p][p] ||
                (in->possible[p][row] && !twin_hidden(of, in, row) && !twin_same_class(of, p, row));
    }
    in->excluded = aligned && in->overlapping && everybody && fitting;
    if (in->excluded)
        twin_exchange(in, of->original.rows);
}

typedef struct twin_target {
    bool attacked, published, found;
    uint64_t candidates;
    double narrowest;
} twin_target;

/* The rows that an attacker takes for a person: published ones, else suppressed ones; both where
 * the own row is suppressed. */
static twin_target twin_attack(const generalized_table *of, const twin_world *in, size_t person,
                               bool aligned) {
    bool chosen[MOST_ROWS] = {false}, covered = false, any = false;
    twin_target found = {.attacked = true};
    for (size_t row = 0; row < of->release.rows; row++) {
        chosen[row] = in->possible[person][row] && !twin_hidden(of, in, row);
        covered |= chosen[row];
    }
    bool hidden = aligned && twin_hidden(of, in, person);
    for (size_t row = 0; row < of->release.rows; row++) {
        chosen[row] |= (!covered || hidden) && twin_hidden(of, in, row);
        any |= chosen[row];
    }
    found.candidates = twin_persons(chosen, of);
    found.published = aligned ? !hidden : covered;
    found.found = aligned ? chosen[person] : any;
    return found;
}

/* Attacked people who can be in the class of a row. */
static uint64_t twin_crowd(const generalized_table *of, const twin_world *in, size_t row) {
    uint64_t people = 0;
    for (size_t p = 0; p < of->original.rows; p++)
        people += in->attacked[p] && in->possible[p][row];
    return people;
}

/* The chance where one of the classes is guessed that the fewest can be in. */
static double twin_narrowest(const generalized_table *of, const twin_world *in, size_t person) {
    uint64_t fewest = UINT64_MAX, ties = 0;
    bool own[MOST_ROWS] = {false};
    if (twin_hidden(of, in, person) || !in->possible[person][person])
        return 0;
    for (size_t row = 0; row < of->release.rows; row++) {
        bool first = in->possible[person][row] && !twin_hidden(of, in, row);
        for (size_t other = 0; other < row; other++)
            first &= !twin_same_class(of, row, other);
        uint64_t crowd = first ? twin_crowd(of, in, row) : UINT64_MAX;
        ties = crowd < fewest ? 1 : ties + (first && crowd == fewest);
        fewest = crowd < fewest ? crowd : fewest;
        own[row] = twin_same_class(of, row, person);
    }
    return twin_crowd(of, in, person) == fewest ? 1 / (double)(ties * twin_persons(own, of)) : 0;
}

static double twin_chance(const twin_target *of) {
    return of->found ? 1 / (double)of->candidates : 0;
}

/* Of the rows of a person in a class only the first one that says most counts. */
static void twin_merge(twin_target *each, const generalized_table *of) {
    for (size_t row = 0; row < of->original.rows; row++)
        for (size_t other = 0; other < of->original.rows; other++)
            if (other != row && each[row].attacked && each[other].attacked &&
                of->person[row] == of->person[other] && twin_same_class(of, row, other) &&
                twin_chance(&each[row]) >= twin_chance(&each[other])) {
                each[other].attacked = false;
                each[row].narrowest = fmax(each[row].narrowest, each[other].narrowest);
            }
}

static void twin_sum(generalized_outcome *out, const twin_target *each, size_t rows) {
    double right = 0, of_published = 0, candidates = 0, narrowest = 0;
    for (size_t row = 0; row < rows; row++) {
        const twin_target *of = &each[row];
        if (!of->attacked)
            continue;
        double chance = twin_chance(of);
        out->attacked++;
        out->published += of->published;
        out->found += of->found;
        out->certain += of->found && of->candidates == 1;
        right += chance;
        of_published += of->published ? chance : 0;
        narrowest += of->published ? of->narrowest : 0;
        candidates += (double)of->candidates;
        out->largest = fmax(out->largest, chance);
        if (of->found && (out->fewest == 0 || of->candidates < out->fewest))
            out->fewest = of->candidates;
    }
    out->expected_all = out->attacked ? right / (double)out->attacked : 0;
    out->expected = out->published ? of_published / (double)out->published : 0;
    out->narrowest = out->published ? narrowest / (double)out->published : 0;
    out->candidates = out->attacked ? candidates / (double)out->attacked : 0;
}

static void twin_links(generalized_outcome *out, double *each, const generalized_table *of,
                       bool aligned, size_t attacked) {
    static twin_world world;
    twin_target targets[MOST_ROWS] = {{0}};
    world = (twin_world){0};
    for (size_t j = 0; j < attacked; j++)
        world.attacked[j * of->original.rows / attacked] = true;
    twin_look(&world, of, aligned);
    *out = (generalized_outcome){
        .records = of->original.rows, .overlapping = world.overlapping, .excluded = world.excluded};
    for (size_t row = 0; row < of->original.rows; row++) {
        if (world.attacked[row])
            targets[row] = twin_attack(of, &world, row, aligned);
        if (world.attacked[row] && aligned)
            targets[row].narrowest = twin_narrowest(of, &world, row);
        each[row] = targets[row].attacked ? twin_chance(&targets[row]) : (double)NAN;
    }
    if (aligned)
        twin_merge(targets, of);
    twin_sum(out, targets, of->original.rows);
    if (!aligned)
        out->narrowest = (double)NAN;
}

static void check_links(size_t number, const generalized_outcome *found,
                        const generalized_outcome *wanted) {
    twin_same("records", number, found->records, wanted->records);
    twin_same("attacked", number, found->attacked, wanted->attacked);
    twin_same("found", number, found->found, wanted->found);
    twin_same("certain", number, found->certain, wanted->certain);
    twin_same("fewest", number, found->fewest, wanted->fewest);
    twin_same("published", number, found->published, wanted->published);
    twin_near("expected", number, found->expected, wanted->expected, 1e-13);
    twin_near("expected of all", number, found->expected_all, wanted->expected_all, 1e-13);
    twin_near("largest", number, found->largest, wanted->largest, 0);
    twin_near("candidates", number, found->candidates, wanted->candidates, 1e-13);
    twin_same("overlapping", number, found->overlapping, wanted->overlapping);
    twin_same("excluded", number, found->excluded, wanted->excluded);
    twin_near("narrowest", number, found->narrowest, wanted->narrowest, 1e-13);
    assert_true(!(found->narrowest > 1 || found->expected > 1));
}

static void links_are_the_twins(void **state) {
    (void)state;
    for (size_t number = 0; number < property_cases(2 * TWIN_CASES); number++) {
        random_stream stream = random_open(seed, "links", number);
        static generalized_table table;
        bool aligned = random_below(&stream, 3) > 0;
        generalized_outcome found, wanted;
        double each[MOST_ROWS], twin_each[MOST_ROWS];
        bool persons = random_below(&stream, 2);
        draw_generalized(&table, aligned, &stream);
        draw_persons(&table, persons, &stream);
        generalized_attack attack = {.attributes = table.original.attributes,
                                     .covers = table.cover,
                                     .rows = table.original.rows,
                                     .original = table.original.column,
                                     .release_rows = table.release.rows,
                                     .release = table.release.column,
                                     .person_of = persons ? table.person : NULL,
                                     .persons = MOST_ROWS,
                                     .aligned = aligned,
                                     .most = random_below(&stream, 2 * MOST_ROWS),
                                     .each = each};
        assert_int_equal(generalized_linkage(&found, &attack, NULL), SHOAL_OK);
        size_t attacked = attack.most > 0 && attack.most < attack.rows ? attack.most : attack.rows;
        twin_links(&wanted, twin_each, &table, aligned, attacked);
        check_links(number, &found, &wanted);
        for (size_t row = 0; row < attack.rows; row++)
            twin_near("a row", number, each[row], twin_each[row], 1e-15);
        /* The same by the other way. */
        for (size_t a = 0; a < attack.attributes; a++)
            table.cover[a].single = false;
        assert_int_equal(generalized_linkage(&found, &attack, NULL), SHOAL_OK);
        assert_false(found.grouped);
        check_links(number, &found, &wanted);
        for (size_t a = 0; a < attack.attributes; a++)
            label_cover_close(&table.cover[a]);
    }
}

/* ---- All ways to give everybody a row ----------------------------------------------------------
 */

enum { FEW_ROWS = 6 };

/* Marks who has which row in some order of the rows in which all fit. */
static void try_orders(const generalized_table *of, bool seen[FEW_ROWS][FEW_ROWS], size_t *row_of,
                       size_t placed, unsigned taken) {
    size_t rows = of->original.rows;
    if (placed == rows)
        for (size_t p = 0; p < rows; p++)
            seen[p][row_of[p]] = true;
    for (size_t row = 0; placed < rows && row < rows; row++) {
        if (taken >> row & 1 || (!twin_suppressed(of, row) && !twin_fits(of, placed, row)))
            continue;
        row_of[placed] = row;
        try_orders(of, seen, row_of, placed + 1, taken | 1U << row);
    }
}

/* Candidates of the published are the rows that they have in some order. */
static void candidates_are_those_of_all_orders(void **state) {
    size_t overlaps = 0;
    (void)state;
    for (size_t number = 0; number < property_cases(4 * TWIN_CASES); number++) {
        random_stream stream = random_open(seed, "orders", number);
        static generalized_table table;
        double each[MOST_ROWS];
        generalized_outcome found;
        draw_generalized(&table, true, &stream);
        size_t rows = table.original.rows < FEW_ROWS ? table.original.rows : FEW_ROWS;
        table.original.rows = table.release.rows = rows;
        generalized_attack attack = {.attributes = table.original.attributes,
                                     .covers = table.cover,
                                     .rows = rows,
                                     .original = table.original.column,
                                     .release_rows = rows,
                                     .release = table.release.column,
                                     .person_of = NULL,
                                     .persons = 0,
                                     .aligned = true,
                                     .each = each};
        assert_int_equal(generalized_linkage(&found, &attack, NULL), SHOAL_OK);
        bool seen[FEW_ROWS][FEW_ROWS] = {{false}}, fitting = true;
        size_t row_of[FEW_ROWS];
        for (size_t p = 0; p < rows; p++)
            fitting &= twin_suppressed(&table, p) || twin_fits(&table, p, p);
        try_orders(&table, seen, row_of, 0, 0);
        overlaps += fitting && found.overlapping;
        for (size_t p = 0; p < rows && fitting; p++) {
            double candidates = 0;
            for (size_t row = 0; row < rows; row++)
                candidates += seen[p][row] && !twin_suppressed(&table, row);
            if (!twin_suppressed(&table, p))
                twin_near("candidates", number, each[p], 1 / candidates, 1e-15);
        }
        for (size_t a = 0; a < attack.attributes; a++)
            label_cover_close(&table.cover[a]);
    }
    assert_true(overlaps > 0);
}

/* Every value has one label; classes are suppressed as a whole. */
static void recode_alike(generalized_table *in, random_stream *stream) {
    size_t attributes = in->original.attributes;
    size_t fewest = 1 + random_below(stream, 5);
    in->release.rows = in->original.rows;
    in->release.attributes = attributes;
    for (size_t a = 0; a < attributes; a++) {
        uint32_t labels = in->release.size[a] = 2 + (uint32_t)random_below(stream, MOST_VALUES - 1);
        label_pair pairs[MOST_VALUES];
        uint32_t label[MOST_VALUES];
        for (uint32_t v = 0; v < in->original.size[a]; v++) {
            label[v] = (uint32_t)random_below(stream, labels - 1);
            pairs[v] = (label_pair){v, label[v]};
        }
        for (size_t row = 0; row < in->release.rows; row++)
            in->release.cell[a][row] = label[in->original.cell[a][row]];
        in->release.column[a] = (codes){in->release.cell[a], 4};
        in->star[a] = labels - 1;
        assert_int_equal(label_cover_open(&in->cover[a], in->original.size[a], labels, in->star[a],
                                          pairs, in->original.size[a], NULL),
                         SHOAL_OK);
    }
    static coded_rows whole;
    whole = in->release;
    for (size_t row = 0; row < whole.rows; row++) {
        size_t size = 0;
        for (size_t other = 0; other < whole.rows; other++) {
            bool equal = true;
            for (size_t a = 0; a < attributes && equal; a++)
                equal = whole.cell[a][row] == whole.cell[a][other];
            size += equal;
        }
        for (size_t a = 0; a < attributes && size < fewest; a++)
            in->release.cell[a][row] = in->star[a];
    }
}

/* The marketer's risk: a right guess in each published class, of its persons. */
static double twin_marketer(const generalized_table *of) {
    double classes = 0, members = 0;
    bool all_suppressed = true;
    for (size_t row = 0; row < of->release.rows; row++)
        all_suppressed &= twin_suppressed(of, row);
    for (size_t row = 0; row < of->release.rows; row++) {
        bool class[MOST_ROWS] = {false}, first = true;
        if (!all_suppressed && twin_suppressed(of, row))
            continue;
        for (size_t other = 0; other < of->release.rows; other++) {
            class[other] = twin_same_class(of, row, other);
            first &= !class[other] || other >= row;
        }
        classes += first;
        members += first ? (double)twin_persons(class, of) : 0;
    }
    return members > 0 ? classes / members : 0;
}

/* Whoever knows the original of a table that was recoded alike for all links as many of the
 * published records as the marketer. */
static void linkage_is_never_below_the_marketer(void **state) {
    (void)state;
    for (size_t number = 0; number < property_cases(2 * TWIN_CASES); number++) {
        random_stream stream = random_open(seed, "recoded alike", number);
        static generalized_table table;
        generalized_outcome found;
        draw_rows(&table.original, &stream);
        recode_alike(&table, &stream);
        bool persons = random_below(&stream, 2);
        draw_persons(&table, persons, &stream);
        generalized_attack attack = {.attributes = table.original.attributes,
                                     .covers = table.cover,
                                     .rows = table.original.rows,
                                     .original = table.original.column,
                                     .release_rows = table.release.rows,
                                     .release = table.release.column,
                                     .person_of = persons ? table.person : NULL,
                                     .persons = MOST_ROWS,
                                     .aligned = true};
        assert_int_equal(generalized_linkage(&found, &attack, NULL), SHOAL_OK);
        twin_near("marketer", number, found.expected, twin_marketer(&table), 1e-13);
        twin_same("found", number, found.found, found.attacked);
        for (size_t a = 0; a < attack.attributes; a++)
            label_cover_close(&table.cover[a]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_are_the_twins),
        cmocka_unit_test(candidates_are_those_of_all_orders),
        cmocka_unit_test(linkage_is_never_below_the_marketer),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
