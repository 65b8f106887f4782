/* Measured attacks on the release. */
#include "report/report_page.h"

#include <math.h>

static const char *const names[] = {
    [ATTACK_SINGLING_OUT] = "Singling out", [ATTACK_LINKAGE] = "Linkage",
    [ATTACK_LINKABILITY] = "Linkability",   [ATTACK_INFERENCE] = "Inference",
    [ATTACK_MEMBERSHIP] = "Membership",
};

static void add_share(page *of, const attack_share *share, size_t place, const char *key) {
    if (share->targets == 0) {
        document_cell(&of->to, "\xe2\x80\x93");
        return;
    }
    document_number(&of->to, share->share,
                    page_print(of, "%s (%s to %s)", page_percent(of, share->share),
                               page_percent(of, share->low), page_percent(of, share->high)),
                    page_key(of, "%sattacks.%zu.%s.share", of->both, place, key));
}

static const char *verdict_of(page *of, const attack_figure *each) {
    if (each->none)
        return page_print(of, "not looked at: %s", each->none);
    if (each->knows_sensitive)
        return "shown, not judged: the attacker knows sensitive values";
    if (isnan(each->limit))
        return "not judged";
    if (attack_is_by_certainty(each))
        return page_print(of, "succeeds: the values of %s are certain",
                          page_percent(of, (double)each->certain / (double)each->main.targets));
    if (each->undecided)
        return page_print(of, "undecided: too few were attacked to tell whether it stays below %s",
                          page_percent(of, each->limit));
    return page_print(of, "%s %s", each->succeeds ? "succeeds: above" : "stays below",
                      page_percent(of, each->limit));
}

static void add_row(page *of, const attack_figure *each, size_t place) {
    document_cell(&of->to, names[each->kind]);
    document_cell(&of->to, each->of ? page_shorten(of, each->of, PAGE_VALUE) : "people");
    document_sentence(&of->to, each->by);
    if (each->none)
        document_cell(&of->to, "\xe2\x80\x93");
    else
        page_count(of, each->main.targets, "%sattacks.%zu.main.targets", of->both, place);
    add_share(of, &each->main, place, "main");
    add_share(of, &each->control, place, "control");
    add_share(of, &each->baseline, place, "baseline");
    document_sentence(&of->to, verdict_of(of, each));
    document_end_row(&of->to);
}

void page_attacks(page *of, const assessment *facts) {
    static const document_column columns[] = {
        {"attack", false}, {"on", false},     {"by", false},      {"attacked", true},
        {"reached", true}, {"control", true}, {"guessing", true}, {"", false}};
    const attack_list *list = &facts->attacks;
    document_section(&of->to, "attacks", "Measured attacks");
    if (list->none) {
        document_text(&of->to, TONE_WARN, "Not looked at: %s.", list->none);
        return;
    }
    document_text(&of->to, TONE_PLAIN,
                  "Each attack was made on people of the original. In brackets: 95 %% confidence "
                  "intervals (Wilson)%s.",
                  list->sampled ? ", for attacks on a sample, too" : "");
    if (!list->controlled)
        document_text(&of->to, TONE_WARN,
                      "There is no control: it was not measured what the same attacks reach with "
                      "people who are not in the release.");
    document_table(&of->to, "What attackers reach", columns, 8);
    for (size_t i = 0; i < list->count; i++)
        add_row(of, &list->each[i], i);
    document_end_table(&of->to);
}
