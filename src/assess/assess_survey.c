/* Samples and households: the risk of records that stand for others of a population, and of whole
 * households. */
#include "assess/assess_parts.h"
#include "bind/households.h"
#include "data/number.h"
#include "measure/individual_risk.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Classes -----------------------------------------------------------------------------------
 */

uint64_t assess_class_size(const assess_side *side, size_t tuple) {
    const release_class_list *list = &side->classes;
    return list->compatible && !list->star[tuple] ? list->compatible[tuple]
                                                  : assess_members(list)[tuple];
}

double assess_journalist_risk(const assess_side *side, size_t tuple) {
    uint64_t members = assess_members(&side->classes)[tuple];
    if (!side->population)
        return 1 / (double)members;
    return 1 / (double)(side->population[tuple] > members ? side->population[tuple] : members);
}

/* Of the records that the weights say most about, or else the journalist's. */
static double class_risk(const assessing *run, size_t tuple) {
    return run->individual ? run->individual[tuple] : assess_journalist_risk(&run->after, tuple);
}

/* ---- Weights --------------------------------------------------------------------------------- */

static shoal_status refuse_weight(const assessing *run, const column *of, size_t row,
                                  shoal_error *error) {
    const char *value = dictionary_text(&of->values, codes_get(&of->codes, row));
    int64_t line = assess_line_of(run, row), place = of - run->after.bound.table->column + 1;
    char where[120];
    if (line > 0)
        snprintf(where, sizeof where, "%.60s:%" PRId64, run->after.bound.path, line);
    else
        snprintf(where, sizeof where, "%.60s, row %zu", run->after.bound.path, row + 1);
    if (plan_is_missing_in(run->plan, of->name, value))
        status_describe(error, SHOAL_BAD_DATA, line, place,
                        "%s: column '%.50s': the sampling weight is missing", where, of->name);
    else
        status_describe(error, SHOAL_BAD_DATA, line, place,
                        "%s: column '%.50s': '%.40s' is not a sampling weight: it must be a number "
                        "above 0",
                        where, of->name, value);
    status_blame(error, "weight_invalid", NULL);
    return SHOAL_BAD_DATA;
}

/* The weight of every value; NaN where it is none. */
static double *read_weights(const column *of, const shoal_plan *plan) {
    double *weights = memory_new(of->values.size, sizeof *weights);
    for (uint32_t code = 0; weights && code < of->values.size; code++) {
        const char *value = dictionary_text(&of->values, code);
        number parsed;
        weights[code] = (double)NAN;
        if (!plan_is_missing_in(plan, of->name, value) &&
            number_parse(&parsed, value, strlen(value)) && number_value(&parsed) > 0 &&
            isfinite(number_value(&parsed)))
            weights[code] = number_value(&parsed);
    }
    return weights;
}

static shoal_status add_weights(double *sums, const assessing *run, const column *of,
                                const double *weights, shoal_error *error) {
    for (size_t row = 0; row < run->after.bound.table->rows; row++) {
        uint32_t class = run->class_of[row];
        double weight = weights[codes_get(&of->codes, row)];
        if (class == assess_not_counted(run))
            continue;
        if (isnan(weight))
            return refuse_weight(run, of, row, error);
        if (class != assess_suppressed(run))
            sums[class] += weight;
    }
    return SHOAL_OK;
}

static shoal_status weigh(assessing *run, const column *of, shoal_error *error) {
    const frequency_set *set = &run->after.classes.set;
    double *weights = read_weights(of, run->plan);
    double *sums = memory_zero(set->tuples, sizeof *sums);
    run->individual = memory_zero(set->tuples, sizeof *run->individual);
    shoal_status status = weights && sums && run->individual
                              ? add_weights(sums, run, of, weights, error)
                              : status_no_memory(error);
    if (status == SHOAL_OK)
        individual_risk_measure(&run->facts->survey.individual, run->individual, set->counts, sums,
                                set->tuples, run->facts->threshold_value);
    memory_free(weights);
    memory_free(sums);
    return status;
}

/* The column of the plan with the role, or NULL where the table does not have it. */
static const column *find_role(const assessing *run, plan_role role, const char **name) {
    for (size_t i = 0; i < run->plan->attribute_count; i++) {
        if (run->plan->attributes[i].role != role)
            continue;
        *name = run->plan->attributes[i].name;
        int64_t place = table_find(run->after.bound.table, *name);
        if (place >= 0)
            return &run->after.bound.table->column[place];
    }
    return NULL;
}

static shoal_status assess_weights(assessing *run, shoal_error *error) {
    assessment_survey *facts = &run->facts->survey;
    if (plan_count_role(run->plan, ROLE_WEIGHT) > 1)
        return status_refuse(error, SHOAL_USAGE, "weight_several", NULL,
                             "several attributes have the role weight, but a row has one sampling "
                             "weight");
    const column *of = find_role(run, ROLE_WEIGHT, &facts->weight);
    /* A person's rows hide nobody: counted in rows the risk would come out too low. */
    const bound_table *bound = &run->after.bound;
    if (of && bound->person_of && bound->persons < bound->rows)
        return status_refuse(error, SHOAL_USAGE, "weight_of_rows", NULL,
                             "sampling weights are of rows, but %" PRIu64 " persons have %" PRIu64
                             " rows: assess a table with one row of each person",
                             bound->persons, bound->rows);
    facts->weighted = of != NULL;
    return of ? weigh(run, of, error) : SHOAL_OK;
}

/* ---- Households ------------------------------------------------------------------------------ */

typedef struct homes {
    assessing *run;
    size_t *first;    /* [households + 1] */
    uint32_t *row;    /* [rows] in the order of their households */
    uint32_t *last;   /* [persons] the household that a person was seen in last */
    double *greatest; /* [persons] their risk in it */
} homes;

static bool sort_homes(homes *of) {
    const assessing *run = of->run;
    size_t rows = run->after.bound.table->rows;
    of->first = memory_zero(run->households + 2, sizeof *of->first);
    of->row = memory_new(rows, sizeof *of->row);
    if (!of->first || !of->row)
        return false;
    /* Counted one place further on, so that filling in leaves the beginnings where they belong. */
    for (size_t row = 0; row < rows; row++)
        of->first[run->household_of[row] + 2]++;
    for (size_t h = 2; h <= run->households; h++)
        of->first[h] += of->first[h - 1];
    for (size_t row = 0; row < rows; row++)
        of->row[of->first[run->household_of[row] + 1]++] = (uint32_t)row;
    return true;
}

static double row_risk(const assessing *run, size_t row) {
    uint32_t class = run->class_of[row];
    return class < run->after.classes.set.tuples ? class_risk(run, class) : 0;
}

/* Several rows of a person are one member, with the highest of their risks. */
static double home_risk(homes *of, size_t home) {
    const assessing *run = of->run;
    const uint32_t *person_of = run->after.bound.person_of;
    double none = 1;
    for (size_t i = of->first[home]; i < of->first[home + 1]; i++) {
        uint32_t row = of->row[i];
        double risk = row_risk(run, row);
        uint32_t person = person_of ? person_of[row] : RULE_NONE;
        if (person == RULE_NONE) {
            none = household_add(none, risk);
        } else {
            of->greatest[person] =
                of->last[person] == home ? fmax(of->greatest[person], risk) : risk;
            of->last[person] = (uint32_t)home;
        }
    }
    for (size_t i = of->first[home]; person_of && i < of->first[home + 1]; i++) {
        uint32_t person = person_of[of->row[i]];
        if (person == RULE_NONE || of->greatest[person] < 0)
            continue;
        none = household_add(none, of->greatest[person]);
        of->greatest[person] = -1;
    }
    return 1 - none;
}

static bool has_published(const homes *of, size_t home) {
    const assessing *run = of->run;
    for (size_t i = of->first[home]; i < of->first[home + 1]; i++)
        if (run->class_of[of->row[i]] < run->after.classes.set.tuples)
            return true;
    return false;
}

static void sum_homes(homes *of) {
    assessing *run = of->run;
    assessment_survey *facts = &run->facts->survey;
    for (size_t h = 0; h < run->households; h++) {
        if (!has_published(of, h))
            continue;
        double risk = run->household_risk[h] = home_risk(of, h);
        facts->households++;
        facts->household_largest = fmax(facts->household_largest, risk);
        facts->household_expected += risk;
        facts->household_above += risk > run->facts->threshold_value;
    }
}

static bool open_homes(homes *of) {
    assessing *run = of->run;
    size_t persons = (size_t)run->after.bound.persons;
    run->household_risk = memory_zero(run->households, sizeof *run->household_risk);
    of->last = memory_new(persons, sizeof *of->last);
    of->greatest = memory_zero(persons, sizeof *of->greatest);
    for (size_t p = 0; of->last && p < persons; p++)
        of->last[p] = UINT32_MAX;
    return run->household_risk && of->last && of->greatest && sort_homes(of);
}

/* The table's own, or those of the original's rows where a release does not publish the key. */
static shoal_status find_homes(assessing *run, shoal_error *error) {
    const shoal_table *table = run->after.bound.table, *original = run->before.bound.table;
    households found;
    STATUS_TRY(households_find(&found, table, run->plan, error));
    if (!found.of_row && found.name && original && run->facts->aligned) {
        STATUS_TRY(households_borrow(&found, original, run->paired, table->rows, run->plan, error));
        run->households_borrowed = found.of_row != NULL;
    }
    run->facts->survey.household = found.name;
    run->household_of = found.of_row;
    run->households = found.count;
    return SHOAL_OK;
}

static shoal_status assess_households(assessing *run, shoal_error *error) {
    homes of = {.run = run};
    STATUS_TRY(find_homes(run, error));
    run->facts->survey.housed = run->household_of != NULL;
    if (!run->household_of)
        return SHOAL_OK;
    bool made = open_homes(&of);
    if (made)
        sum_homes(&of);
    memory_free(of.first);
    memory_free(of.row);
    memory_free(of.last);
    memory_free(of.greatest);
    return made ? SHOAL_OK : status_no_memory(error);
}

void assess_households_forget(assessing *run) {
    if (!run->households_borrowed || run->facts->aligned)
        return;
    assessment_survey *facts = &run->facts->survey;
    memory_free(run->household_of);
    memory_free(run->household_risk);
    run->household_of = NULL;
    run->household_risk = NULL;
    run->households = 0;
    *facts = (assessment_survey){.weight = facts->weight,
                                 .weighted = facts->weighted,
                                 .individual = facts->individual,
                                 .household = facts->household};
}

shoal_status assess_survey(assessing *run, shoal_error *error) {
    bool wanted = run->input->records || plan_count_role(run->plan, ROLE_WEIGHT) > 0 ||
                  plan_count_role(run->plan, ROLE_HOUSEHOLD) > 0;
    if (!wanted)
        return SHOAL_OK;
    run->class_of = memory_new(run->after.bound.table->rows, sizeof *run->class_of);
    if (!run->class_of)
        return status_no_memory(error);
    STATUS_TRY(assess_find_classes(run->class_of, run, &run->after, error));
    STATUS_TRY(assess_weights(run, error));
    return assess_households(run, error);
}
