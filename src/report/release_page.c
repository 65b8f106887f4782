#include "report/release_page.h"
#include "report/public_form.h"

#include <math.h>

bool release_page_hides_rows(const page *of, const result_facts *facts) {
    return of->hidden && public_hides_rows(facts);
}

/* ---- Privacy models ------------------------------------------------------------------------- */

static void add_rules(page *of, const result_facts *facts) {
    static const document_column columns[] = {
        {"model", false}, {"asked", true}, {"found", true}, {"", false}};
    document_table(&of->to, "Required, and found in the written file", columns, 4);
    document_cell(&of->to, "k-anonymity on the quasi-identifiers");
    page_number(of, (double)facts->k, "k");
    page_number(of, facts->released ? (double)facts->recoded->k_eff : NAN, "k_eff");
    document_cell(&of->to, facts->recoded->k_eff >= (uint64_t)facts->k ? "holds" : "does not hold");
    document_end_row(&of->to);
    for (size_t i = 0; i < facts->rule_count; i++) {
        const result_rule *rule = &facts->rules[i];
        document_cell(&of->to,
                      page_print(of, "%s on %s", rule->text,
                                 rule->attribute ? page_shorten(of, rule->attribute, PAGE_VALUE)
                                                 : "the population"));
        page_number(of, rule->asked, "privacy.models.%zu.asked", i);
        page_number(of, rule->found, "privacy.models.%zu.found", i);
        document_cell(&of->to, isnan(rule->found) ? "" : "holds");
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

static void add_models(page *of, const result_facts *facts) {
    bool found = facts->assessed && facts->assessed->sensitive_count > 0;
    if (facts->rule_count == 0 && !found)
        return;
    document_section(&of->to, "models", "Privacy models");
    if (facts->rule_count > 0)
        add_rules(of, facts);
    if (found)
        page_models_found(of, facts->assessed);
}

/* The verdict goes by everything that was found; what follows it in a public report speaks of the
 * release alone. */
static void add_sections(page *made, const result_facts *facts, const release_details *details) {
    if (facts->assessed) {
        page_risk(made, facts->assessed);
        document_section(&made->to, "combinations", "Where the risk comes from");
        page_combinations(made, facts->assessed);
        page_guidance(made, facts->assessed);
    }
    if (facts->released)
        release_page_transformation(made, facts, details);
    add_models(made, facts);
    release_page_search(made, facts, details);
    if (facts->assessed) {
        page_attacks(made, facts->assessed);
        page_linkage(made, facts->assessed);
        page_utility(made, facts->assessed);
    }
    release_page_context(made, facts);
    release_page_audit(made, facts, details);
}

void release_page_print(text *out, const result_facts *facts, const release_details *details) {
    page made = {.hidden = details->public_report,
                 .persons = facts->of_persons,
                 .before = "risk.before.",
                 .after = "risk.after.",
                 .both = "assessment."};
    text result = {0};
    if (!details->public_report)
        result_print_json(&result, facts);
    if (page_result_is_long(&result)) {
        text_free(&result);
        result_print_json_brief(&result, facts);
    }
    page_open(&made, "release",
              details->public_report ? "Release report (public)" : "Release report", &result);
    release_page_verdict(&made, facts, details);
    if (facts->released)
        release_page_limits(&made, facts, details);
    result_facts shown = *facts;
    assessment alone = {0};
    if (made.hidden && facts->assessed) {
        alone = public_assessment(facts->assessed);
        shown.assessed = &alone;
    }
    add_sections(&made, &shown, details);
    page_close(&made, out);
}
