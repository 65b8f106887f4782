#include "attack/attack_warn.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const reached[] = {
    [ATTACK_SINGLING_OUT] = "of the rows single out one person",
    [ATTACK_LINKAGE] = "of the people are linked with their rows",
    [ATTACK_LINKABILITY] = "of the people have their two halves linked",
    [ATTACK_INFERENCE] = "of the people have their value guessed",
    [ATTACK_MEMBERSHIP] = "of the people are recognized as members",
};

static bool same_subject(const attack_figure *one, const attack_figure *other) {
    return one->kind == other->kind &&
           (one->of == other->of || (one->of && other->of && strcmp(one->of, other->of) == 0));
}

static double excess(const attack_figure *of) {
    return of->main.low - of->limit;
}

static bool is_worst(const attack_list *of, size_t place) {
    const attack_figure *each = &of->each[place];
    for (size_t i = 0; i < of->count; i++) {
        const attack_figure *other = &of->each[i];
        if (i == place || !other->succeeds || !same_subject(each, other))
            continue;
        if (excess(other) > excess(each) || (!(excess(other) < excess(each)) && i < place))
            return false;
    }
    return each->succeeds;
}

/* What is reached without the release, or with others; nothing where that was not measured. */
static void say_other(char *out, size_t room, const attack_figure *of) {
    bool controlled = attack_by_control(of);
    const attack_share *other = controlled ? &of->control : &of->baseline;
    *out = '\0';
    if (other->targets > 0)
        snprintf(out, room, " (%.3g %% %s)", 100 * other->share,
                 controlled ? "of people who are not in the release" : "by guessing");
}

/* Where that is why the attack succeeds. */
static void say_certain(char *out, size_t room, const attack_figure *of) {
    *out = '\0';
    if (attack_is_by_certainty(of))
        snprintf(out, room, ", and that of %.3g %% is certain",
                 100 * (double)of->certain / (double)of->main.targets);
}

static void warn_of_overlap(warning_list *to, const attack_overlap *of) {
    if (!attack_overlaps(of))
        return;
    warnings_add(to, warning_control_overlaps, NULL,
                 "%" PRIu64 " of the %" PRIu64 " %s of the control are also in the table%s",
                 of->also, of->people, of->persons ? "persons" : "rows",
                 of->persons ? ": they were left out of the control"
                             : ", so that what attacks reach with them says nothing about people "
                               "who are not");
    warnings_count(to, "people", of->people);
    warnings_count(to, "also", of->also);
}

void attacks_warn(warning_list *to, const attack_list *of) {
    warn_of_overlap(to, &of->overlap);
    for (size_t i = 0; i < of->count; i++) {
        const attack_figure *each = &of->each[i];
        char other[80], certain[80];
        if (!is_worst(of, i))
            continue;
        say_other(other, sizeof other, each);
        say_certain(certain, sizeof certain, each);
        warnings_add(to, warning_attack_succeeds, each->of, "by %s, %.3g %% %s%s%s", each->by,
                     100 * each->main.share, reached[each->kind], other, certain);
        warnings_text(to, "attack", each->name);
        warnings_number(to, "main", each->main.share);
        warnings_number(to, "low", each->main.low);
        warnings_number(to, "limit", each->limit);
    }
}
