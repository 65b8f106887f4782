/* What people state about a release, and what it suppresses: for the file of a review. */
#include "report/release_page.h"

#include <string.h>

static void add_stated(page *of, const char *title, const char *stated) {
    page_pair(of, title, stated ? page_shorten(of, stated, 400) : "not stated");
}

void release_page_context(page *of, const result_facts *facts) {
    static const document_column columns[] = {{"", false}, {"stated", false}};
    static const plan_context nothing = {0};
    const plan_context *stated = facts->context ? facts->context : &nothing;
    document_section(&of->to, "context", "Context of the release");
    document_text(&of->to, TONE_PLAIN,
                  "What the plan states about the release. No program can find it out, and it is "
                  "not checked. This report is evidence for a review; it is no determination.");
    document_table(&of->to, NULL, columns, 2);
    if (of->hidden) {
        add_stated(of, "Purpose", stated->purpose);
        add_stated(of, "Recipients", stated->recipients);
        add_stated(of, "Release", stated->release);
    } else {
#define ADD_STATED(name, title) add_stated(of, title, stated->name);
        PLAN_CONTEXT(ADD_STATED)
#undef ADD_STATED
    }
    document_end_table(&of->to);
}

/* ---- Suppressions ---------------------------------------------------------------------------- */

static void add_household(page *of, const char *name, uint64_t count, const char *key,
                          const result_facts *facts) {
    document_cell(&of->to, name);
    if (of->hidden && count > 0 && count < (uint64_t)facts->k)
        document_cell(&of->to, "fewer than k");
    else
        page_count(of, count, "suppressions.households.%s", key);
    document_end_row(&of->to);
}

void release_page_suppressions(page *of, const result_facts *facts) {
    static const document_column columns[] = {
        {"quasi-identifier", false}, {"suppressed cells", true}, {"of all", true}};
    static const document_column counted[] = {{"households", false}, {"", true}};
    if (facts->suppression_count == 0)
        return;
    document_table(&of->to, "Suppressed cells by variable, those of suppressed rows included",
                   columns, 3);
    for (size_t i = 0; i < facts->suppression_count && i < PAGE_ROWS; i++) {
        const result_suppression *each = &facts->suppressions[i];
        double share = facts->rows > 0 ? (double)each->cells / (double)facts->rows : 0;
        document_cell(&of->to, each->attribute);
        if (release_page_hides_rows(of, facts)) {
            document_cell(&of->to, "not told");
            document_cell(&of->to, "not told");
            document_end_row(&of->to);
            continue;
        }
        page_count(of, each->cells, "suppressions.attributes.%s.cells", each->attribute);
        page_share(of, share, "suppressions.attributes.%s.share", each->attribute);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
    if (!facts->households.known)
        return;
    document_table(&of->to, "Suppressed rows by household", counted, 2);
    if (!release_page_hides_rows(of, facts))
        add_household(of, "in the table", facts->households.all, "all", facts);
    add_household(of, "with a suppressed row", facts->households.some, "some_suppressed", facts);
    add_household(of, "with suppressed rows only", facts->households.whole, "all_suppressed",
                  facts);
    document_end_table(&of->to);
}
