/* Every release that the program makes of a random table is given to another process of it, with
 * the flags that it was made with, alone and beside its original and the mapping: `shoal verify`
 * must not refuse one, whatever the model, the recoding, the domain and the rule for missing
 * values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/random_cases.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_WORDS 64
#define MOST_TEXT 200

static uint64_t seed;
static char program[PATH_MAX];
static char folder[] = "/tmp/property_verify.XXXXXX";

/* ---- Running the program --------------------------------------------------------------------- */

typedef struct words {
    char text[MOST_WORDS][MOST_TEXT];
    size_t count;
} words;

static void say(words *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(words *to, const char *format, ...) {
    va_list arguments;
    assert_true(to->count < MOST_WORDS);
    va_start(arguments, format);
    vsnprintf(to->text[to->count++], MOST_TEXT, format, arguments);
    va_end(arguments);
}

/* The exit code; what it says is left in the file `said` of the folder. */
static int execute(const words *line) {
    char *argv[MOST_WORDS + 2] = {program};
    for (size_t i = 0; i < line->count; i++)
        argv[i + 1] = (char *)line->text[i];
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int said = open("said", O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (said < 0 || dup2(said, STDOUT_FILENO) < 0 || dup2(said, STDERR_FILENO) < 0)
            _exit(126);
        execv(program, argv);
        _exit(127);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

static void fail_line(uint64_t index, const words *line, const char *what, int code) {
    char said[600] = "";
    FILE *file = fopen("said", "r");
    if (file) {
        said[fread(said, 1, sizeof said - 1, file)] = '\0';
        fclose(file);
    }
    print_error("case %llu in %s: %s, exit code %d\n", (unsigned long long)index, folder, what,
                code);
    for (size_t i = 0; i < line->count; i++)
        print_error(" '%s'", line->text[i]);
    fail_msg("%s", said);
}

/* ---- A table --------------------------------------------------------------------------------- */

static uint32_t below(random_stream *draw, uint32_t most) {
    return (uint32_t)random_below(draw, most);
}

/* Quasi-identifiers age, size and zone; sensitive wage and illness. Some are missing. Rows that are
 * dropped for a missing zone may have a wage that is no number. */
static void write_table(random_stream *draw, uint32_t rows, bool numbers) {
    static const char *const zones[] = {"n", "e", "s", "w", "?", ""};
    static const char *const illnesses[] = {"flu", "cold", "gout", "sprain", "NA"};
    FILE *file = fopen("table.csv", "w");
    assert_non_null(file);
    fputs("id,age,size,zone,wage,illness\n", file);
    for (uint32_t row = 0; row < rows; row++) {
        uint32_t zone = below(draw, numbers ? 4 : 6);
        fprintf(file, "%u,%u,%u.5,%s,", row, 20 + below(draw, 12) * 3, 1 + below(draw, 4),
                zones[zone]);
        if (zone == 4 && below(draw, 8) == 0)
            fputs("much", file);
        else if (below(draw, 9) > 0)
            fprintf(file, "%u", 5 * (1 + below(draw, 9)));
        fprintf(file, ",%s\n", illnesses[below(draw, 5) * below(draw, 5) / 4]);
    }
    fclose(file);
}

static void write_file(const char *name, const char *content) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
}

/* They name more values than there are, some twice, and a missing one or none. */
static void write_hierarchies(random_stream *draw) {
    FILE *file = fopen("levels/age.csv", "w");
    assert_non_null(file);
    for (uint32_t age = 15; age < 70; age++)
        fprintf(file, "%u;%u-%u;%s;*\n", age, age / 10 * 10, age / 10 * 10 + 9,
                age < 40 ? "young" : "old");
    fclose(file);
    file = fopen("levels/wage.csv", "w");
    assert_non_null(file);
    for (uint32_t wage = 0; wage < 80; wage++)
        fprintf(file, "%u;%s;*\n", wage, wage < 20 ? "low" : wage < 35 ? "mid" : "high");
    fputs("much;high;*\n10;low;*\n", file);
    if (below(draw, 2))
        fputs("?;none;*\n", file);
    fclose(file);
    write_file("levels/zone.csv", below(draw, 2) ? "n;ne;*\ne;ne;*\ns;sw;*\nw;sw;*\nx;sw;*\n"
                                                 : "n;ne;*\ns;sw;*\nw;sw;*\ne;ne;*\n?;else;*\n");
    write_file("levels/illness.csv",
               below(draw, 2)
                   ? "flu;lung\ncold;lung\ngout;joint\nsprain;joint\nmumps;throat\nflu;lung\n"
                   : "mumps;throat;*\nflu;lung;*\nNA;other;*\ngout;joint;*\nsprain;joint;*\n"
                     "cold;lung;*\n");
}

/* Everybody in the table, and others. */
static void write_population(random_stream *draw) {
    FILE *file = fopen("people.csv", "w");
    assert_non_null(file);
    fputs("age,size,zone\n", file);
    for (uint32_t i = 0; i < 300; i++)
        fprintf(file, "%u,%u.5,%c\n", 20 + below(draw, 12) * 3, 1 + below(draw, 4),
                "nesw"[below(draw, 4)]);
    fclose(file);
}

/* ---- Flags ----------------------------------------------------------------------------------- */

static const char *const recodings[] = {"lattice", "cut", "microaggregation"};
enum { RECODINGS = sizeof recodings / sizeof *recodings };

static const struct model_row {
    const char *form; /* a threshold goes in, of `least` and up to so many `steps` of `step` more */
    double least, step;
    uint32_t steps;
} models[] = {
    {"l-diversity l=%g", 2, 1, 3},
    {"l-diversity l=%g form=entropy", 1.5, 0.25, 6},
    {"l-diversity l=2 form=recursive c=%g", 0.5, 0.5, 6},
    {"t-closeness t=%g", 0.2, 0.1, 6},
    {"t-closeness t=%g distance=ordered", 0.05, 0.05, 8},
    {"t-closeness t=%g distance=hierarchical", 0.1, 0.1, 6},
    {"delta-disclosure delta=%g", 1, 0.5, 4},
    {"beta-likeness beta=%g", 0.5, 0.5, 8},
    {"beta-likeness beta=%g form=enhanced", 0.5, 0.5, 8},
    {"alpha-k alpha=%g", 0.3, 0.1, 7},
    {"k-map k=%g", 2, 1, 20},
    {"delta-presence max=%g", 0.3, 0.1, 7},
};
enum { MODELS = sizeof models / sizeof *models };

/* `model`: its place, or MODELS for none. */
static void say_model(words *to, random_stream *draw, size_t model) {
    static const char *const on[] = {"", " on=wage", " on=illness"};
    if (model == MODELS)
        return;
    const struct model_row *row = &models[model];
    bool of_people = strncmp(row->form, "k-map", 5) == 0 || strncmp(row->form, "delta-p", 7) == 0;
    char rule[MOST_TEXT];
    snprintf(rule, sizeof rule, row->form, row->least + row->step * below(draw, row->steps));
    say(to, "--model");
    say(to, "%s%s", rule, of_people ? "" : on[below(draw, 3)]);
    if (of_people) {
        say(to, "--population");
        say(to, "people.csv");
    }
}

static void say_limits(words *to, random_stream *draw, bool numbers) {
    static const char *const flags[] = {"--max-risk", "--max-average-risk", "--max-uniques"};
    if (below(draw, 3) > 0)
        return;
    uint32_t which = numbers ? 0 : below(draw, 3);
    say(to, "%s", flags[which]);
    say(to, "0.%u", 1 + below(draw, 80));
}

static void say_flags(words *to, random_stream *draw, size_t recoding, size_t model) {
    static const char *const missing[] = {"category", "wildcard", "drop"};
    bool numbers = strcmp(recodings[recoding], "microaggregation") == 0;
    say(to, "--quasi");
    say(to, numbers ? "age,size" : below(draw, 2) ? "age,zone" : "age,size,zone");
    say(to, "--sensitive");
    say(to, "wage,illness");
    say(to, "--identifier");
    say(to, "id");
    say(to, "--recoding");
    say(to, "%s", recodings[recoding]);
    say(to, "--k");
    say(to, "%u", 1 + below(draw, 4));
    say(to, "--hierarchies");
    say(to, "levels");
    say(to, "--threads");
    say(to, "1");
    say(to, numbers ? "--algorithm" : "--evaluations");
    say(to, numbers ? below(draw, 2) ? "mdav" : "vmdav" : "300");
    if (!numbers) {
        say(to, "--suppression");
        say(to, "%u%%", 10 * below(draw, 7));
        say(to, "--domain");
        say(to, below(draw, 2) ? "data" : "hierarchy");
        say(to, "--missing");
        say(to, "%s", missing[below(draw, 3)]);
    }
    if (below(draw, 4) == 0 && !numbers) {
        say(to, "--weights");
        say(to, "age=%u", 1 + below(draw, 5));
    }
    if (below(draw, 4) == 0) {
        say(to, "--finest");
        say(to, "wage=1");
    }
    if (below(draw, 4) == 0) {
        say(to, "--order");
        say(to, "illness=gout|flu|mumps|sprain|cold|NA");
    }
    say_limits(to, draw, numbers);
    say_model(to, draw, model);
    if (below(draw, 3) == 0)
        say_model(to, draw, below(draw, MODELS - 2));
}

/* ---------------------------------------------------------------------------------------------- */

/* Whether there was a release. */
static bool try_case(uint64_t index, size_t recoding, size_t model) {
    random_stream draw = random_open(seed, "verify program", index);
    words flags = {.count = 0};
    write_table(&draw, 20 + below(&draw, 100), strcmp(recodings[recoding], "lattice") != 0);
    write_hierarchies(&draw);
    write_population(&draw);
    say_flags(&flags, &draw, recoding, model);
    words made = {.count = 0}, judged = {.count = 0};
    say(&made, "anonymize");
    say(&made, "table.csv");
    say(&made, "-o");
    say(&made, "safe.csv");
    say(&made, "--progress");
    say(&made, "none");
    say(&made, "--mapping");
    say(&made, "rows.map");
    say(&judged, "verify");
    say(&judged, "safe.csv");
    for (size_t i = 0; i < flags.count; i++) {
        say(&made, "%s", flags.text[i]);
        say(&judged, "%s", flags.text[i]);
    }
    unlink("safe.csv");
    unlink("rows.map");
    int code = execute(&made);
    if (code == 3)
        return false;
    if (code != 0)
        fail_line(index, &made, "there is no release", code);
    code = execute(&judged);
    if (code != 0)
        fail_line(index, &judged, "it is refused", code);
    say(&judged, "--against");
    say(&judged, "table.csv");
    say(&judged, "--mapping");
    say(&judged, "rows.map");
    code = execute(&judged);
    if (code != 0)
        fail_line(index, &judged, "it is refused beside its original", code);
    return true;
}

static bool is_supported(size_t recoding, size_t model) {
    return strcmp(recodings[recoding], "microaggregation") != 0 || model == MODELS ||
           (strncmp(models[model].form, "k-map", 5) != 0 &&
            strncmp(models[model].form, "delta-p", 7) != 0);
}

static void no_release_is_refused(void **state) {
    (void)state;
    size_t released[RECODINGS][MODELS + 1] = {{0}};
    size_t cases = property_cases(390);
    for (uint64_t index = 0; index < cases; index++) {
        size_t recoding = index % RECODINGS, model = index / RECODINGS % (MODELS + 1);
        if (is_supported(recoding, model))
            released[recoding][model] += try_case(index, recoding, model);
    }
    for (size_t r = 0; cases >= 390 && r < RECODINGS; r++)
        for (size_t m = 0; m <= MODELS; m++)
            if (is_supported(r, m) && released[r][m] == 0)
                fail_msg("%s, %s: there was never a release", recodings[r],
                         m < MODELS ? models[m].form : "no model");
}

/* The program that was built with this test, or the one in SHOAL. */
static void find_program(void) {
    const char *given = getenv("SHOAL");
    char own[PATH_MAX - 32] = "";
    if (given) {
        assert_non_null(realpath(given, program));
        return;
    }
    assert_true(readlink("/proc/self/exe", own, sizeof own - 1) > 0);
    for (int up = 0; up < 3; up++)
        *strrchr(own, '/') = '\0';
    snprintf(program, sizeof program, "%s/shoal", own);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_release_is_refused)};
    char back[PATH_MAX + 32];
    seed = property_seed();
    find_program();
    if (access(program, X_OK) != 0) {
        fprintf(stderr, "%s is missing: build it, or set SHOAL\n", program);
        return 1;
    }
    if (!mkdtemp(folder) || chdir(folder) != 0 || mkdir("levels", 0700) != 0)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    snprintf(back, sizeof back, "rm -rf '%s'", folder);
    if (!failed && chdir("/") == 0 && system(back) != 0)
        failed = 1;
    return failed;
}
