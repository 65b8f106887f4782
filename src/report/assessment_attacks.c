/* Measured attacks, as JSON and as lines of the summary. */
#include "report/assessment_parts.h"

#include <inttypes.h>
#include <math.h>

static void print_share(json *out, const char *key, const attack_share *share) {
    if (share->targets == 0) {
        json_null(out, key);
        return;
    }
    json_open(out, key, '{');
    json_unsigned(out, "targets", share->targets);
    json_number(out, "share", share->share);
    json_number(out, "low", share->low);
    json_number(out, "high", share->high);
    json_close(out, '}');
}

static void print_figure(json *out, const attack_figure *each) {
    json_open(out, NULL, '{');
    json_string(out, "name", each->name);
    json_string(out, "of", each->of);
    json_string(out, "by", each->by);
    json_string(out, "not_looked_at", each->none);
    json_unsigned(out, "people", each->people);
    print_share(out, "main", &each->main);
    print_share(out, "control", &each->control);
    print_share(out, "baseline", &each->baseline);
    json_unsigned(out, "certain", each->certain);
    json_unsigned(out, "surer", each->surer);
    json_number(out, "residual", each->residual);
    json_number(out, "limit", each->limit);
    json_boolean(out, "succeeds", each->succeeds);
    json_boolean(out, "undecided", each->undecided);
    json_close(out, '}');
}

void assessment_json_attacks(json *out, const assessment *facts) {
    const attack_list *list = &facts->attacks;
    json_open(out, "attacks", '[');
    for (size_t i = 0; i < list->count; i++)
        print_figure(out, &list->each[i]);
    json_close(out, ']');
    json_string(out, "attacks_not_made", list->none);
    json_boolean(out, "attacks_controlled", list->controlled);
    json_boolean(out, "attacks_sampled", list->sampled);
}

/* ---- The summary ----------------------------------------------------------------------------- */

static const char *words(const attack_figure *of) {
    static const char *const names[] = {
        [ATTACK_SINGLING_OUT] = "singling out", [ATTACK_LINKAGE] = "linkage",
        [ATTACK_LINKABILITY] = "linkability",   [ATTACK_INFERENCE] = "inference of",
        [ATTACK_MEMBERSHIP] = "membership",
    };
    return names[of->kind];
}

static void print_line(text *out, const attack_figure *each) {
    text_format(out, "  %s%s%.60s by %s: ", words(each), each->of ? " " : "",
                each->of ? each->of : "", each->by);
    if (each->none) {
        text_format(out, "not looked at: %s\n", each->none);
        return;
    }
    text_format(out, "%.3g%% (%.3g to %.3g%%)", 100 * each->main.share, 100 * each->main.low,
                100 * each->main.high);
    if (each->control.targets > 0)
        text_format(out, ", control %.3g%% (%.3g to %.3g%%)", 100 * each->control.share,
                    100 * each->control.low, 100 * each->control.high);
    if (each->baseline.targets > 0)
        text_format(out, ", guessing %.3g%%", 100 * each->baseline.share);
    text_add_string(out, each->succeeds    ? "  SUCCEEDS\n"
                         : each->undecided ? "  undecided\n"
                                           : "\n");
}

void assessment_print_attacks(text *out, const assessment *facts) {
    const attack_list *list = &facts->attacks;
    if (!facts->before)
        return;
    text_format(out, "\nmeasured attacks%s%s:\n",
                list->controlled ? "" : ", without people who are not in the release",
                list->sampled ? ", on a sample" : "");
    for (size_t i = 0; i < list->count; i++)
        print_line(out, &list->each[i]);
}
