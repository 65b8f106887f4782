#include "server/server.h"

#include "server/http_daemon.h"
#include "server/http_listen.h"
#include "server/private_folder.h"
#include "server/routes.h"
#include "server/session.h"
#include "server/token.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOOPBACK "127.0.0.1"

typedef struct server {
    const server_options *options;
    const char *address;
    unsigned port;
    int socket; /* until the daemon has it */
    private_folder folder;
    char *project;
    source_files *files;
    routes routes;
    http_daemon *daemon;
} server;

/* ---- Places -------------------------------------------------------------------------------- */

static const char *environment(const char *name) {
    const char *value = getenv(name);
    return value && value[0] == '/' ? value : NULL; /* relative ones are to be ignored */
}

/* The first that can be written to: the variables may be those of another user. */
static const char *private_base(void) {
    static const char *const names[] = {"XDG_RUNTIME_DIR", "TMPDIR"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *base = environment(names[i]);
        if (base && access(base, W_OK | X_OK) == 0)
            return base;
    }
    return "/tmp";
}

/* To be freed; NULL: nowhere, what was opened is not remembered. */
static char *state_file(void) {
    const char *state = environment("XDG_STATE_HOME"), *home = environment("HOME");
    char *path = NULL;
    if (!state && !home)
        return NULL;
    int made = state ? asprintf(&path, "%s/shoal/recent.json", state)
                     : asprintf(&path, "%s/.local/state/shoal/recent.json", home);
    return made < 0 ? NULL : path;
}

static shoal_status no_memory(shoal_error *error) {
    *error = (shoal_error){.status = SHOAL_NO_MEMORY, .code = "no_memory"};
    snprintf(error->message, sizeof error->message, "memory ran out");
    return SHOAL_NO_MEMORY;
}

/* An absolute path: releases name it in their commands. */
static shoal_status settle_project(server *at, shoal_error *error) {
    const char *asked = at->options->project;
    char *here = asked && asked[0] != '/' ? getcwd(NULL, 0) : NULL;
    int made = !asked  ? asprintf(&at->project, "%s/project", at->folder.path)
               : !here ? asprintf(&at->project, "%s", asked)
                       : asprintf(&at->project, "%s/%s", here, asked);
    free(here);
    if (made >= 0)
        return SHOAL_OK;
    at->project = NULL;
    return no_memory(error);
}

static shoal_status check_folder(const char *folder, shoal_error *error) {
    struct stat about;
    if (!folder || (stat(folder, &about) == 0 && S_ISDIR(about.st_mode)))
        return SHOAL_OK;
    *error = (shoal_error){.status = SHOAL_USAGE, .code = "usage"};
    snprintf(error->message, sizeof error->message, "%.150s is not a folder", folder);
    return SHOAL_USAGE;
}

/* ---- Start --------------------------------------------------------------------------------- */

static shoal_status open_session(server *at, shoal_error *error) {
    const server_options *options = at->options;
    session_options asked = {
        .private_folder = at->folder.path,
        .project = at->project,
        .kept = options->project != NULL,
        .files = at->files,
        .jobs = options->jobs,
        .memory = options->memory,
        .upload_limit = options->upload_limit,
    };
    return session_new(&at->routes.session, &asked, error);
}

static shoal_status open_places(server *at, shoal_error *error) {
    char *state = state_file();
    shoal_status status = private_folder_make(&at->folder, private_base(), error);
    if (status == SHOAL_OK)
        status = settle_project(at, error);
    if (status == SHOAL_OK)
        status = source_files_new(&at->files, at->folder.path, at->options->folder, state, error);
    free(state);
    return status;
}

static shoal_status make_guard(server *at, shoal_error *error) {
    char token[GUARD_TOKEN_MOST + 1];
    const char *file = at->options->token_file;
    shoal_status status = file ? token_read(token, file, error) : token_make(token, error);
    if (status == SHOAL_OK && at->options->open)
        status = token_make(at->routes.once, error);
    if (status != SHOAL_OK)
        return status;
    at->socket = http_listen(at->address, at->options->port, &at->port, error);
    if (at->socket < 0)
        return SHOAL_IO;
    guard_make(&at->routes.guard, token, at->address, at->port);
    return SHOAL_OK;
}

static shoal_status start_daemon(server *at, shoal_error *error) {
    http_handler handler = {.admit = routes_admit,
                            .handle = routes_handle,
                            .user = &at->routes,
                            .folder = at->folder.path};
    int socket = at->socket;
    at->socket = -1;
    return http_daemon_start(&at->daemon, socket, &handler, error);
}

static shoal_status open_input(server *at, shoal_error *error) {
    if (!at->options->input)
        return session_reopen(at->routes.session, error);
    const char *id = source_files_name(at->files, at->options->input);
    return id ? session_open(at->routes.session, id, error) : no_memory(error);
}

/* The daemon comes last: nobody is answered before everything is there. */
static shoal_status start(server *at, shoal_error *error) {
    shoal_status status = check_folder(at->options->folder, error);
    if (status == SHOAL_OK)
        status = make_guard(at, error);
    if (status == SHOAL_OK)
        status = open_places(at, error);
    if (status == SHOAL_OK)
        status = open_session(at, error);
    if (status == SHOAL_OK)
        status = open_input(at, error);
    if (status == SHOAL_OK)
        status = start_daemon(at, error);
    return status;
}

/* ---- Talk ---------------------------------------------------------------------------------- */

static void make_url(const server *at, char *out, size_t room, const char *token) {
    bool brackets = strchr(at->address, ':') != NULL;
    snprintf(out, room, "http://%s%s%s:%u/%s%s", brackets ? "[" : "", at->address,
             brackets ? "]" : "", at->port, token ? "?token=" : "", token ? token : "");
}

static void say_where(const server *at) {
    char url[400];
    const server_options *options = at->options;
    make_url(at, url, sizeof url, options->token_file ? NULL : at->routes.guard.token);
    printf("Shoal is at %s\n", url);
    if (options->token_file)
        printf("The token is that of %s: %s?token=...\n", options->token_file, url);
    if (options->address)
        puts("This is plain HTTP: let only a proxy that encrypts reach it.");
    if (options->project)
        printf("The project is kept in %s.\n", at->project);
    else
        puts("The project ends with the server: download what is released.");
    puts("Ctrl-C ends it.");
    fflush(stdout);
}

/* Signals as a program expects them, and nothing of the terminal. */
static int spawn_opener(char *const arguments[]) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    pid_t child;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    int failed = posix_spawnp(&child, arguments[0], &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return failed;
}

/* The arguments of a program can be seen by other users: the token in them works once. */
static void open_browser(const server *at) {
    char url[400], program[] = "xdg-open";
    make_url(at, url, sizeof url, at->routes.once);
    char *arguments[] = {program, url, NULL};
    int failed = spawn_opener(arguments);
    if (failed)
        fprintf(stderr, "shoal: cannot start xdg-open (%s): open the URL yourself\n",
                strerror(failed));
}

/* ---- End ----------------------------------------------------------------------------------- */

static void end_at_once(int signal_number) {
    _exit(128 + signal_number);
}

static void listen_for_signals(sigset_t *ends) {
    struct sigaction hangup;
    sigemptyset(ends);
    sigaddset(ends, SIGINT);
    sigaddset(ends, SIGTERM);
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
        sigaddset(ends, SIGHUP);
    /* Threads that are made from now on leave them to this one. */
    pthread_sigmask(SIG_BLOCK, ends, NULL);
}

static void wait_for_signal(const sigset_t *ends) {
    int received;
    while (sigwait(ends, &received) != 0)
        continue;
}

/* Whoever has no patience with the orderly end sends a second one. */
static void let_signals_through(const sigset_t *ends) {
    struct sigaction action = {.sa_handler = end_at_once};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (sigismember(ends, SIGHUP))
        sigaction(SIGHUP, &action, NULL);
    pthread_sigmask(SIG_UNBLOCK, ends, NULL);
}

/* Streams are closed before the session that feeds them, which may wake them until it has ended. */
static void stop(server *at) {
    if (at->routes.session)
        session_hang_up(at->routes.session);
    http_daemon_stop(at->daemon);
    if (at->socket >= 0)
        close(at->socket);
    if (at->routes.session)
        session_free(at->routes.session);
    http_daemon_free(at->daemon);
    source_files_free(at->files);
    private_folder_remove(&at->folder);
    free(at->project);
}

shoal_status server_run(const server_options *options, shoal_error *error) {
    server at = {.options = options,
                 .address = options->address ? options->address : LOOPBACK,
                 .socket = -1,
                 .folder = PRIVATE_FOLDER_NONE,
                 .routes = {.upload_limit = options->upload_limit}};
    shoal_error ignored;
    sigset_t ends;
    listen_for_signals(&ends);
    shoal_status status = start(&at, error ? error : &ignored);
    if (status == SHOAL_OK) {
        say_where(&at);
        if (options->open)
            open_browser(&at);
        wait_for_signal(&ends);
    }
    let_signals_through(&ends);
    stop(&at);
    return status;
}
