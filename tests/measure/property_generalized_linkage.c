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

/* Mostly a label that covers the value, sometimes any, and suppressed rows. */
static void draw_release(generalized_table *in, random_stream *stream) {
    for (size_t i = 0; i < in->release.rows; i++) {
        bool suppressed = random_below(stream, 5) == 0;
        for (size_t a = 0; a < in->original.attributes; a++) {
            uint32_t label = (uint32_t)random_below(stream, in->release.size[a]);
            for (int tries = 0; i < in->original.rows && tries < 20; tries++) {
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

/* The rows that an attacker takes for a person: published ones that cover it, else suppressed
 * ones. */
static bool twin_candidates(bool *chosen, const generalized_table *of, size_t person,
                            bool all_suppressed) {
    bool any = false;
    for (int suppressed = 0; suppressed < 2 && !any; suppressed++)
        for (size_t row = 0; row < of->release.rows; row++) {
            bool hidden = twin_suppressed(of, row) && !all_suppressed;
            chosen[row] = hidden == suppressed && (hidden || twin_fits(of, person, row));
            any |= chosen[row];
        }
    return any;
}

typedef struct twin_target {
    bool attacked, published, found;
    uint64_t candidates;
} twin_target;

static twin_target twin_attack(const generalized_table *of, size_t person, bool aligned,
                               bool all_suppressed) {
    bool chosen[MOST_ROWS] = {false}, covered = false;
    twin_target found = {.attacked = true};
    bool any = twin_candidates(chosen, of, person, all_suppressed);
    for (size_t row = 0; row < of->release.rows; row++)
        covered |= chosen[row] && (all_suppressed || !twin_suppressed(of, row));
    found.candidates = twin_persons(chosen, of);
    found.published = aligned ? all_suppressed || !twin_suppressed(of, person) : covered;
    found.found = aligned ? chosen[person] : any;
    return found;
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
                twin_chance(&each[row]) >= twin_chance(&each[other]))
                each[other].attacked = false;
}

static void twin_sum(generalized_outcome *out, const twin_target *each, size_t rows) {
    double right = 0, of_published = 0, candidates = 0;
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
        candidates += (double)of->candidates;
        out->largest = fmax(out->largest, chance);
        if (of->found && (out->fewest == 0 || of->candidates < out->fewest))
            out->fewest = of->candidates;
    }
    out->expected_all = out->attacked ? right / (double)out->attacked : 0;
    out->expected = out->published ? of_published / (double)out->published : 0;
    out->candidates = out->attacked ? candidates / (double)out->attacked : 0;
}

static void twin_links(generalized_outcome *out, double *each, const generalized_table *of,
                       bool aligned, size_t attacked) {
    bool all_suppressed = true;
    twin_target targets[MOST_ROWS] = {{0}};
    *out = (generalized_outcome){.records = of->original.rows};
    for (size_t row = 0; row < of->release.rows; row++)
        all_suppressed &= twin_suppressed(of, row);
    for (size_t j = 0; j < attacked; j++) {
        size_t person = j * of->original.rows / attacked;
        targets[person] = twin_attack(of, person, aligned, all_suppressed);
    }
    for (size_t row = 0; row < of->original.rows; row++)
        each[row] = targets[row].attacked ? twin_chance(&targets[row]) : (double)NAN;
    if (aligned)
        twin_merge(targets, of);
    twin_sum(out, targets, of->original.rows);
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
        cmocka_unit_test(linkage_is_never_below_the_marketer),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
