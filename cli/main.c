#include "options.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PART_WIDTH 26 /* of `--version --verbose` */

typedef struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} command;

static const command commands[] = {
    {"inspect", command_inspect, "say what is in a table, and write a plan to start from"},
    {"explore", command_explore, "show what k and suppression cost, and what each column does"},
    {"anonymize", command_anonymize, "turn a table into a k-anonymous release"},
    {"assess", command_assess, "measure risk and utility of any table"},
    {"verify", command_verify, "check that a release meets its requirements"},
    {"hierarchy", command_hierarchy, "build, check or show a generalization hierarchy"},
    {"serve", command_serve, "show all of this as a local page"},
    {"sample", command_sample, "write a synthetic register to experiment with"},
    {"experiment", command_experiment, "repeat the searches of a published comparison"},
    {"list", command_list, "list algorithms, metrics, models, recodings, sources or warnings"},
    {"completion", command_completion, "print a completion script for bash, zsh or fish"},
};
static const size_t command_count = sizeof commands / sizeof *commands;

int command_exit_code(shoal_status status) {
    switch (status) {
    case SHOAL_INTERRUPTED:
        return 130;
    case SHOAL_NO_MEMORY:
        return SHOAL_IO;
    default:
        return (int)status;
    }
}

static bool speaks_json;

void command_speak_json(void) {
    speaks_json = true;
}

static void print_text(const shoal_error *error) {
    fprintf(stderr, "shoal: %s", error->message);
    command_print_remedy(stderr, error);
    fputc('\n', stderr);
}

static void print_json(const shoal_error *error) {
    fputs("{\"error\": ", stderr);
    command_print_json_string(stderr, error->message);
    fputs(", \"code\": ", stderr);
    if (error->code)
        command_print_json_string(stderr, error->code);
    else
        fputs("null", stderr);
    fprintf(stderr, ", \"exit\": %d}\n", command_exit_code(error->status));
}

int command_fail(const shoal_error *error) {
    if (speaks_json)
        print_json(error);
    else
        print_text(error);
    return command_exit_code(error->status);
}

int command_usage(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *message = NULL, *shown = NULL;
    if (vasprintf(&message, format, arguments) >= 0)
        shown = shoal_name_shown(message);
    if (shown && speaks_json) {
        shoal_error error = {.status = SHOAL_USAGE};
        snprintf(error.message, sizeof error.message, "%s", shown);
        print_json(&error);
    } else {
        fprintf(stderr, "shoal: %s\n", shown ? shown : "out of memory");
    }
    shoal_free(shown);
    free(message);
    va_end(arguments);
    return SHOAL_USAGE;
}

static volatile sig_atomic_t interrupted;

static void interrupt(int signal_number) {
    (void)signal_number;
    if (interrupted)
        _exit(130);
    interrupted = 1;
}

const volatile int *command_cancel_flag(void) {
    struct sigaction action = {.sa_handler = interrupt};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &interrupted;
}

static const command *command_find(const char *name) {
    for (size_t i = 0; i < command_count; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static void print_help(FILE *to) {
    fputs("shoal anonymizes a table about people so that it can be shared.\n\n"
          "usage: shoal COMMAND ...\n\n",
          to);
    for (size_t i = 0; i < command_count; i++)
        fprintf(to, "  %-10s  %s\n", commands[i].name, commands[i].summary);
    fputs(
        "\n`shoal COMMAND --help` explains a command, `shoal help NAME` an algorithm, a metric or "
        "a model,\n`shoal --version` prints the version, with `--verbose` what was built in.\n\n"
        "example:\n"
        "  shoal anonymize people.csv --k 5 --quasi age,sex,postcode -o safe.csv\n",
        to);
}

/* Of a command, or with `topics` of whatever `shoal help` explains. */
static int unknown_command(const char *name, bool topics) {
    const char *names[sizeof commands / sizeof *commands + 1];
    for (size_t i = 0; i < command_count; i++)
        names[i] = commands[i].name;
    names[command_count] = NULL;
    const char *nearest = topics ? help_nearest(name, names) : shoal_nearest_name(name, names);
    char *shown = shoal_name_shown(name);
    fprintf(stderr, "shoal: unknown command \"%s\"%s%s%s; the commands are", shown ? shown : "",
            nearest ? " (did you mean " : "", nearest ? nearest : "", nearest ? "?)" : "");
    for (size_t i = 0; i < command_count; i++)
        fprintf(stderr, "%s %s", i ? "," : "", commands[i].name);
    fputc('\n', stderr);
    shoal_free(shown);
    return SHOAL_USAGE;
}

static int help(int argc, char **argv) {
    if (argc == 0) {
        print_help(stdout);
        return SHOAL_OK;
    }
    const command *about = command_find(argv[0]);
    char *asked[] = {argv[0], "--help", argc > 1 ? argv[1] : NULL, NULL};
    if (about)
        return about->run(argc > 1 ? 3 : 2, asked);
    return help_topic(argv[0]) ? SHOAL_OK : unknown_command(argv[0], true);
}

static void complete_command(const char *word, bool with_flags) {
    static const char *const others[] = {"help", "--help", "--version"};
    for (size_t i = 0; i < command_count; i++)
        if (strncmp(commands[i].name, word, strlen(word)) == 0)
            printf("%s\t%s\n", commands[i].name, commands[i].summary);
    for (size_t i = 0; with_flags && i < sizeof others / sizeof *others; i++)
        if (strncmp(others[i], word, strlen(word)) == 0)
            puts(others[i]);
}

/* For the scripts of `shoal completion`: argv holds what follows `shoal` on the command line. */
static int complete(int argc, char **argv) {
    if (argc <= 1) {
        complete_command(argc == 1 ? argv[0] : "", true);
        return SHOAL_OK;
    }
    if (strcmp(argv[0], "help") == 0) {
        complete_command(argv[argc - 1], false);
        help_complete(argv[argc - 1]);
        return SHOAL_OK;
    }
    const command *found = command_find(argv[0]);
    /* The word `complete` before them makes room for one more. */
    argv[-1] = argv[0];
    argv[0] = COMPLETE_WORDS;
    return found ? found->run(argc + 1, argv - 1) : SHOAL_OK;
}

static void print_part(const char *name, int length, const char *what) {
    options_wrap(stdout, what, printf("%-*.*s  ", PART_WIDTH, length, name), PART_WIDTH + 2);
}

static void print_names(const char *list) {
    char names[1000] = "";
    size_t used = 0;
    for (const shoal_item *item = shoal_list(list); item->name && used < sizeof names; item++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used > 0 ? ", " : "",
                                 item->name);
    print_part(list, (int)strlen(list), names);
}

static void print_version(bool verbose) {
    static const char *const lists[] = {"sources", "recodings", "models"};
    printf("shoal %s\n", shoal_version());
    if (!verbose)
        return;
    for (const char *line = shoal_build(); *line;) {
        char what[200];
        size_t name = strcspn(line, "\t");
        size_t length = strcspn(line, "\n");
        snprintf(what, sizeof what, "%.*s", (int)(length - name - 1), line + name + 1);
        print_part(line, (int)name, what);
        line += length + 1;
    }
    char threads[32];
    snprintf(threads, sizeof threads, "POSIX, %ld processors here", sysconf(_SC_NPROCESSORS_ONLN));
    print_part("threads", (int)strlen("threads"), threads);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        print_names(lists[i]);
}

static int dispatch(int argc, char **argv) {
    if (argc < 2) {
        print_help(stderr);
        return SHOAL_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
        return help(argc - 2, argv + 2);
    if (strcmp(name, "complete") == 0)
        return complete(argc - 2, argv + 2);
    if (strcmp(name, "--version") == 0) {
        print_version(argc > 2 && strcmp(argv[2], "--verbose") == 0);
        return SHOAL_OK;
    }
    const command *found = command_find(name);
    return found ? found->run(argc - 1, argv + 1) : unknown_command(name, false);
}

/* A reader that left early, as `head` does, has seen what it wanted. */
static int finish_output(int code) {
    bool failed = fflush(stdout) != 0 || ferror(stdout);
    if (!failed)
        return code;
    if (errno != EPIPE) {
        shoal_error error = {.status = SHOAL_IO};
        snprintf(error.message, sizeof error.message, "cannot write to standard output: %s",
                 strerror(errno));
        (void)command_fail(&error);
    }
    return code == SHOAL_OK ? SHOAL_IO : code;
}

int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_IGN);
    /* Past the largest size allowed, writing then fails as on a full disk. */
    signal(SIGXFSZ, SIG_IGN);
    return finish_output(dispatch(argc, argv));
}
