#include "options.h"
#include "server/server.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define USUAL_UPLOAD_LIMIT ((uint64_t)8 << 30)
#define MOST_JOBS 16

static const flag own_flags[] = {
    {.name = "port", .value = "N", .summary = "where to listen (default: a port that is free)"},
    {.name = "open", .summary = "open the page in the browser"},
    {.name = "project",
     .value = "DIR",
     .summary = "the project's folder (default: NAME.project beside INPUT)"},
    {.name = "folder", .value = "DIR", .summary = "offer the tables below this folder"},
    {.name = "upload-limit",
     .value = "SIZE",
     .summary = "the largest file that the page may hand over, such as 500M (default 8G)"},
    {.name = "jobs", .value = "N", .summary = "searches that run at a time (default 2)"},
    {.name = "memory",
     .value = "SIZE",
     .summary = "what all searches together may remember, such as 2G (default: as plans say)"},
    {.name = "listen",
     .value = "ADDRESS",
     .summary = "another address than 127.0.0.1, only with --token-file: it is plain HTTP, for use "
                "behind a proxy"},
    {.name = "token-file",
     .value = "FILE",
     .summary = "the token, at least 32 letters and digits, in a file that only you may read "
                "(default: a new one each time)"},
    {.name = NULL}};

static const usage shape = {
    .command = "serve",
    .synopsis = "serve [INPUT | PROJECT-DIR] [--port N] [--open] [flags]",
    .description = "Opens a local page on which a table is inspected, anonymized, compared and "
                   "released. Prints the\nURL of the page, with a token without which nothing is "
                   "answered, and runs until Ctrl-C. Nothing\nleaves this machine: it listens on "
                   "127.0.0.1. What is decided and released is kept in the\nproject's folder, "
                   "which the other commands can use as it is.\n",
    .flags = own_flags,
    .examples = "  shoal serve people.csv --open\n"
                "  shoal serve people.project\n"
                "  shoal serve --folder tables --port 8080\n"};

#ifdef SHOAL_HAS_SERVER

/* A number of bytes, with K, M, G or T for powers of 1,024. */
static int take_size(const options *given, const char *name, uint64_t fallback, int64_t *out) {
    static const char units[] = "KMGT";
    const char *value = options_value(given, name);
    *out = (int64_t)fallback;
    if (!value)
        return 0;
    char *end;
    errno = 0;
    unsigned long long number = value[0] >= '0' && value[0] <= '9' ? strtoull(value, &end, 10) : 0;
    const char *unit = number > 0 && *end ? strchr(units, *end & ~0x20) : NULL;
    unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    if (number == 0 || errno != 0 || (*end && (!unit || end[1])) ||
        number > (uint64_t)INT64_MAX >> shift)
        return command_usage("--%s is \"%.40s\", but must be a size such as 500M or 8G", name,
                             value);
    *out = (int64_t)(number << shift);
    return 0;
}

static int take_options(server_options *out, const options *given) {
    uint64_t port, jobs;
    int code = options_number(given, "port", 0, 65535, 0, &port);
    if (code == 0)
        code = options_number(given, "jobs", 1, MOST_JOBS, 0, &jobs);
    if (code == 0)
        code = take_size(given, "upload-limit", USUAL_UPLOAD_LIMIT, &out->upload_limit);
    if (code == 0)
        code = take_size(given, "memory", 0, &out->memory);
    if (code != 0)
        return code;
    out->port = (unsigned)port;
    out->jobs = (int)jobs;
    out->address = options_value(given, "listen");
    out->token_file = options_value(given, "token-file");
    out->project = options_value(given, "project");
    out->folder = options_value(given, "folder");
    out->open = options_has(given, "open");
    if (out->address && !out->token_file)
        return command_usage("--listen needs --token-file: others could reach the page, and the "
                             "token is to come from a file that only you may read");
    return 0;
}

static bool is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool is_empty(const char *path) {
    DIR *list = opendir(path);
    if (!list)
        return false;
    size_t found = 0;
    while (readdir(list))
        found++;
    closedir(list);
    return found <= 2; /* itself and the one above */
}

static bool has_plan(const char *folder) {
    char *path;
    if (asprintf(&path, "%s/plan.yaml", folder) < 0)
        return false;
    bool found = access(path, F_OK) == 0;
    free(path);
    return found;
}

/* people.csv.gz becomes people.project, beside it. Tables of databases have no folder. To be freed;
 * NULL: none, or out of memory. */
static char *project_beside(const char *input) {
    const char *slash = strrchr(input, '/');
    const char *name = slash ? slash + 1 : input;
    size_t stem = strcspn(name + (*name == '.'), ".") + (*name == '.');
    char *made;
    if (strchr(input, ':') ||
        asprintf(&made, "%.*s%.*s.project", (int)(name - input), input, (int)stem, name) < 0)
        return NULL;
    return made;
}

/* Patterns and tables of databases are looked for when they are opened. */
static bool is_missing(const char *input) {
    return !strpbrk(input, ":*?[") && access(input, F_OK) != 0;
}

/* Settles what INPUT is. `*made` is to be freed. */
static int take_word(server_options *out, const char *word, char **made) {
    if (strcmp(word, "-") == 0)
        return command_usage("the table of a page cannot be standard input: name a file");
    if (is_missing(word)) {
        shoal_error error = {.status = SHOAL_IO, .code = "io"};
        snprintf(error.message, sizeof error.message, "cannot open %.150s: %s", word,
                 strerror(errno));
        return command_fail(&error);
    }
    if (!is_folder(word)) {
        out->input = word;
        if (!out->project)
            out->project = *made = project_beside(word);
        return 0;
    }
    if (out->project)
        return command_usage("%s is a folder, and --project names another: give one of them", word);
    if (!has_plan(word) && !is_empty(word))
        return command_usage(
            "%s is no project: it has no plan.yaml and is not empty; to be offered "
            "the tables in it, give it with --folder",
            word);
    out->project = word;
    return 0;
}

static int execute(const options *given) {
    server_options asked = {0};
    char *made = NULL;
    shoal_error error = {0};
    if (given->word_count > 1)
        return command_usage("name one table or one project; usage: shoal %s", shape.synopsis);
    int code = take_options(&asked, given);
    if (code == 0 && given->word_count == 1)
        code = take_word(&asked, given->words[0], &made);
    if (code == 0 && server_run(&asked, &error) != SHOAL_OK)
        code = command_fail(&error);
    free(made);
    return code;
}

#else

static int execute(const options *given) {
    (void)given;
    return command_usage("this build has no `shoal serve`: it was made without libmicrohttpd; "
                         "install libmicrohttpd-dev and build again");
}

#endif

int command_serve(int argc, char **argv) {
    return options_run(&shape, argc, argv, execute);
}
