#include "experiments/experiment.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void report_open_chart(document *to, chart_kind kind, const char *title, const char *says,
                       const char *x, axis_scale x_scale, const char *y, axis_scale y_scale) {
    document_chart(to, kind, title, says, (document_axis){x, x_scale}, (document_axis){y, y_scale});
}

/* ---- Verdicts ------------------------------------------------------------------------------- */

verdict_count report_count(const experiment *of) {
    verdict_count out = {0};
    for (size_t i = 0; i < of->claim_count; i++) {
        verdict each = of->claims[i].outcome;
        out.holds += each == VERDICT_HOLDS;
        out.fails += each == VERDICT_FAILS;
        out.untested += each == VERDICT_UNTESTED;
    }
    return out;
}

void report_print_verdict(text *out, const verdict_count *shown) {
    size_t tested = shown->holds + shown->fails;
    text_format(out, "%zu of %zu claims hold", shown->holds, tested);
    if (shown->fails > 0)
        text_format(out, ", %zu fail%s", shown->fails, shown->fails == 1 ? "s" : "");
    if (shown->untested > 0)
        text_format(out, "; %zu %s not tested with these settings", shown->untested,
                    shown->untested == 1 ? "was" : "were");
}

#define NAMED_FAILURES 4

static void print_failures(text *out, const experiment *of, size_t fails) {
    size_t named = 0;
    for (size_t i = 0; i < of->claim_count && named < NAMED_FAILURES; i++) {
        const claim *each = &of->claims[i];
        if (each->outcome != VERDICT_FAILS)
            continue;
        text_add_string(out, named++ ? "; " : "Not seen here: ");
        page_plain(out, each->sentence);
    }
    if (fails > named)
        text_format(out, "; and %zu more", fails - named);
    text_add_string(out, named ? "." : "None of those tested fails.");
}

static document_tone tone_of(const verdict_count *counted) {
    if (counted->holds + counted->fails == 0)
        return TONE_PLAIN;
    return counted->fails == 0 ? TONE_GOOD : counted->holds == 0 ? TONE_BAD : TONE_WARN;
}

static void show_verdict(document *to, const experiment *of) {
    const experiment_paper *paper = of->kind->paper;
    verdict_count counted = report_count(of);
    text headline = {0}, asked = {0}, failures = {0};
    report_print_verdict(&headline, &counted);
    text_format(&asked, "The question: %s The paper: %s", paper->question, paper->citation);
    print_failures(&failures, of, counted.fails);
    const char *const sentences[] = {report_words(to, &asked), report_words(to, &failures),
                                     paper->caveat};
    document_verdict(to, tone_of(&counted), report_words(to, &headline), sentences,
                     paper->caveat ? 3 : 2);
    text_free(&headline);
    text_free(&asked);
    text_free(&failures);
}

/* ---- Claims --------------------------------------------------------------------------------- */

static void show_claim(document *to, const claim *shown) {
    text sentence = {0}, detail = {0};
    page_plain(&sentence, shown->sentence);
    page_plain(&detail, shown->detail.bytes ? shown->detail.bytes : "");
    document_claim(to, report_words(to, &sentence),
                   shown->outcome ? verdict_words[shown->outcome] : "untested",
                   report_words(to, &detail));
    text_free(&sentence);
    text_free(&detail);
}

static void show_claims_on(document *to, const experiment *of, const report_figure *figure) {
    for (size_t i = 0; i < of->claim_count; i++)
        if (claim_is_about(&of->claims[i], figure->id))
            show_claim(to, &of->claims[i]);
}

/* ---- Figures -------------------------------------------------------------------------------- */

static void list_figures(document *to, const experiment *of) {
    static const document_column columns[] = {
        {"in the paper", false}, {"what it shows", false}, {"here", false}};
    document_section(to, "figures", "Figures and tables of the paper");
    document_table(to, NULL, columns, 3);
    for (const report_figure *each = of->kind->paper->figures; each->id; each++) {
        document_cell(to, each->name);
        document_cell(to, each->shows);
        document_cell(to, each->draw ? "drawn below, under its name" : each->says);
        document_end_row(to);
    }
    document_end_table(to);
}

static void show_figure(document *to, const experiment *of, const report_figure *shown) {
    document_section(to, shown->id, shown->name);
    document_text(to, TONE_PLAIN, "It shows %s.", shown->shows);
    document_text(to, TONE_PLAIN, "%s%s", shown->ours ? "" : "The paper: ", shown->says);
    shown->draw(to, of, shown);
    show_claims_on(to, of, shown);
}

/* ---- Audit ---------------------------------------------------------------------------------- */

static void show_fact(document *to, const char *name, const char *format, ...) STATUS_PRINTF(3, 4);

static void show_fact(document *to, const char *name, const char *format, ...) {
    char value[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    document_cell(to, name);
    document_cell(to, value);
    document_end_row(to);
}

static void show_audit(document *to, const experiment *of) {
    static const document_column columns[] = {{"", false}, {"", false}};
    text command = {0};
    document_section(to, "audit", "How to repeat it");
    experiment_print_command(&command, of);
    document_text(to, TONE_CODE, "%s", report_words(to, &command));
    document_table(to, NULL, columns, 2);
    show_fact(to, "version", "shoal %s", shoal_version());
    show_fact(to, "seeds", "1 to %lld", (long long)of->asked.seeds);
    show_fact(to, "searches", "%zu", of->trials.count);
    if (!of->asked.no_times) {
        show_fact(to, "seconds in all", "%.0f", of->seconds);
        show_fact(to, "threads", "%d", threads_count(of->pool));
    }
    for (size_t i = 0; i < of->source_count; i++)
        show_fact(to, of->sources[i].file, "%" PRIu64 " rows, SHA-256 %s", of->sources[i].rows,
                  of->sources[i].sha256);
    document_end_table(to);
    document_text(to, TONE_PLAIN,
                  "The numbers behind the charts are in the CSV files that the same command "
                  "writes beside this page, and those of the claims in summary.json.");
    text_free(&command);
}

/* ---- The page ------------------------------------------------------------------------------- */

static void show_all(document *to, const experiment *of, const page *blocks) {
    show_verdict(to, of);
    page_show(to, blocks, "Set-up");
    list_figures(to, of);
    for (const report_figure *each = of->kind->paper->figures; each->id; each++)
        if (each->draw)
            show_figure(to, of, each);
    document_section(to, "claims", "All claims");
    for (size_t i = 0; i < of->claim_count; i++)
        show_claim(to, &of->claims[i]);
    page_show(to, blocks, NULL);
    show_audit(to, of);
}

void experiment_print_report(text *out, const experiment *of) {
    document made = {0};
    page blocks = {0};
    text title = {0}, summary = {0};
    text_format(&title, "%s: %s", of->kind->item.name, of->kind->item.summary);
    experiment_make_page(&blocks, of);
    experiment_print_summary(&summary, of);
    document_open(&made, "experiment", title.failed ? "" : title.bytes);
    made.out.out.failed |= title.failed;
    show_all(&made, of, &blocks);
    document_close(&made, report_words(&made, &summary), out);
    text_free(&title);
    text_free(&summary);
    page_free(&blocks);
}
