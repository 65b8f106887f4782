/* What experiments have in common. */
#include "experiments/experiment.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const experiment_kind *const experiment_kinds[] = {&experiment_kgen,        &experiment_run2011,
                                                   &experiment_lunacek2006, &experiment_dewri2009,
                                                   &experiment_balasch2010, NULL};

/* ---- For the experiments -------------------------------------------------------------------- */

bool experiment_shows_times(const experiment *of) {
    return of->kind->timed && !of->asked.no_times;
}

shoal_status experiment_check_cancel(const experiment *of, shoal_error *error) {
    if (!of->hooks.cancel || !*of->hooks.cancel)
        return SHOAL_OK;
    return status_fail(error, SHOAL_INTERRUPTED, "interrupted; nothing of %s was written",
                       of->kind->item.name);
}

void experiment_note(const experiment *of, const char *format, ...) {
    char sentence[SHOAL_MESSAGE_SIZE];
    va_list arguments;
    if (!of->hooks.note)
        return;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    of->hooks.note(sentence, of->hooks.user);
}

claim *experiment_claim_on(experiment *of, const char *figures, const char *sentence) {
    claim *made = &of->claims[of->claim_count++];
    *made = (claim){.sentence = sentence, .about = figures};
    return made;
}

claim *experiment_claim(experiment *of, const char *sentence) {
    return experiment_claim_on(of, NULL, sentence);
}

bool claim_is_about(const claim *judged, const char *figure) {
    size_t length = strlen(figure);
    for (const char *at = judged->about; at && *at;) {
        size_t word = strcspn(at, " ");
        if (word == length && memcmp(at, figure, length) == 0)
            return true;
        at += word + strspn(at + word, " ");
    }
    return false;
}

static bool is_source(const experiment *of, const char *file) {
    for (size_t i = 0; i < of->source_count; i++)
        if (strcmp(of->sources[i].file, file) == 0)
            return true;
    return false;
}

void experiment_add_source(experiment *of, const char *file, const shoal_table *read) {
    if (is_source(of, file) || of->source_count == EXPERIMENT_MOST_SOURCES)
        return;
    experiment_source *added = &of->sources[of->source_count++];
    *added = (experiment_source){.file = file, .rows = read->rows};
    memcpy(added->sha256, read->sha256, sizeof added->sha256);
}

void claim_decide(claim *judged, bool holds) {
    if (!holds)
        judged->outcome = VERDICT_FAILS;
    else if (judged->outcome == VERDICT_UNTESTED)
        judged->outcome = VERDICT_HOLDS;
}

/* ---- What is written ------------------------------------------------------------------------ */

const experiment_output experiment_usual_outputs[] = {
    {"results.csv", experiment_print_results},
    {"summary.json", experiment_print_summary},
    {"page.md", experiment_print_page},
    {EXPERIMENT_REPORT, experiment_print_report},
    {NULL, NULL},
};

void experiment_print_results(text *out, const experiment *of) {
    trial_list_print(out, &of->trials, experiment_shows_times(of));
}

void experiment_print_command(text *out, const experiment *of) {
    text_format(out, "shoal experiment %s --seeds %lld", of->kind->item.name,
                (long long)of->asked.seeds);
    of->kind->print_flags(out, of);
    text_add_string(out, of->asked.no_times ? " --no-times" : "");
}

void experiment_print_page(text *out, const experiment *of) {
    text_format(out, "# %s: %s\n\n", of->kind->item.name, of->kind->item.summary);
    text_add_string(out, "This page was written by\n\n```sh\n");
    experiment_print_command(out, of);
    text_add_string(out, "\n```\n\nOne line per search is in `results.csv`, the spreads behind "
                         "the tables in `summary.json`.\n\n");
    of->kind->print_page(out, of);
}
