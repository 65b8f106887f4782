/* Progress for programs: every line on stderr is a JSON object. */
#include "progress.h"

#include <math.h>
#include <stdio.h>

static void add_name(FILE *to, const char *name) {
    fprintf(to, ", \"%s\": ", name);
}

static void add_number(FILE *to, const char *name, double number) {
    add_name(to, name);
    if (isfinite(number))
        fprintf(to, "%.10g", number);
    else
        fputs("null", to);
}

/* Negative: not known. */
static void add_count(FILE *to, const char *name, int64_t count) {
    add_name(to, name);
    if (count >= 0)
        fprintf(to, "%lld", (long long)count);
    else
        fputs("null", to);
}

static void add_string(FILE *to, const char *name, const char *string) {
    add_name(to, name);
    if (string)
        command_print_json_string(to, string);
    else
        fputs("null", to);
}

/* What every line about progress has. */
static void begin_line(FILE *to, const char *phase, double done, double best, double bound,
                       double gap, int64_t rows, double seconds) {
    fputs("{\"phase\": ", to);
    command_print_json_string(to, phase);
    add_number(to, "done", done);
    add_number(to, "best", best);
    add_number(to, "bound", bound);
    add_number(to, "gap", gap);
    add_count(to, "rows", rows);
    fprintf(to, ", \"seconds\": %.3f", seconds);
}

static void end_line(FILE *to, bool last) {
    fprintf(to, ", \"ended\": %s}\n", last ? "true" : "false");
    fflush(to);
}

void progress_json_search(const progress *shown, const shoal_progress *line) {
    FILE *to = shown->to;
    char finder[2] = {line->finder, '\0'};
    begin_line(to, "search", line->done, line->best, line->bound, line->gap, shown->rows,
               line->seconds);
    add_count(to, "evaluations", line->evaluations);
    add_string(to, "metric", line->metric);
    add_string(to, "found_by", line->finder == ' ' ? NULL : finder);
    if (line->points >= 0) {
        add_count(to, "points", line->points);
        add_number(to, "hypervolume", line->hypervolume);
    }
    end_line(to, line->last);
}

void progress_json_phase(const progress *shown, const shoal_phase *at) {
    begin_line(shown->to, at->name, at->done, at->best, at->bound, at->gap,
               at->rows >= 0 ? at->rows : shown->rows, at->seconds);
    end_line(shown->to, at->last);
}

void progress_json_note(const progress *shown, const char *sentence) {
    fputs("{\"note\": ", shown->to);
    command_print_json_string(shown->to, sentence);
    fputs("}\n", shown->to);
}

void progress_json_warning(const progress *shown, const shoal_warning *warning) {
    fputs("{\"warning\": ", shown->to);
    command_print_json_string(shown->to, warning->code);
    add_string(shown->to, "attribute", warning->attribute);
    add_string(shown->to, "message", warning->message);
    fprintf(shown->to, ", \"accepted\": %s}\n", warning->accepted ? "true" : "false");
}

void progress_json_summary(const progress *shown, const char *summary) {
    fputs("{\"summary\": ", shown->to);
    command_print_json_string(shown->to, summary);
    fputs("}\n", shown->to);
}
