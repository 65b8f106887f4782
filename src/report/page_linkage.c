/* Record linkage with the original, and the risks that guidance names. */
#include "report/report_page.h"

#include <inttypes.h>
#include <math.h>

/* The result has percentages. */
static void add_linkage_row(page *of, const char *name, const char *key, double before,
                            double after) {
    document_cell(&of->to, name);
    document_number(&of->to, before, page_percent(of, before / 100),
                    page_key(of, "%slinkage.numeric.%s_before", of->both, key));
    document_number(&of->to, after, page_percent(of, after / 100),
                    page_key(of, "%slinkage.numeric.%s", of->both, key));
    document_end_row(&of->to);
}

static void add_numeric(page *of, const assessment_linkage *found) {
    static const document_column columns[] = {
        {"records linked by", false}, {"before", true}, {"after", true}};
    document_table(&of->to, "Linkage of numbers: share of attacked records that were found",
                   columns, 3);
    add_linkage_row(of, "distance, one of the nearest guessed", "guessed_by_distance",
                    found->guessed_by_distance_before, found->guessed_by_distance);
    add_linkage_row(of, "distance, with certainty (dld)", "dld", found->dld_before, found->dld);
    add_linkage_row(of, "probability, one of the likeliest guessed", "guessed_by_probability",
                    found->guessed_by_probability_before, found->guessed_by_probability);
    add_linkage_row(of, "probability, with certainty (pld)", "pld", found->pld_before, found->pld);
    document_end_table(&of->to);
}

static void add_generalized(page *of, const generalized_outcome *found, bool aligned) {
    static const document_column columns[] = {{"", false}, {"found", true}};
    document_table(&of->to,
                   "Linkage by labels: an attacker with the original looks for each person",
                   columns, 2);
#define ROW(name, print, value, key)                                                               \
    document_cell(&of->to, name);                                                                  \
    print(of, value, "%slinkage.generalized." key, of->both);                                      \
    document_end_row(&of->to)
    ROW("records attacked", page_count, found->attacked, "attacked");
    ROW(aligned ? "with their own row among the candidates" : "with candidates", page_count,
        found->found, "found");
    ROW(aligned ? "with their own row as the only candidate" : "with one candidate", page_count,
        found->certain, "certain");
    ROW(aligned ? "records that are published" : "that a published row covers", page_count,
        found->published, "published");
    ROW(aligned ? "share of correct guesses, of the published"
                : "share of correct guesses at worst, of these",
        page_share, found->expected, "expected");
    ROW("share of correct guesses, of all attacked", page_share, found->expected_all,
        "expected_all");
    if (found->overlapping && isfinite(found->narrowest)) {
        ROW("share of correct guesses in the class that the fewest people fit, of the published",
            page_share, found->narrowest, "narrowest");
    }
    ROW("highest probability of a correct guess", page_share, found->largest, "largest");
    ROW("fewest candidates", page_count, found->fewest, "fewest");
    ROW("mean number of candidates", page_number, found->candidates, "candidates");
#undef ROW
    document_end_table(&of->to);
}

/* What the attack takes into account where classes overlap, and what it does not. */
static void say_overlap(page *of, const generalized_outcome *found) {
    if (!found->overlapping)
        return;
    document_text(
        &of->to, TONE_PLAIN,
        "Classes overlap: some people fit the labels of several. Their candidates are the rows of "
        "all these classes%s. Not counted is what follows from how labels are made: a range begins "
        "and ends with values of its rows, and a group is the lowest one that has them all, so "
        "that a class can be known to contain a person with such a value. This, and anything else "
        "that tells the right class, leads to the marketer risk and no further.",
        found->excluded ? ", except those that they cannot be in, given that everybody has a row"
                        : "");
}

void page_linkage(page *of, const assessment *facts) {
    const assessment_linkage *found = &facts->linkage;
    if (!facts->before)
        return;
    document_section(&of->to, "linkage", "Record linkage with the original");
    if (facts->apart)
        document_text(&of->to, TONE_WARN, "Rows cannot be matched to people: %s.", facts->apart);
    if (found->generalized_none)
        document_text(&of->to, TONE_PLAIN, "Labels were not attacked: %s.",
                      found->generalized_none);
    else
        add_generalized(of, &found->generalized, facts->aligned);
    say_overlap(of, &found->generalized);
    if (found->numeric_none)
        document_text(&of->to, TONE_PLAIN, "Numbers were not attacked: %s.", found->numeric_none);
    else
        add_numeric(of, found);
    if (found->risk_is_marketer && !(found->generalized_none && found->numeric_none))
        document_text(&of->to, TONE_WARN,
                      "An attacker who knows everybody's class links %s, the marketer risk. That "
                      "is more than these attacks, and it is the risk of this table.",
                      page_percent(of, found->risk));
}

/* ---- Guidance ------------------------------------------------------------------------------- */

static const char *threshold_source(const assessment *facts) {
    for (size_t i = 0; i < RISK_THRESHOLDS; i++)
        if (fabs(facts->threshold_value - (double)risk_thresholds[i].units / 1e9) < 1e-12)
            return risk_thresholds[i].source;
    return "given by the plan";
}

/* "By quasi-identifiers and plain columns, 33 % were reached (guessing: 12 %). " Of the attacks of
 * a kind the one that reaches most; empty: none was made. */
static const char *attack_words(page *of, const attack_list *attacks, attack_kind kind) {
    const attack_figure *most = NULL;
    for (size_t i = 0; i < attacks->count; i++) {
        const attack_figure *each = &attacks->each[i];
        if (each->kind == kind && !each->none && !each->knows_sensitive && each->main.targets > 0 &&
            (!most || each->main.share > most->main.share))
            most = each;
    }
    if (!most)
        return "";
    return page_print(
        of, " Measured attack by %s%s%s: %s%s.", most->by, most->of ? " on " : "",
        most->of ? page_shorten(of, most->of, PAGE_VALUE) : "", page_percent(of, most->main.share),
        most->baseline.targets > 0
            ? page_print(of, ", by guessing %s", page_percent(of, most->baseline.share))
            : "");
}

static const char *singling_out(page *of, const assessment *facts) {
    const assessment_table *after = &facts->table;
    if (!facts->before)
        return page_print(
            of,
            "%s of %s %s are unique on their quasi-identifiers; the smallest class has %s of them.",
            page_whole(of, after->sample_uniques),
            page_whole(of, of->persons ? after->persons : after->rows), page_members(of, 2),
            page_whole(of, after->k));
    return page_print(
        of,
        "%s %s are unique on their quasi-identifiers (%s before); the smallest class has %s of "
        "them.",
        page_whole(of, after->sample_uniques), page_members(of, after->sample_uniques),
        page_whole(of, facts->before->sample_uniques), page_whole(of, after->k));
}

static const char *linkability(page *of, const assessment *facts) {
    const assessment_linkage *linkage = &facts->linkage;
    double largest = assessment_largest_risk(facts);
    if (facts->before && !linkage->generalized_none)
        return page_print(of,
                          "An attacker with the original quasi-identifiers is expected to link %s "
                          "of the rows correctly, and no single row with a probability above %s.",
                          page_percent(of, linkage->risk), page_percent(of, largest));
    return page_print(of,
                      "An attacker who knows a person's quasi-identifiers finds the right row with "
                      "probability at most %s, %s on average.",
                      page_percent(of, largest),
                      page_percent(of, facts->table.risk.prosecutor.average));
}

/* "illness: at least 2 distinct values in a class, and t = 0.3. " */
static void add_figures(text *to, page *of, const assessment *facts,
                        const assessment_model *model) {
    const char *between = ": ";
    text_add_string(to, page_shorten(of, model->attribute, PAGE_VALUE));
    for (size_t f = 0; f < facts->figure_count; f++) {
        const privacy_figure *figure = &facts->figures[f];
        double found = model->found[f];
        if (!figure->brief)
            continue;
        if (figure->counts_values)
            text_format(to, "%sat least %s distinct value%s in a class", between,
                        page_figure(of, found), found == 1 ? "" : "s");
        else
            text_format(to, "%s%s = %s", between, figure->title, page_figure(of, found));
        between = ", and ";
    }
    text_add_string(to, ". ");
}

static const char *inference(page *of, const assessment *facts) {
    text made = {0};
    if (facts->sensitive_count == 0)
        text_add_string(&made, "No sensitive attribute is named, so nothing is measured.");
    for (size_t i = 0; i < facts->sensitive_count && i < 3; i++)
        add_figures(&made, of, facts, &facts->table.models[i]);
    if (facts->sensitive_count > 3)
        text_format(&made, "%zu more under privacy models.", facts->sensitive_count - 3);
    return page_keep(of, &made);
}

void page_guidance(page *of, const assessment *facts) {
    static const document_column columns[] = {{"risk", false}, {"what was found", false}};
    document_section(&of->to, "guidance", "Risks named by guidance");
    document_text(&of->to, TONE_PLAIN,
                  "The three risks of opinion 05/2014 of the Article 29 Working Party on "
                  "anonymisation techniques, and what this report says about each.");
    document_table(&of->to, NULL, columns, 2);
    const attack_list *attacks = &facts->attacks;
    page_pair(of, "Singling out: can one person's row be isolated?",
              page_print(of, "%s%s", singling_out(of, facts),
                         attack_words(of, attacks, ATTACK_SINGLING_OUT)));
    page_pair(of, "Linkability: can rows about one person be linked?",
              page_print(of, "%s%s%s", linkability(of, facts),
                         attack_words(of, attacks, ATTACK_LINKAGE),
                         attack_words(of, attacks, ATTACK_LINKABILITY)));
    page_pair(
        of, "Inference: can a person's value be deduced?",
        page_print(of, "%s%s", inference(of, facts), attack_words(of, attacks, ATTACK_INFERENCE)));
    document_end_table(&of->to);
    double largest = facts->table.risk.prosecutor.largest;
    bool above = facts->table.risk.prosecutor.above > 0;
    document_text(&of->to, above ? TONE_WARN : TONE_GOOD,
                  "Threshold %s%s (%s): the largest risk of a published %s is %s, %s.",
                  page_percent(of, facts->threshold_value),
                  facts->threshold_given ? "" : ", the default", threshold_source(facts),
                  page_members(of, 1), page_percent(of, largest),
                  above ? "which is above it" : "which is not above it");
}
