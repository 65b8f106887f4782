#include "support/rules_oracle.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>

static void *take(bound_rules_case *made, size_t count, size_t item) {
    void *room = arena_zero(&made->memory, count ? count : 1, item);
    if (!room)
        abort();
    return room;
}

static uint32_t below(random_stream *stream, size_t bound) {
    return (uint32_t)random_below(stream, bound);
}

/* ---- Columns --------------------------------------------------------------------------------- */

/* Levels above the values join neighbours, so that order and tree do not contradict each other. */
static void draw_levels(constrained_rows *out, random_stream *stream) {
    out->height = 1 + (int)below(stream, RULES_CASE_LEVELS);
    for (uint32_t v = 0; v < out->size; v++)
        out->group[0][v] = v;
    for (int l = 1; l < out->height; l++) {
        uint32_t last = 0;
        for (uint32_t v = 0; v < out->size; v++) {
            bool same = v > 0 && out->group[l - 1][v] == out->group[l - 1][v - 1];
            last += v > 0 && !same && below(stream, 2);
            out->group[l][v] = last;
        }
    }
}

/* Some columns go with a quasi-identifier, so that classes differ. */
static void draw_column(bound_rules_case *made, constrained_rows *out, random_stream *stream) {
    uint32_t bound = below(stream, 100);
    size_t a = below(stream, made->attributes);
    out->size = 2 + below(stream, RULES_CASE_VALUES - 1);
    out->value = take(made, made->rows, sizeof *out->value);
    draw_levels(out, stream);
    for (size_t r = 0; r < made->rows; r++) {
        uint32_t drawn = below(stream, below(stream, out->size) + 1u);
        bool follows = below(stream, 200) < bound;
        out->value[r] = follows ? codes_get(&made->table[a], r) % out->size : drawn;
    }
}

/* ---- Rules ----------------------------------------------------------------------------------- */

static double between(random_stream *stream, double least, double most) {
    return least + (most - least) * random_unit(stream);
}

static void draw_rule(char *out, size_t room, random_stream *stream) {
    static const char *const distances[] = {"equal", "ordered", "hierarchical"};
    switch (below(stream, 9)) {
    case 0:
        snprintf(out, room, "l-diversity l=%u%s", 1 + below(stream, 4),
                 below(stream, 2) ? " within=10%" : "");
        return;
    case 1:
        snprintf(out, room, "l-diversity form=entropy l=%.2f", between(stream, 1, 3.5));
        return;
    case 2:
        snprintf(out, room, "l-diversity form=recursive l=%u c=%.1f", 1 + below(stream, 4),
                 between(stream, 0.2, 5));
        return;
    case 3:
        snprintf(out, room, "delta-disclosure delta=%.2f", between(stream, 0.2, 3));
        return;
    case 4:
        snprintf(out, room, "beta-likeness beta=%.2f form=%s", between(stream, 0.1, 4),
                 below(stream, 2) ? "basic" : "enhanced");
        return;
    case 5:
        snprintf(out, room, "alpha-k alpha=%.2f", between(stream, 0.2, 1));
        return;
    case 6:
        snprintf(out, room, "k-map k=%u", 1 + below(stream, 12));
        return;
    case 7:
        snprintf(out, room, "delta-presence max=%.2f min=%.2f", between(stream, 0.4, 1),
                 below(stream, 3) ? 0 : between(stream, 0, 0.4));
        return;
    default:
        snprintf(out, room, "t-closeness t=%.2f distance=%s", between(stream, 0, 0.8),
                 distances[below(stream, 3)]);
    }
}

static void add_rule(bound_rules_case *made, const char *spec, random_stream *stream) {
    privacy_rule *rule = &made->rule[made->rules];
    size_t used = strlen(made->text);
    shoal_error error = {0};
    if (privacy_rule_parse(rule, spec, &error) != SHOAL_OK) {
        fprintf(stderr, "%s: %s\n", spec, error.message);
        abort();
    }
    made->on[made->rules] = rule->model->of_population ? RULE_NONE : below(stream, made->columns);
    snprintf(made->text + used, sizeof made->text - used, "%s%s on %zu", used ? "; " : "", spec,
             made->on[made->rules]);
    made->rules++;
}

static void draw_rules(bound_rules_case *made, const char *given, random_stream *stream) {
    char spec[120];
    if (made->person && !given && below(stream, 3) == 0)
        return;
    if (given) {
        add_rule(made, given, stream);
        return;
    }
    for (size_t count = 1 + below(stream, 3); made->rules < count;) {
        draw_rule(spec, sizeof spec, stream);
        add_rule(made, spec, stream);
    }
}

/* ---- Persons --------------------------------------------------------------------------------- */

/* From one row each to a few persons with many. */
static void draw_persons(bound_rules_case *made, random_stream *stream) {
    size_t most = 1 + below(stream, 2 * made->rows);
    made->person = take(made, made->rows, sizeof *made->person);
    for (size_t r = 0; r < made->rows; r++)
        made->person[r] = below(stream, most);
    /* Numbered without gaps. */
    uint32_t *number = take(made, most, sizeof *number), count = 0;
    for (size_t r = 0; r < made->rows; r++) {
        if (number[made->person[r]] == 0)
            number[made->person[r]] = ++count;
        made->person[r] = number[made->person[r]] - 1;
    }
    made->persons = count;
}

/* ---- Population ------------------------------------------------------------------------------ */

static bool has_people(const bound_rules_case *made) {
    for (size_t i = 0; i < made->rules; i++)
        if (made->on[i] == RULE_NONE)
            return true;
    return false;
}

/* A value that the table does not have joins a group at some level, and is in those above it. */
static void place_stranger(bound_rules_case *made, size_t a, uint32_t stranger,
                           random_stream *stream) {
    const bound_hierarchy *of = &made->hierarchies[a];
    int from = 1 + (int)below(stream, (size_t)of->height + 1);
    uint32_t group = from <= of->height ? below(stream, of->level[from].size) : 0;
    for (int l = 0; l <= of->height; l++) {
        if (l > from)
            group = of->level[l - 1].up[group];
        made->people.strange[a][l][stranger] = l < from ? RULE_NONE : group;
    }
}

static void draw_strangers(bound_rules_case *made, random_stream *stream) {
    bound_rules_people *people = &made->people;
    people->sizes = take(made, made->attributes, sizeof *people->sizes);
    people->strange =
        made->hierarchies ? take(made, made->attributes, sizeof *people->strange) : NULL;
    for (size_t a = 0; a < made->attributes; a++) {
        uint32_t strangers = below(stream, 2) * below(stream, 3);
        people->sizes[a] = made->ground[a] + strangers;
        if (!made->hierarchies)
            continue;
        int height = made->hierarchies[a].height;
        people->strange[a] = take(made, (size_t)height + 1, sizeof **people->strange);
        for (int l = 0; l <= height; l++)
            people->strange[a][l] = take(made, strangers, sizeof ***people->strange);
        for (uint32_t s = 0; s < strangers; s++)
            place_stranger(made, a, s, stream);
    }
}

/* Most people are like some row of the table. */
static void draw_people(bound_rules_case *made, random_stream *stream) {
    bound_rules_people *people = &made->people;
    uint32_t other = below(stream, 30), strange = below(stream, 2) * below(stream, 15);
    people->count = made->rows + below(stream, 3 * made->rows);
    people->code = take(made, people->count * made->attributes, sizeof *people->code);
    for (size_t p = 0; p < people->count; p++) {
        size_t like = p < made->rows ? p : below(stream, made->rows);
        for (size_t a = 0; a < made->attributes; a++) {
            uint32_t strangers = people->sizes[a] - made->ground[a];
            size_t row = below(stream, 100) < other ? below(stream, made->rows) : like;
            bool is_strange = strangers > 0 && below(stream, 100) < strange;
            people->code[p * made->attributes + a] =
                is_strange ? made->ground[a] + below(stream, strangers)
                           : codes_get(&made->table[a], row);
        }
    }
}

/* ---- For the library ------------------------------------------------------------------------- */

static void check(bool done) {
    if (!done)
        abort();
}

/* In persons, unless `of_rows`. */
static void build_domain(bound_rules_case *made, const constrained_rows *from, bool of_rows,
                         sensitive_values *out) {
    uint64_t *counts = take(made, from->size, sizeof *counts);
    uint32_t *groups = take(made, (size_t)from->height, sizeof *groups);
    const uint32_t **group = take(made, (size_t)from->height, sizeof *group);
    bool *all = take(made, made->rows, sizeof *all);
    memset(all, true, made->rows);
    judged_class table = judge_rows(from, of_rows ? NULL : made->person, made->rows, all);
    for (uint32_t v = 0; v < from->size; v++)
        counts[v] = (uint64_t)table.before[v];
    for (int l = 0; l < from->height; l++) {
        group[l] = from->group[l];
        groups[l] = from->group[l][from->size - 1] + 1;
    }
    model_sum *numbers = take(made, from->size, sizeof *numbers);
    bool *is_number = take(made, from->size, sizeof *is_number);
    for (uint32_t v = 0; v < from->size; v++) {
        numbers[v] = judged_class_numbers[v];
        is_number[v] = true;
    }
    *out = (sensitive_values){.name = "sensitive",
                              .number = numbers,
                              .is_number = is_number,
                              .size = from->size,
                              .rows = (uint64_t)table.all,
                              .counts = counts,
                              .height = from->height,
                              .groups = groups,
                              .group = group};
}

static person_rows rows_of_persons(const bound_rules_case *made, const uint32_t *tuple_of) {
    return (person_rows){.person_of = made->person,
                         .persons = made->persons,
                         .tuple_of = tuple_of,
                         .rows = made->rows};
}

static void build_column(bound_rules_case *made, const constrained_rows *from,
                         const uint32_t *tuple_of, rule_column *out) {
    static const uint32_t identity[RULES_CASE_VALUES] = {0, 1, 2, 3, 4, 5};
    codes values = {take(made, made->rows, 1), 1};
    for (size_t r = 0; r < made->rows; r++)
        codes_put(&values, r, from->value[r]);
    build_domain(made, from, out->of_rows, &out->domain);
    if (!made->person || out->of_rows) {
        check(tuple_values_build(&out->ground, made->of->tuples, tuple_of, &values, identity,
                                 from->size, made->rows, NULL, NULL, NULL) == SHOAL_OK);
        return;
    }
    person_rows rows = rows_of_persons(made, tuple_of);
    rows.column = &values;
    rows.value_of = identity;
    check(tuple_values_of_persons(&out->ground, made->of->tuples, &rows, from->size, NULL) ==
          SHOAL_OK);
}

static void build_persons(bound_rules_case *made, const uint32_t *tuple_of, bound_rules *out) {
    person_rows rows = rows_of_persons(made, tuple_of);
    out->of_persons = true;
    out->k = made->k;
    check(tuple_persons_build(&out->persons, &rows, made->of->counts, made->of->tuples, NULL) ==
          SHOAL_OK);
}

/* Where persons are counted, the target has a column of its own, in rows. */
static void build_columns(bound_rules_case *made, bound_rules *out) {
    uint32_t *tuple_of = take(made, made->rows, sizeof *tuple_of);
    frequency_input *inputs = take(made, made->attributes, sizeof *inputs);
    for (size_t a = 0; a < made->attributes; a++)
        inputs[a] = (frequency_input){&made->table[a], made->ground[a]};
    check(tuple_values_find_rows(tuple_of, made->of, inputs, made->rows, NULL, NULL) == SHOAL_OK);
    out->columns = memory_zero(made->columns + 1, sizeof *out->columns);
    check(out->columns != NULL);
    out->column_count = made->columns;
    for (size_t i = 0; i < made->columns; i++)
        build_column(made, &made->column[i], tuple_of, &out->columns[i]);
    if (!made->person)
        return;
    build_persons(made, tuple_of, out);
    if (made->target == RULE_NONE)
        return;
    out->target = out->column_count++;
    out->columns[out->target].of_rows = true;
    build_column(made, &made->column[made->target], tuple_of, &out->columns[out->target]);
}

static void build_groups(bound_rules_case *made, bound_population *out, size_t a) {
    uint32_t size = made->people.sizes[a], own = made->ground[a];
    out->ground[a] = take(made, size, sizeof **out->ground);
    for (uint32_t code = 0; code < size; code++)
        out->ground[a][code] = code < own ? code : RULE_NONE;
    if (!made->hierarchies)
        return;
    const bound_hierarchy *of = &made->hierarchies[a];
    out->group[a] = take(made, (size_t)of->height + 1, sizeof **out->group);
    for (int l = 0; l <= of->height; l++) {
        out->group[a][l] = take(made, size, sizeof ***out->group);
        for (uint32_t code = 0; code < size; code++)
            out->group[a][l][code] =
                code < own ? of->level[l].of_ground[code] : made->people.strange[a][l][code - own];
    }
}

static void build_population(bound_rules_case *made, bound_rules *out) {
    const bound_rules_people *people = &made->people;
    frequency_input *inputs = take(made, made->attributes, sizeof *inputs);
    codes *columns = take(made, made->attributes, sizeof *columns);
    bound_population *built = memory_zero(1, sizeof *built);
    check(built != NULL);
    out->population = built;
    built->sizes = people->sizes;
    built->ground = take(made, made->attributes, sizeof *built->ground);
    built->group = take(made, made->attributes, sizeof *built->group);
    built->hierarchies = made->hierarchies;
    for (size_t a = 0; a < made->attributes; a++) {
        build_groups(made, built, a);
        columns[a] = (codes){take(made, people->count, 2), 2};
        for (size_t p = 0; p < people->count; p++)
            codes_put(&columns[a], p, people->code[p * made->attributes + a]);
        inputs[a] = (frequency_input){&columns[a], people->sizes[a]};
    }
    check(frequency_build(&built->tuples, inputs, made->attributes, people->count, NULL, NULL,
                          NULL) == SHOAL_OK);
}

static void build_guard(bound_rules_case *made) {
    bound_rules *out = memory_zero(1, sizeof *out);
    check(out != NULL);
    made->made = out;
    out->target = made->target;
    out->inherited = true;
    out->rules = memory_zero(RULES_CASE_RULES, sizeof *out->rules);
    check(out->rules != NULL);
    build_columns(made, out);
    if (has_people(made))
        build_population(made, out);
    for (size_t i = 0; i < made->rules; i++) {
        out->rules[out->rule_count++] = (bound_rule){made->rule[i], made->on[i]};
        out->inherited &= privacy_rule_inherited(&made->rule[i]);
        out->covers |= made->on[i] == RULE_NONE && made->rule[i].second > 0;
    }
    out->overlap = !out->inherited && out->persons.roaming.sets > 0;
}

/* ---- Cases ----------------------------------------------------------------------------------- */

static void finish_case(bound_rules_case *made, uint64_t seed, const char *rules, bool persons) {
    random_stream stream = random_open(seed, "guard", 0);
    if (persons)
        draw_persons(made, &stream);
    made->columns = 1 + below(&stream, RULES_CASE_COLUMNS);
    for (size_t i = 0; i < made->columns; i++)
        draw_column(made, &made->column[i], &stream);
    made->target = below(&stream, 3) ? below(&stream, made->columns) : RULE_NONE;
    made->first = take(made, made->rows, sizeof *made->first);
    draw_rules(made, rules, &stream);
    if (has_people(made)) {
        draw_strangers(made, &stream);
        draw_people(made, &stream);
    }
    build_guard(made);
}

static void case_for_task(bound_rules_case *out, lattice_problem *made, const char *rules,
                          bool persons) {
    *out = (bound_rules_case){.rows = made->rows,
                              .attributes = made->attributes,
                              .table = made->columns,
                              .of = &made->frequency,
                              .hierarchies = made->hierarchies,
                              .k = made->context.k};
    uint32_t *ground = take(out, made->attributes, sizeof *ground);
    for (size_t a = 0; a < made->attributes; a++)
        ground[a] = made->hierarchies[a].ground;
    out->ground = ground;
    finish_case(out, made->seed, rules, persons);
    made->bound_rules = out->made;
    made->person = out->person;
}

static void case_for_cuts(bound_rules_case *out, cut_problem *made, const char *rules,
                          bool persons) {
    *out = (bound_rules_case){.rows = made->rows,
                              .attributes = made->attributes,
                              .table = made->columns,
                              .of = &made->frequency,
                              .k = made->context.k};
    uint32_t *ground = take(out, made->attributes, sizeof *ground);
    for (size_t a = 0; a < made->attributes; a++)
        ground[a] = made->domains[a].ground;
    out->ground = ground;
    finish_case(out, made->seed, rules, persons);
    made->bound_rules = out->made;
    made->person = out->person;
}

void bound_rules_case_for_task(bound_rules_case *out, lattice_problem *made, const char *rules) {
    case_for_task(out, made, rules, false);
}

void bound_rules_case_of_persons(bound_rules_case *out, lattice_problem *made, const char *rules) {
    case_for_task(out, made, rules, true);
}

void bound_rules_case_for_cuts(bound_rules_case *out, cut_problem *made, const char *rules) {
    case_for_cuts(out, made, rules, false);
}

void bound_rules_case_of_person_cuts(bound_rules_case *out, cut_problem *made, const char *rules) {
    case_for_cuts(out, made, rules, true);
}

void bound_rules_case_free(bound_rules_case *made) {
    bound_rules_close(made->made);
    arena_free(&made->memory);
}

/* ---- A node ---------------------------------------------------------------------------------- */

static bool is_same(const oracle_rows *rows, size_t r, size_t s) {
    for (size_t a = 0; a < rows->attributes; a++)
        if (oracle_cell(rows, r, a) != oracle_cell(rows, s, a))
            return false;
    return true;
}

/* Whether a person's value is recoded to what the row shows. */
static bool is_like(const bound_rules_case *of, const oracle_rows *rows, const uint8_t *node,
                    size_t a, uint32_t code, size_t row) {
    if (of->hierarchies && node[a] == LEVEL_ABSENT)
        return true;
    uint32_t shown = oracle_cell(rows, row, a);
    if (code >= of->ground[a])
        return of->hierarchies && of->people.strange[a][node[a]][code - of->ground[a]] == shown;
    if (of->hierarchies)
        return of->hierarchies[a].level[node[a]].of_ground[code] == shown;
    for (size_t r = 0; r < rows->rows; r++)
        if (codes_get(&of->table[a], r) == code)
            return oracle_cell(rows, r, a) == shown;
    return false;
}

static bool is_in_class(const bound_rules_case *of, const oracle_rows *rows, const uint8_t *node,
                        size_t person, size_t row) {
    for (size_t a = 0; a < of->attributes; a++)
        if (!is_like(of, rows, node, a, of->people.code[person * of->attributes + a], row))
            return false;
    return true;
}

static judged_class judge(const bound_rules_case *of, size_t place, size_t row) {
    bool *here = oracle_room(of->rows, sizeof *here);
    for (size_t r = 0; r < of->rows; r++)
        here[r] = of->first[r] == of->first[row];
    const constrained_rows *values = place == RULE_NONE ? NULL : &of->column[place];
    judged_class out = judge_rows(values, of->person, of->rows, here);
    memory_free(here);
    return out;
}

static size_t count_people(const bound_rules_case *of, const oracle_rows *rows, const uint8_t *node,
                           size_t row) {
    size_t count = 0;
    for (size_t p = 0; p < of->people.count; p++)
        count += is_in_class(of, rows, node, p, row);
    return count;
}

/* Whether somebody of the population is in no class at all. */
static bool has_outsiders(const bound_rules_case *of, const oracle_rows *rows,
                          const uint8_t *node) {
    for (size_t p = 0; p < of->people.count; p++) {
        size_t r = 0;
        while (r < rows->rows && !is_in_class(of, rows, node, p, r))
            r++;
        if (r == rows->rows)
            return true;
    }
    return false;
}

static void find_classes(bound_rules_case *of, const oracle_rows *rows) {
    for (size_t r = 0; r < rows->rows; r++) {
        of->first[r] = 0;
        while (!is_same(rows, of->first[r], r))
            of->first[r]++;
    }
}

void bound_rules_case_bar(oracle_rows *rows, const void *node, void *context) {
    bound_rules_case *of = context;
    bool covers = false;
    find_classes(of, rows);
    for (size_t i = 0; i < of->rules; i++) {
        covers |= of->on[i] == RULE_NONE && of->rule[i].second > 0;
        for (size_t r = 0; r < rows->rows; r++) {
            if (of->first[r] != r) {
                rows->suppressed[r] = rows->suppressed[of->first[r]];
                continue;
            }
            judged_class class = judge(of, of->on[i], r);
            if (of->on[i] == RULE_NONE)
                class.people = (model_sum)count_people(of, rows, node, r);
            if (!judged_class_keeps(&class, &of->rule[i]))
                rows->suppressed[r] = true;
        }
    }
    if (covers && has_outsiders(of, rows, node))
        memset(rows->suppressed, true, rows->rows);
}

/* Of rows, whoever they belong to. */
static uint64_t strays_of(const bound_rules_case *of, size_t row) {
    bound_rules_case in_rows = *of;
    in_rows.person = NULL;
    judged_class class = judge(&in_rows, of->target, row);
    model_sum most = 0;
    for (uint32_t v = 0; v < class.column->size; v++)
        most = class.here[v] > most ? class.here[v] : most;
    return (uint64_t)(class.rows - most);
}

void bound_rules_case_count(const bound_rules_case *of, const uint8_t *suppressed,
                            class_statistics *out, double *cm) {
    for (size_t r = 0; r < of->rows; r++) {
        if (of->first[r] != r)
            continue;
        uint64_t strays = of->target == RULE_NONE ? 0 : strays_of(of, r);
        uint64_t rows = (uint64_t)judge(of, RULE_NONE, r).rows;
        out->strays_of_groups += strays;
        if (!suppressed[r])
            out->strays += strays;
        else if (rows > out->largest_lost)
            out->largest_lost = rows;
    }
    *cm = (double)(out->strays + out->suppressed) / (double)of->rows;
}

bool bound_rules_case_same_count(class_statistics one, class_statistics other) {
    one.certain = other.certain = 0;
    return memcmp(&one, &other, sizeof one) == 0;
}
