#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LIVE_PAUSE 0.1  /* seconds between two states of the live line */
#define PLAIN_PAUSE 1.0 /* and between two heartbeats in a log */
#define CALM_START 0.5  /* a search that is over before leaves no log */
#define PHASE_START 1.0 /* other phases that are over before are not shown */
#define PHASE_PAUSE 5.0 /* between two lines about a phase in a log */
#define LONG_SEARCH 20  /* after which the user is told how to end it */

int progress_open(progress *out, const char *choice) {
    *out = (progress){.to = stderr, .shown = -1, .phase_shown = -1, .rows = -1};
    if (!choice || strcmp(choice, "auto") == 0)
        out->mode = isatty(STDERR_FILENO) ? PROGRESS_LIVE : PROGRESS_CALM;
    else if (strcmp(choice, "plain") == 0)
        out->mode = PROGRESS_PLAIN;
    else if (strcmp(choice, "json") == 0)
        out->mode = PROGRESS_JSON;
    else if (strcmp(choice, "none") == 0)
        out->mode = PROGRESS_NONE;
    else
        return command_usage("--progress is \"%.40s\", but must be auto, plain, json or none",
                             choice);
    return 0;
}

static void share_text(char out[16], double share) {
    if (isnan(share))
        strcpy(out, "-");
    else
        snprintf(out, 16, "%.2f%%", 100 * share);
}

static void value_text(char out[16], double value) {
    if (!isfinite(value))
        strcpy(out, "-");
    else
        snprintf(out, 16, fabs(value) >= 1e4 && fabs(value) < 1e12 ? "%.0f" : "%.4g", value);
}

static void line_format(char *out, size_t size, const shoal_progress *line) {
    char done[16], best[16], bound[16], gap[16], seconds[16];
    share_text(done, line->done);
    value_text(best, line->best);
    value_text(bound, line->points >= 0 ? (double)line->points : line->bound);
    if (line->points >= 0)
        value_text(gap, line->hypervolume);
    else
        share_text(gap, line->gap);
    snprintf(seconds, sizeof seconds, "%.1fs", line->seconds);
    snprintf(out, size, " %c%11lld%8s%13s%13s%10s%9s", line->finder, (long long)line->evaluations,
             done, best, bound, gap, seconds);
}

/* A search with several objectives proves no bound; it has a front, and what that dominates. */
static void print_title(progress *shown, const shoal_progress *line) {
    const char *metric = line->metric;
    bool front = line->points >= 0;
    if (shown->titled)
        return;
    shown->titled = true;
    char best[24];
    bool fits = metric && strlen(metric) <= 8;
    snprintf(best, sizeof best, "%s%.13s", fits ? "best " : "", metric ? metric : "best");
    fprintf(shown->to, "%13s%8s%13s%13s%10s%9s\n", "checked", "done", best,
            front ? "points" : "bound", front ? "volume" : "gap", "time");
}

static void show_live(progress *shown, const shoal_progress *line, const char *words) {
    bool improvement = line->finder != ' ';
    if (!improvement && shown->shown >= 0 && line->seconds - shown->shown < LIVE_PAUSE)
        return;
    print_title(shown, line);
    fprintf(shown->to, "\r%s\033[K%s", words, improvement ? "\n" : "");
    shown->live = !improvement;
    shown->shown = line->seconds;
}

static void show_plain(progress *shown, const shoal_progress *line, const char *words) {
    bool improvement = line->finder != ' ';
    if (!improvement && !line->last && line->seconds - fmax(shown->shown, 0) < PLAIN_PAUSE)
        return;
    print_title(shown, line);
    if (shown->held)
        fprintf(shown->to, "%s\n", shown->held_line);
    shown->held = false;
    fprintf(shown->to, "%s\n", words);
    shown->shown = line->seconds;
}

/* A user who did not expect a long search wants to know how to get something out of it. */
static void advise(progress *shown) {
    if (shown->advised)
        return;
    shown->advised = true;
    progress_close(shown);
    fputs(shown->keep_best
              ? "note: this search has no limit; Ctrl-C ends it with the best release found\n"
              : "note: this search has no limit, and Ctrl-C ends it without a release; with "
                "--keep-best or\n      --time-limit SECONDS a run ends with the best release "
                "found\n",
          shown->to);
}

static void show(const shoal_progress *line, void *user) {
    progress *shown = user;
    char words[sizeof shown->held_line];
    if (shown->mode == PROGRESS_JSON)
        progress_json_search(shown, line);
    if (shown->mode == PROGRESS_JSON || shown->mode == PROGRESS_NONE)
        return;
    line_format(words, sizeof words, line);
    if (shown->mode == PROGRESS_LIVE) {
        show_live(shown, line, words);
    } else if (shown->mode == PROGRESS_CALM && line->seconds < CALM_START) {
        shown->held = shown->held || line->finder != ' ';
        if (line->finder != ' ')
            memcpy(shown->held_line, words, sizeof words);
    } else {
        show_plain(shown, line, words);
    }
    if (line->unlimited && !line->last && line->seconds >= LONG_SEARCH)
        advise(shown);
}

void progress_close(progress *shown) {
    if (shown->live)
        fputs("\r\033[K", shown->to);
    shown->live = false;
}

void progress_summary(const progress *shown, const char *summary, bool taken) {
    if (taken && shown->mode == PROGRESS_JSON)
        progress_json_summary(shown, summary);
    else
        fputs(summary, taken ? shown->to : stdout);
}

/* ---- Other phases ---------------------------------------------------------------------------- */

typedef struct phase_words {
    const char *name;
    const char *words;
} phase_words;

static const char *words_of(const char *name) {
    static const phase_words known[] = {
        {"read", "reading"},
        {"prepare", "preparing hierarchies and classes"},
        {"prove", "seeking a lower bound (Ctrl-C ends this with the release)"},
        {"write", "writing"},
        {"verify", "reading the release back"},
        {"judge", "verifying the release"},
        {"assess", "assessing"},
        {NULL, NULL}};
    for (const phase_words *each = known; each->name; each++)
        if (strcmp(each->name, name) == 0)
            return each->words;
    return name;
}

static void phase_format(char *out, size_t size, const shoal_phase *at) {
    const char *words = words_of(at->name);
    if (at->done > 0 && at->done < 1)
        snprintf(out, size, "%s: %.0f %%, about %.0f s left", words, 100 * at->done,
                 ceil(at->seconds / at->done * (1 - at->done)));
    else if (at->seconds >= PHASE_START)
        snprintf(out, size, "%s: %.0f s", words, at->seconds);
    else
        snprintf(out, size, "%s ...", words);
}

/* Phases that take less than a second are nobody's concern. */
static void show_phase(const shoal_phase *at, void *user) {
    progress *shown = user;
    char words[128];
    if (at->last && at->rows >= 0)
        shown->rows = at->rows;
    if (shown->mode == PROGRESS_JSON)
        progress_json_phase(shown, at);
    if (shown->mode == PROGRESS_JSON || shown->mode == PROGRESS_NONE)
        return;
    if (at->seconds == 0)
        shown->phase_shown = -1;
    if (at->last)
        progress_close(shown);
    /* One that does not say how far it is may say nothing more until its end. */
    bool mute = shown->mode == PROGRESS_LIVE && isnan(at->done);
    if (at->last || (at->seconds < PHASE_START && !mute))
        return;
    phase_format(words, sizeof words, at);
    if (shown->mode == PROGRESS_LIVE) {
        fprintf(shown->to, "\r%s\033[K", words);
        fflush(shown->to);
        shown->live = true;
    } else if (shown->phase_shown < 0 || at->seconds - shown->phase_shown >= PHASE_PAUSE) {
        fprintf(shown->to, "%s\n", words);
        shown->phase_shown = at->seconds;
    }
}

/* ---- Sentences ------------------------------------------------------------------------------- */

static void tell(const char *sentence, void *user) {
    progress *shown = user;
    if (shown->mode == PROGRESS_JSON)
        progress_json_note(shown, sentence);
    if (shown->mode == PROGRESS_JSON || shown->mode == PROGRESS_NONE)
        return;
    progress_close(shown);
    fprintf(shown->to, "note: %s\n", sentence);
}

/* A warning is not progress: it is shown whatever the mode, unless the user has accepted it. */
static void warn(const shoal_warning *warning, void *user) {
    progress *shown = user;
    if (shown->mode == PROGRESS_JSON)
        progress_json_warning(shown, warning);
    if (shown->mode == PROGRESS_JSON || (warning->accepted && shown->mode == PROGRESS_NONE))
        return;
    progress_close(shown);
    fprintf(shown->to, "%s: %s [%s%s]\n", warning->accepted ? "note" : "warning", warning->message,
            warning->code, warning->accepted ? ", accepted" : "");
}

shoal_hooks progress_hooks(progress *shown) {
    return (shoal_hooks){.size = sizeof(shoal_hooks),
                         .progress = show,
                         .note = tell,
                         .user = shown,
                         .cancel = command_cancel_flag(),
                         .warning = warn,
                         .phase = show_phase};
}
