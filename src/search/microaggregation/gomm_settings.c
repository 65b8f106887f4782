#include "search/microaggregation/gomm_settings.h"

#include "search/driver/parameter_ranges.h"

#include <assert.h>
#include <string.h>

#define MOST_CHROMOSOMES ((int64_t)1 << 20)
#define ALL_OPERATORS (((operator_set)1 << GROUP_OPERATORS) - 1)

static shoal_status unknown_operator(const char *name, size_t length, shoal_error *error) {
    return status_refuse(
        error, SHOAL_USAGE, "setting_invalid", "search.NAME",
        "search.operators names '%.*s'; it must be all, or some of crossover, "
        "group-create, group-eliminate, group-split, element-swap and element-move, "
        "joined by +",
        (int)(length < 30 ? length : 30), name);
}

static shoal_status read_operators(operator_set *out, const char *given, shoal_error *error) {
    *out = strcmp(given, "all") == 0 ? ALL_OPERATORS : 0;
    while (*out != ALL_OPERATORS) {
        size_t length = strcspn(given, "+");
        operator_set found = 0;
        for (int i = 0; i < GROUP_OPERATORS; i++) {
            const char *name = group_operator_name((group_operator)i);
            if (strlen(name) == length && memcmp(name, given, length) == 0)
                found = (operator_set)1 << i;
        }
        if (!found)
            return unknown_operator(given, length, error);
        *out |= found;
        given += length;
        if (*given++ == '\0')
            break;
    }
    return SHOAL_OK;
}

static shoal_status read_clones(bool *out, const char *given, shoal_error *error) {
    *out = strcmp(given, "allow") == 0;
    if (*out || strcmp(given, "exclude") == 0)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                         "search.clones is '%.40s'; it must be exclude or allow", given);
}

shoal_status gomm_settings_read(operator_monitor_settings *out, const search *run,
                                shoal_error *error) {
    int64_t most = MOST_CHROMOSOMES;
    *out = (operator_monitor_settings){
        .algorithm = run->algorithm->name, .seed = run->seed, .attributes = run->attributes};
    STATUS_TRY(range_integer(&out->population, run, "population", 1, most, error));
    STATUS_TRY(range_integer(&out->generations, run, "generations", 1, most, error));
    STATUS_TRY(range_integer(&out->crossovers, run, "crossovers", 0, most, error));
    STATUS_TRY(range_integer(&out->mutations, run, "mutations", 0, most, error));
    STATUS_TRY(read_operators(&out->operators, search_text(run, "operators"), error));
    STATUS_TRY(read_clones(&out->clones, search_text(run, "clones"), error));
    if (search_text(run, "patience"))
        STATUS_TRY(range_integer(&out->patience, run, "patience", 1, most, error));
    if (out->crossovers == 0 && out->mutations == 0)
        return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                             "search.crossovers and search.mutations are both 0; %s needs children",
                             run->algorithm->name);
    return SHOAL_OK;
}

void gomm_settings_share(const operator_monitor_settings *settings,
                         size_t children[GROUP_OPERATORS]) {
    assert(settings->operators != 0 && settings->crossovers >= 0 && settings->mutations >= 0);
    size_t crossed = 2 * (size_t)settings->crossovers, mutated = (size_t)settings->mutations;
    size_t total = crossed + (GROUP_OPERATORS - 1) * mutated;
    size_t sharing = (size_t)__builtin_popcount(settings->operators), sharers = 0;
    for (int i = 0; i < GROUP_OPERATORS; i++) {
        if (settings->operators == ALL_OPERATORS)
            children[i] = i == GROUP_CROSSOVER ? crossed : mutated;
        else if (settings->operators >> i & 1)
            children[i] = total / sharing + (sharers++ < total % sharing);
        else
            children[i] = 0;
    }
}
