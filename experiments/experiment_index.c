/* index.html: every experiment with its verdict and the way to its page. */
#include "experiments/experiment.h"

#include <math.h>

static size_t count_figures(const experiment_kind *of) {
    size_t drawn = 0;
    for (const report_figure *each = of->paper->figures; each->id; each++)
        drawn += each->draw && !each->ours;
    return drawn;
}

static verdict_count add_up(const report_entry *entries, size_t count) {
    verdict_count sum = {0};
    for (size_t i = 0; i < count; i++) {
        sum.holds += entries[i].verdicts.holds;
        sum.fails += entries[i].verdicts.fails;
        sum.untested += entries[i].verdicts.untested;
    }
    return sum;
}

static void show_verdict(document *to, const report_entry *entries, size_t count) {
    verdict_count sum = add_up(entries, count);
    text headline = {0};
    report_print_verdict(&headline, &sum);
    static const char *const sentences[] = {
        "Published comparisons of anonymization methods, run again with Shoal, each on the table "
        "that it used.",
        "A claim is a sentence of the paper, or one of ours about its methods; it holds or fails "
        "by numbers that stand beside it.",
        "A claim that fails here may hold elsewhere: papers leave settings open, and each page "
        "says which ones are ours."};
    document_verdict(to, TONE_PLAIN, report_words(to, &headline), sentences, 3);
    text_free(&headline);
}

static void draw_verdicts(document *to, const report_entry *entries, size_t count) {
    static const char *const names[] = {"holds", "fails", "not tested"};
    document_section(to, "overview", "Overview");
    report_open_chart(to, CHART_BARS, "Claims by experiment", "Which claims the numbers confirm.",
                      "experiment", AXIS_CATEGORY, "claims", AXIS_LINEAR);
    for (int which = 0; which < 3; which++) {
        plot bars = {0};
        for (size_t i = 0; i < count; i++) {
            const verdict_count *of = &entries[i].verdicts;
            size_t claims = which == 0 ? of->holds : which == 1 ? of->fails : of->untested;
            plot_add_named(&bars, entries[i].kind->item.name, (double)claims);
        }
        plot_draw(&bars, to, names[which], which == 0);
    }
    document_end_chart(to);
}

static void show_entry(document *to, const report_entry *shown) {
    const shoal_item *item = &shown->kind->item;
    text title = {0}, path = {0}, outcome = {0};
    text_format(&title, "%s: %s", item->name, item->summary);
    text_format(&path, "%s/page.html", item->name);
    report_print_verdict(&outcome, &shown->verdicts);
    document_section(to, item->name, report_words(to, &title));
    document_text(to, TONE_PLAIN, "%s", shown->kind->paper->citation);
    document_text(to, TONE_PLAIN, "%s", shown->kind->paper->question);
    document_text(to, TONE_PLAIN, "%s.", report_words(to, &outcome));
    if (isfinite(shown->seconds)) {
        document_text(to, TONE_PLAIN, "Took %s.", in_seconds(shown->seconds).of);
    }
    text label = {0};
    text_format(&label, "The page of %s: %zu figures and tables of the paper, with its claims",
                item->name, count_figures(shown->kind));
    document_link(to, report_words(to, &path), report_words(to, &label));
    text_free(&title);
    text_free(&path);
    text_free(&outcome);
    text_free(&label);
}

void report_print_index(text *out, const report_entry *entries, size_t count) {
    document made = {0};
    document_open(&made, "index", "Published comparisons, run again");
    show_verdict(&made, entries, count);
    draw_verdicts(&made, entries, count);
    for (size_t i = 0; i < count; i++)
        show_entry(&made, &entries[i]);
    document_close(&made, NULL, out);
}
