/* What an auditor needs to do it again. */
#include "report/release_page.h"

#include <inttypes.h>
#include <stdio.h>

static void add_files(page *of, const result_facts *facts) {
    static const document_column columns[] = {
        {"file", false}, {"name", false}, {"rows", true}, {"fingerprint (SHA-256)", false}};
    document_table(&of->to, "Files", columns, 4);
    document_cell(&of->to, "input");
    document_cell(&of->to, page_path(of, facts->input.path));
    /* A fingerprint lets anybody check a guess of the whole input, and rows tell how few were left
     * out. */
    if (of->hidden) {
        document_cell(&of->to, "–");
        document_cell(&of->to, "not public");
    } else {
        page_count(of, facts->input.rows, "input.rows");
        document_cell(&of->to, facts->input.sha256);
    }
    document_end_row(&of->to);
    if (facts->released) {
        document_cell(&of->to, "release");
        document_cell(&of->to, page_path(of, facts->output.path));
        page_count(of, facts->output.rows, "output.rows");
        document_cell(&of->to, facts->output.sha256);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

static void add_seconds(page *of, const result_facts *facts) {
    static const document_column columns[] = {{"seconds", false}, {"", true}};
    const struct {
        const char *name;
        double value;
    } rows[] = {{"read", facts->seconds.read},     {"search", facts->seconds.search},
                {"write", facts->seconds.write},   {"verify", facts->seconds.verify},
                {"assess", facts->seconds.assess}, {"total", facts->seconds.total}};
    document_table(&of->to, "Time", columns, 2);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].value == 0)
            continue;
        document_cell(&of->to, rows[i].name);
        document_number(&of->to, rows[i].value, page_print(of, "%.3g", rows[i].value),
                        page_key(of, "seconds.%s", rows[i].name));
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

/* What stands in the plan and shows no value. */
static void add_settings(page *of, const result_facts *facts, const release_details *details) {
    static const document_column columns[] = {{"setting", false}, {"", false}};
    char seed[24], threads[16];
    snprintf(seed, sizeof seed, "%" PRIu64, facts->seed);
    snprintf(threads, sizeof threads, "%d", facts->threads);
    document_table(&of->to, "The run", columns, 2);
    page_pair(of, "version", page_print(of, "Shoal %s", shoal_version()));
    page_pair(of, "seed", seed);
    page_pair(of, "threads", threads);
    page_pair(of, "recoding", facts->recoding);
    page_pair(of, "algorithm", facts->algorithm);
    page_pair(of, "metric", facts->metric);
    page_pair(of, "k", page_print(of, "%" PRId64, facts->k));
    page_pair(of, "suppression",
              page_print(of, "at most %s", page_percent(of, facts->suppression)));
    page_pair(of, "domain", details->domain);
    page_pair(of, "missing values", facts->missing);
    document_end_table(&of->to);
}

void release_page_audit(page *of, const result_facts *facts, const release_details *details) {
    document_section(&of->to, "audit", "Audit");
    if (of->hidden)
        document_text(&of->to, TONE_PLAIN,
                      "This is the public report: it says what the release shows. Values, what was "
                      "found in the original or by comparing with it, the command line and the "
                      "plan are left out.");
    else if (details->command)
        document_text(&of->to, TONE_CODE, "%s", details->command);
    add_settings(of, facts, details);
    add_files(of, facts);
    add_seconds(of, facts);
    if (facts->dropped > 0 && of->hidden && facts->dropped < (uint64_t)facts->k)
        document_text(&of->to, TONE_PLAIN, "Rows with missing values were left out.");
    else if (facts->dropped > 0)
        document_text(&of->to, TONE_PLAIN, "%s row%s with missing values left out.",
                      page_whole(of, facts->dropped), facts->dropped == 1 ? " was" : "s were");
    if (facts->assessed)
        page_missing(of, facts->assessed);
    if (!of->hidden && details->plan) {
        document_text(&of->to, TONE_PLAIN, "The plan in effect:");
        document_text(&of->to, TONE_CODE, "%s", details->plan);
    } else if (!of->hidden) {
        document_text(&of->to, TONE_PLAIN,
                      "The plan is not shown: it names something that is not UTF-8.");
    }
}
