/* The register of hospital stays: its rows, hierarchies and plan. */
#include "base/memory.h"
#include "base/random.h"
#include "sample/sample_register.h"
#include "sample/sample_stay.h"

#include <string.h>

/* Rows are in no order within a group: small, so that small registers have patients who come back.
 */
#define GROUP_PATIENTS 64
#define BLOCK_GROUPS 16

/* ---- The rows: the stays of some patients, in no order -------------------------------------- */

typedef struct visit {
    uint32_t patient; /* in the group */
    uint32_t number;
} visit;

typedef struct patient_group {
    sample_person patient[GROUP_PATIENTS];
    visit *visits;
    size_t count, capacity;
} patient_group;

static bool draw_patients(patient_group *group, const sample_society *society,
                          const sample_options *options, uint64_t first) {
    for (uint32_t i = 0; i < GROUP_PATIENTS; i++) {
        group->patient[i] = sample_person_draw(society, options->seed, first + i);
        uint32_t visits = sample_visits_draw(options, first + i);
        if (!memory_grow((void **)&group->visits, &group->capacity, group->count + visits,
                         sizeof *group->visits))
            return false;
        for (uint32_t number = 0; number < visits; number++)
            group->visits[group->count++] = (visit){i, number};
    }
    return true;
}

static void shuffle_visits(patient_group *group, uint64_t seed, uint64_t first) {
    random_stream stream = random_open(seed, "order of stays", first);
    for (size_t i = group->count; i > 1; i--) {
        size_t other = (size_t)random_below(&stream, i);
        visit moved = group->visits[other];
        group->visits[other] = group->visits[i - 1];
        group->visits[i - 1] = moved;
    }
}

static void add_lines(text *out, const patient_group *group, const sample_society *society,
                      uint64_t seed) {
    for (size_t i = 0; i < group->count; i++) {
        char line[SAMPLE_LONGEST_LINE];
        const sample_person *patient = &group->patient[group->visits[i].patient];
        sample_stay stay = sample_stay_draw(society, patient, seed, group->visits[i].number);
        text_add(out, line, (size_t)(sample_stay_write(society, patient, &stay, line) - line));
    }
}

static uint64_t add_stays(text *out, const sample_society *society, const sample_options *options,
                          uint64_t block) {
    patient_group drawn = {.count = 0};
    uint64_t rows = 0;
    for (uint64_t i = 0; i < BLOCK_GROUPS && !out->failed; i++) {
        uint64_t first = (block * BLOCK_GROUPS + i) * GROUP_PATIENTS;
        drawn.count = 0;
        out->failed = !draw_patients(&drawn, society, options, first);
        shuffle_visits(&drawn, options->seed, first);
        add_lines(out, &drawn, society, options->seed);
        rows += drawn.count;
    }
    memory_free(drawn.visits);
    return out->failed ? 1 : rows;
}

/* ---- The hierarchies ------------------------------------------------------------------------ */

/* day; month; quarter; year; * */
static void add_days(text *out) {
    for (int year = SAMPLE_FIRST_STAY; year <= SAMPLE_LAST_YEAR; year++)
        for (int month = 1; month <= 12; month++)
            for (int day = 1; day <= sample_days_of_month(year, month); day++)
                text_format(out, "%d-%02d-%02d;%d-%02d;%d-Q%d;%d;*\n", year, month, day, year,
                            month, year, (month + 2) / 3, year);
}

/* age; 5 years; 10 years; 20 years; 40 years; * */
static void add_ages(text *out) {
    for (int age = 0; age <= SAMPLE_LAST_YEAR - SAMPLE_FIRST_YEAR; age++) {
        text_format(out, "%d", age);
        for (int width = 5; width <= 40; width *= 2)
            text_format(out, ";%d-%d", age / width * width, age / width * width + width - 1);
        text_add_string(out, ";*\n");
    }
}

static void add_hierarchy(text *out, const sample_society *society, int i) {
    static const sample_list *const lists[] = {&sample_sexes, &sample_countries, &sample_maritals,
                                               &sample_insurances, &sample_wards};
    const char *name = sample_stays.quasi[i];
    if (strcmp(name, "admitted") == 0)
        add_days(out);
    else if (strcmp(name, "age") == 0)
        add_ages(out);
    else if (strcmp(name, "postcode") == 0)
        sample_postcodes_add(out, society);
    else
        for (size_t list = 0; list < sizeof lists / sizeof *lists; list++)
            if (strcmp(name, lists[list]->attribute) == 0)
                sample_list_add(out, lists[list]);
}

/* ---- The plan ------------------------------------------------------------------------------- */

static void add_plan(text *out, const char *hierarchies) {
    text_add_string(out,
                    "# What to protect in this synthetic register of hospital stays, and how.\n"
                    "attributes:\n");
    sample_role_add(out, "patient_id", "person");
    for (int i = 0; i < SAMPLE_QUASI; i++)
        sample_role_add(out, sample_stays.quasi[i], "quasi");
    sample_role_add(out, "admission", "plain");
    sample_role_add(out, "days", "plain");
    sample_role_add(out, "diagnosis", "sensitive");
    sample_role_add(out, "cost", "plain");
    sample_rules_add(out, hierarchies);
}

const sample_register sample_stays = {.header = SAMPLE_STAY_HEADER,
                                      .quasi = {"admitted", "age", "sex", "postcode", "country",
                                                "marital_status", "insurance", "ward"},
                                      .add_block = add_stays,
                                      .add_hierarchy = add_hierarchy,
                                      .add_plan = add_plan};
