/* What experiments have in common: claims, sources, and the page that data describes. */
#include "experiments/experiment.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
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

void experiment_add_source(experiment *of, const char *file, const shoal_table *read) {
    for (size_t i = 0; i < of->source_count; i++)
        if (strcmp(of->sources[i].file, file) == 0)
            return;
    assert(of->source_count < EXPERIMENT_MOST_SOURCES);
    experiment_source *added = &of->sources[of->source_count++];
    *added = (experiment_source){.file = file, .rows = read->rows};
    memcpy(added->sha256, read->sha256, sizeof added->sha256);
}

const char *const verdict_words[] = {"not tested", "holds", "fails"};

/* ---- Claims --------------------------------------------------------------------------------- */

void experiment_judge(experiment *of) {
    const claim_test *test = of->kind->claims;
    for (; test->sentence || test->with; test = test->sentence ? test + 1 : test->with) {
        if (!test->sentence || (test->asked && !test->asked(of)))
            continue;
        assert(of->claim_count < EXPERIMENT_MOST_CLAIMS);
        claim *made = &of->claims[of->claim_count++];
        *made = (claim){.sentence = test->sentence, .about = test->about};
        test->judge(made, of, test->with);
    }
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

void claim_decide(claim *judged, bool holds) {
    if (!holds)
        judged->outcome = VERDICT_FAILS;
    else if (judged->outcome == VERDICT_UNTESTED)
        judged->outcome = VERDICT_HOLDS;
}

void claim_say(claim *judged, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_format_list(&judged->detail, format, arguments);
    va_end(arguments);
}

void claim_point(claim *judged, bool holds, const char *format, ...) {
    const text *said = &judged->detail;
    va_list arguments;
    claim_decide(judged, holds);
    if (said->length > 0 && !said->failed && said->bytes[said->length - 1] != ' ')
        claim_say(judged, ", ");
    va_start(arguments, format);
    text_format_list(&judged->detail, format, arguments);
    va_end(arguments);
}

void claim_say_other(claim *judged, bool holds, bool other) {
    claim_say(judged, ". Every child counted, it %s%s: ", other ? "holds" : "fails",
              other == holds ? " too" : "");
}

void claim_bounds(claim *made, const experiment *of, const void *with) {
    (void)with;
    for (size_t i = 0; i < of->groups.count; i++) {
        const trial_group *group = &of->groups.groups[i];
        bool below = group->value.least < group->bound &&
                     !trial_values_agree(group->value.least, group->bound);
        claim_decide(made, !below);
        if (below)
            claim_say(made, "%s at %zu is below; ", group->first->algorithm,
                      group->first->attributes);
    }
    claim_say(made, "%zu searches", of->trials.count);
}

/* ---- The page ------------------------------------------------------------------------------- */

/* Options, as templates name them; with a comma behind the name, thousands are set apart. */
static void add_options(figure_set *to, const experiment *of) {
    const experiment_options *asked = &of->asked;
    int threads = of->pool ? threads_count(of->pool) : 1;
    figure_set_add(to, "seeds", "%" PRId64, asked->seeds);
    figure_set_add(to, "s", "%s", asked->seeds == 1 ? "" : "s");
    figure_set_add(to, "evaluations", "%" PRId64, asked->evaluations);
    figure_set_add(to, "evaluations,", "%s", counted((double)asked->evaluations).of);
    figure_set_add(to, "time_limit", "%g", asked->time_limit);
    figure_set_add(to, "auto_time_limit", "%g", asked->auto_time_limit);
    figure_set_add(to, "quasi_identifiers", "%s",
                   asked->quasi_identifiers ? asked->quasi_identifiers : "");
    figure_set_add(to, "k", "%s", asked->k ? asked->k : "");
    figure_set_add(to, "tables", "%s", asked->tables ? asked->tables : "");
    figure_set_add(to, "threads", "%d thread%s", threads, threads == 1 ? "" : "s");
}

static void add_claims(page *to, const experiment *of) {
    page_columns(to, "claim|verdict|in numbers");
    for (size_t i = 0; i < of->claim_count; i++, page_row(to)) {
        const claim *shown = &of->claims[i];
        page_say(to, BLOCK_CELL, shown->sentence);
        page_cell(to, "**%s**", verdict_words[shown->outcome]);
        page_say(to, BLOCK_CELL, shown->detail.bytes ? shown->detail.bytes : "");
    }
}

static void add_table(page *to, const experiment *of, const char *name, size_t length) {
    const page_table *table = of->kind->page;
    if (length == strlen("claims") && strncmp(name, "claims", length) == 0) {
        add_claims(to, of);
        return;
    }
    while (table->name &&
           (strlen(table->name) != length || strncmp(table->name, name, length) != 0))
        table++;
    assert(table->name);
    table->add(to, of, table->with);
}

/* Adds a line of the template; `before` was the line above it. */
static void add_line(page *to, const experiment *of, const char *line, char before) {
    static const struct {
        const char *mark;
        block_kind kind;
    } marks[] = {{"## ", BLOCK_SECTION},
                 {"### ", BLOCK_HEADING},
                 {"- ", BLOCK_ITEM},
                 {"|", BLOCK_COLUMN},
                 {"", BLOCK_TEXT}};
    size_t i = 0, length = strlen(line);
    if (strncmp(line, "{{", 2) == 0) {
        add_table(to, of, line + 2, length - 4);
        return;
    }
    while (strncmp(line, marks[i].mark, strlen(marks[i].mark)) != 0)
        i++;
    page_say(to, marks[i].kind == BLOCK_COLUMN && before == '|' ? BLOCK_ROW : marks[i].kind,
             line + strlen(marks[i].mark));
}

void experiment_make_page(page *to, const experiment *of) {
    const char *template = experiment_template(of->kind->item.name);
    figure_set figures = {0};
    char before = 0;
    add_options(&figures, of);
    if (of->kind->figures)
        of->kind->figures(&figures, of);
    for (size_t length; *template; template += length + 1) {
        text line = {0}, filled = {0};
        length = strcspn(template, "\n");
        text_add(&line, template, length);
        if (length > 0 && !line.failed) {
            if (strncmp(line.bytes, "{{", 2) == 0)
                text_add_string(&filled, line.bytes);
            else
                figure_set_fill(&filled, &figures, line.bytes);
            if (!filled.failed)
                add_line(to, of, filled.bytes, before);
        }
        before = *template;
        to->failed |= line.failed || filled.failed;
        text_free(&line);
        text_free(&filled);
    }
    text_free(&figures.named);
}

void experiment_print_command(text *out, const experiment *of) {
    figure_set figures = {0};
    text_format(out, "shoal experiment %s --seeds %" PRId64, of->kind->item.name, of->asked.seeds);
    add_options(&figures, of);
    figure_set_fill(out, &figures, of->kind->flags);
    text_free(&figures.named);
    text_add_string(out, of->asked.no_times ? " --no-times" : "");
}

void experiment_print_page(text *out, const experiment *of) {
    page made = {0};
    text_format(out, "# %s: %s\n\nThis page was written by\n\n```sh\n", of->kind->item.name,
                of->kind->item.summary);
    experiment_print_command(out, of);
    text_add_string(out, "\n```\n\nOne line per search is in `results.csv`, the spreads behind "
                         "the tables in `summary.json`.\n\n");
    experiment_make_page(&made, of);
    page_print_markdown(out, &made);
    page_free(&made);
}

void experiment_print_results(text *out, const experiment *of) {
    trial_list_print(out, &of->trials, experiment_shows_times(of));
}

const experiment_output experiment_usual_outputs[] = {
    {"results.csv", experiment_print_results},
    {"summary.json", experiment_print_summary},
    {"page.md", experiment_print_page},
    {EXPERIMENT_REPORT, experiment_print_report},
    {NULL, NULL},
};
