#include "options.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
    {"sample", command_sample, "write a synthetic register to experiment with"},
    {"experiment", command_experiment, "repeat the searches of a published comparison"},
    {"list", command_list, "list algorithms, metrics, models, recodings, sources or warnings"},
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
    if (speaks_json) {
        shoal_error error = {.status = SHOAL_USAGE};
        vsnprintf(error.message, sizeof error.message, format, arguments);
        print_json(&error);
    } else {
        fputs("shoal: ", stderr);
        vfprintf(stderr, format, arguments);
        fputc('\n', stderr);
    }
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
        "a model,\n`shoal --version` prints the version.\n\n"
        "example:\n"
        "  shoal anonymize people.csv --k 5 --quasi age,sex,postcode -o safe.csv\n",
        to);
}

static int unknown_command(const char *name) {
    const char *names[sizeof commands / sizeof *commands + 1];
    for (size_t i = 0; i < command_count; i++)
        names[i] = commands[i].name;
    names[command_count] = NULL;
    const char *nearest = shoal_nearest_name(name, names);
    fprintf(stderr, "shoal: unknown command \"%s\"%s%s%s; the commands are", name,
            nearest ? " (did you mean " : "", nearest ? nearest : "", nearest ? "?)" : "");
    for (size_t i = 0; i < command_count; i++)
        fprintf(stderr, "%s %s", i ? "," : "", commands[i].name);
    fputc('\n', stderr);
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
    return help_topic(argv[0]) ? SHOAL_OK : unknown_command(argv[0]);
}

static int dispatch(int argc, char **argv) {
    if (argc < 2) {
        print_help(stderr);
        return SHOAL_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
        return help(argc - 2, argv + 2);
    if (strcmp(name, "--version") == 0) {
        printf("shoal %s\n", shoal_version());
        return SHOAL_OK;
    }
    const command *found = command_find(name);
    return found ? found->run(argc - 1, argv + 1) : unknown_command(name);
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
