#include "search/microaggregation/operator_monitor.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A value that is not there is NaN: an empty field of CSV, null in JSON. */
static const char *const operator_columns[] = {
    "created",
    "clones",
    "discarded_unused",
    "alive_unused",
    "lifetime",
    "improved",
    "worsened",
    "equal",
    "improvement_mean",
    "improvement_largest",
    "worsening_mean",
    "worsening_largest",
    "printed_improvement_mean",
    "printed_worsening_mean",
};
#define OPERATOR_COLUMNS (sizeof operator_columns / sizeof *operator_columns)

static const char *const generation_columns[] = {
    "members", "best", "mean", "groups", "evaluations", "memo_hits",
};
#define GENERATION_COLUMNS (sizeof generation_columns / sizeof *generation_columns)

static void list_operator_values(double values[OPERATOR_COLUMNS], const operator_record *record,
                                 group_operator maker) {
    bool mutation = maker != GROUP_CROSSOVER;
    const double listed[OPERATOR_COLUMNS] = {
        (double)record->created,
        (double)record->clones,
        (double)record->discarded_unused,
        (double)record->alive_unused,
        operator_record_mean((double)record->lifetimes, record->created),
        (double)record->improved,
        (double)record->worsened,
        (double)record->equal,
        operator_record_mean(record->improvements, record->improved),
        record->improved ? record->largest_improvement : NAN,
        operator_record_mean(record->worsenings, record->worsened),
        record->worsened ? record->largest_worsening : NAN,
        mutation
            ? operator_record_mean(record->printed_improvements, record->improved + record->equal)
            : NAN,
        mutation ? operator_record_mean(record->printed_worsenings, record->worsened) : NAN,
    };
    memcpy(values, listed, sizeof listed);
}

static void list_generation_values(double values[GENERATION_COLUMNS],
                                   const generation_record *record) {
    const double listed[GENERATION_COLUMNS] = {
        (double)record->members,
        record->best,
        record->mean,
        record->groups,
        (double)record->evaluations,
        (double)record->memo_hits,
    };
    memcpy(values, listed, sizeof listed);
}

/* The shortest text that reads back as the same number. */
static void add_number(text *out, double value, const char *absent) {
    char digits[32];
    if (!isfinite(value)) {
        text_add_string(out, absent);
        return;
    }
    for (int precision = 15; precision <= 17; precision++) {
        (void)snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value)
            break;
    }
    text_add_string(out, digits);
}

static void add_set(text *out, operator_set set, const char *quote, const char *between) {
    bool first = true;
    for (int i = 0; i < GROUP_OPERATORS; i++) {
        if (!(set >> i & 1))
            continue;
        text_format(out, "%s%s%s%s", first ? "" : between, quote,
                    group_operator_name((group_operator)i), quote);
        first = false;
    }
}

/* ---- CSV ----------------------------------------------------------------------------------- */

static void add_header(text *out, const char *first, const char *const *columns, size_t count,
                       const char *last) {
    text_add_string(out, first);
    for (size_t i = 0; i < count; i++)
        text_format(out, ",%s", columns[i]);
    text_format(out, "%s\n", last);
}

static void add_fields(text *out, const double *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        text_add_string(out, ",");
        add_number(out, values[i], "");
    }
}

/* The operators in use have a row in every generation that has children. */
static bool has_row(const operator_monitor *monitor, int maker) {
    return operator_monitor_settings_of(monitor)->operators >> maker & 1;
}

void operator_monitor_print_operators(text *out, const operator_monitor *monitor) {
    add_header(out, "generation,operator", operator_columns, OPERATOR_COLUMNS, "");
    for (size_t g = 1; g < operator_monitor_generations(monitor); g++)
        for (int i = 0; i < GROUP_OPERATORS; i++) {
            group_operator maker = (group_operator)i;
            double values[OPERATOR_COLUMNS];
            if (!has_row(monitor, i))
                continue;
            list_operator_values(values, operator_monitor_record(monitor, g, maker), maker);
            text_format(out, "%zu,%s", g, group_operator_name(maker));
            add_fields(out, values, OPERATOR_COLUMNS);
            text_add_string(out, "\n");
        }
}

void operator_monitor_print_generations(text *out, const operator_monitor *monitor) {
    add_header(out, "generation", generation_columns, GENERATION_COLUMNS, ",operators_on");
    for (size_t g = 0; g < operator_monitor_generations(monitor); g++) {
        const generation_record *record = operator_monitor_generation(monitor, g);
        double values[GENERATION_COLUMNS];
        list_generation_values(values, record);
        text_format(out, "%zu", g);
        add_fields(out, values, GENERATION_COLUMNS);
        text_add_string(out, ",");
        add_set(out, record->on, "", "+");
        text_add_string(out, "\n");
    }
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static void add_settings(text *out, const operator_monitor_settings *settings) {
    text_format(out,
                "  \"settings\": {\"algorithm\": \"%s\", \"seed\": %" PRIu64
                ", \"attributes\": %zu, \"population\": %" PRId64 ", \"generations\": %" PRId64
                ", \"crossovers\": %" PRId64 ", \"mutations\": %" PRId64 ", \"operators\": [",
                settings->algorithm, settings->seed, settings->attributes, settings->population,
                settings->generations, settings->crossovers, settings->mutations);
    add_set(out, settings->operators, "\"", ", ");
    text_format(out,
                "], \"clones\": \"%s\", \"patience\": ", settings->clones ? "allow" : "exclude");
    if (settings->patience > 0)
        text_format(out, "%" PRId64 "},\n", settings->patience);
    else
        text_add_string(out, "null},\n");
}

static void add_members(text *out, const char *const *columns, const double *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        text_format(out, ", \"%s\": ", columns[i]);
        add_number(out, values[i], "null");
    }
}

static void add_generations(text *out, const operator_monitor *monitor) {
    for (size_t g = 0; g < operator_monitor_generations(monitor); g++) {
        const generation_record *record = operator_monitor_generation(monitor, g);
        double values[GENERATION_COLUMNS];
        list_generation_values(values, record);
        text_format(out, "%s\n    {\"generation\": %zu", g > 0 ? "," : "", g);
        add_members(out, generation_columns, values, GENERATION_COLUMNS);
        text_add_string(out, ", \"operators_on\": [");
        add_set(out, record->on, "\"", ", ");
        text_add_string(out, "]}");
    }
}

static void add_operators(text *out, const operator_monitor *monitor) {
    bool first = true;
    for (size_t g = 1; g < operator_monitor_generations(monitor); g++)
        for (int i = 0; i < GROUP_OPERATORS; i++) {
            group_operator maker = (group_operator)i;
            double values[OPERATOR_COLUMNS];
            if (!has_row(monitor, i))
                continue;
            list_operator_values(values, operator_monitor_record(monitor, g, maker), maker);
            text_format(out, "%s\n    {\"generation\": %zu, \"operator\": \"%s\"", first ? "" : ",",
                        g, group_operator_name(maker));
            add_members(out, operator_columns, values, OPERATOR_COLUMNS);
            text_add_string(out, "}");
            first = false;
        }
}

void operator_monitor_print_json(text *out, const operator_monitor *monitor) {
    text_add_string(out, "{\n");
    add_settings(out, operator_monitor_settings_of(monitor));
    text_add_string(out, "  \"generations\": [");
    add_generations(out, monitor);
    text_add_string(out, "\n  ],\n  \"operators\": [");
    add_operators(out, monitor);
    text_add_string(out, "\n  ]\n}\n");
}
