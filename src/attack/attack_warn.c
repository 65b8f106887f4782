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

/* The attack of a kind that is certain of the most people; NULL: none is. What everybody has is
 * known without the release. An attacker who knows plain columns, too, may be certain of people
 * whom k hides, or of a value that l hides. */
static const attack_figure *most_certain(const attack_list *of, attack_kind kind) {
    const attack_figure *most = NULL;
    for (size_t i = 0; i < of->count; i++) {
        const attack_figure *each = &of->each[i];
        bool known = kind == ATTACK_INFERENCE && each->baseline.share >= 1;
        if (each->kind == kind && !each->knows_sensitive && !known && each->certain > 0 &&
            (!most || each->certain > most->certain))
            most = each;
    }
    return most;
}

static void warn_certain(warning_list *to, const attack_figure *of) {
    char what[120] = "are found";
    if (of->of)
        snprintf(what, sizeof what, "have their %.80s known", of->of);
    warnings_add(to, warning_attack_certain, of->of,
                 "by %s, %" PRIu64 " of the %" PRIu64
                 " people who were looked for %s with certainty",
                 of->by, of->certain, of->main.targets, what);
    warnings_text(to, "attack", of->name);
    warnings_count(to, "certain", of->certain);
    warnings_count(to, "of", of->main.targets);
}

/* The attack that links people most surely, if more than the plan accepts; NULL: none does. */
static const attack_figure *most_sure(const attack_list *of) {
    const attack_figure *most = NULL;
    for (size_t i = 0; i < of->count; i++) {
        const attack_figure *each = &of->each[i];
        if (each->kind == ATTACK_LINKAGE && !each->knows_sensitive && each->surer > 0 &&
            (!most || each->surest > most->surest))
            most = each;
    }
    return most;
}

static void warn_surer(warning_list *to, const attack_figure *of) {
    warnings_add(to, warning_attack_surer, NULL,
                 "by %s, %" PRIu64 " of the %" PRIu64
                 " people who were looked for are linked more surely than the plan accepts, with "
                 "a probability of up to %.3g %%",
                 of->by, of->surer, of->main.targets, 100 * of->surest);
    warnings_text(to, "attack", of->name);
    warnings_count(to, "surer", of->surer);
    warnings_count(to, "of", of->main.targets);
    warnings_number(to, "surest", of->surest);
}

static bool is_told(const attack_list *of, const attack_figure *which) {
    for (size_t i = 0; i < of->count; i++)
        if (of->each[i].succeeds && same_subject(&of->each[i], which))
            return true;
    return false;
}

/* Where an attack succeeds as a whole, or a class shares one value, another warning says more. */
static void warn_of_certainty(warning_list *to, const attack_list *of) {
    const attack_figure *linked = most_certain(of, ATTACK_LINKAGE);
    const attack_figure *known = most_certain(of, ATTACK_INFERENCE);
    const attack_figure *sure = linked ? NULL : most_sure(of);
    if (linked && !is_told(of, linked))
        warn_certain(to, linked);
    if (sure && !is_told(of, sure))
        warn_surer(to, sure);
    if (known && !is_told(of, known) &&
        !warnings_has(to, warning_sensitive_single_value, known->of))
        warn_certain(to, known);
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
    warn_of_certainty(to, of);
}
