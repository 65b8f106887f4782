#include "server/opened_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- References ------------------------------------------------------------------------------ */

opened_table *opened_table_share(opened_table *at) {
    if (at)
        atomic_fetch_add(&at->references, 1);
    return at;
}

void opened_table_release(opened_table *at) {
    if (!at || atomic_fetch_sub(&at->references, 1) > 1)
        return;
    shoal_table_free(at->table);
    shoal_result_free(at->inspection);
    free(at->name);
    free(at->path);
    free(at);
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool is_single_file(const char *path, struct stat *found) {
    return !strstr(path, "://") && stat(path, found) == 0 && S_ISREG(found->st_mode);
}

static bool is_same(const struct stat *one, const struct stat *other) {
    return one->st_size == other->st_size && one->st_ino == other->st_ino &&
           one->st_mtim.tv_sec == other->st_mtim.tv_sec &&
           one->st_mtim.tv_nsec == other->st_mtim.tv_nsec;
}

static shoal_status refuse_changed(const char *name, shoal_error *error) {
    return refuse(error, SHOAL_BAD_DATA, "input_changed", NULL,
                  "%.100s has changed since it was read: open it again", name);
}

static shoal_status check_columns(const opened_table *at, shoal_error *error) {
    if (shoal_table_columns(at->table) <= MOST_COLUMNS)
        return SHOAL_OK;
    return refuse(error, SHOAL_BAD_DATA, "too_many_columns", NULL,
                  "%.100s has %lld columns, and the server handles at most %d: choose fewer, or "
                  "use the command line",
                  at->name, (long long)shoal_table_columns(at->table), MOST_COLUMNS);
}

static shoal_status read_table(opened_table *to, const char *path, const char *name,
                               const shoal_plan *plan, shoal_error *error) {
    to->path = strdup(path);
    to->name = strdup(name);
    if (!to->path || !to->name)
        return refuse_no_memory(error);
    if (!is_single_file(path, &to->read_from))
        to->read_from = (struct stat){0};
    TRY(shoal_table_read(&to->table, path, plan, error));
    return check_columns(to, error);
}

shoal_status opened_table_read(opened_table **out, const char *path, const char *name,
                               const shoal_plan *plan, shoal_error *error) {
    opened_table *made = calloc(1, sizeof *made);
    *out = NULL;
    if (!made)
        return refuse_no_memory(error);
    atomic_init(&made->references, 1);
    shoal_status status = read_table(made, path, name, plan, error);
    if (status == SHOAL_OK)
        *out = made;
    else
        opened_table_release(made);
    return status;
}

/* What is hashed must be what was read. */
static shoal_status hash_file(opened_table *to, const volatile int *cancel, shoal_error *error) {
    struct stat after;
    if (!S_ISREG(to->read_from.st_mode))
        return SHOAL_OK;
    TRY(file_hash(to->sha256, &to->bytes, to->path, cancel, error));
    if (stat(to->path, &after) != 0 || !is_same(&to->read_from, &after))
        return refuse_changed(to->name, error);
    return SHOAL_OK;
}

shoal_status opened_table_inspect(opened_table *at, const shoal_plan *plan, shoal_context *context,
                                  const shoal_hooks *hooks, shoal_error *error) {
    shoal_inspect_job job = {.size = sizeof job, .table = at->table, .context = context};
    TRY(hash_file(at, hooks->cancel, error));
    return shoal_inspect(&at->inspection, plan, &job, hooks, error);
}

shoal_status opened_table_check(const opened_table *at, const volatile int *cancel,
                                shoal_error *error) {
    char sha256[FILE_HASH_SIZE];
    int64_t bytes = 0;
    if (!*at->sha256)
        return SHOAL_OK;
    TRY(file_hash(sha256, &bytes, at->path, cancel, error));
    return strcmp(sha256, at->sha256) == 0 ? SHOAL_OK : refuse_changed(at->name, error);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

int64_t opened_table_column(const opened_table *at, const char *name) {
    const char *each;
    for (int64_t i = 0; (each = shoal_table_column_name(at->table, i)); i++)
        if (strcmp(each, name) == 0)
            return i;
    return -1;
}

/* In single quotes, in which only a single quote means something. */
char *shell_word(const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./,:=+@%^";
    char *made = malloc(4 * strlen(word) + 3), *to = made;
    if (!made)
        return NULL;
    if (*word && !word[strspn(word, plain)])
        return strcpy(made, word);
    *to++ = '\'';
    for (; *word; word++) {
        if (*word == '\'')
            to = stpcpy(to, "'\\'");
        *to++ = *word;
    }
    strcpy(to, "'");
    return made;
}

/* The client chose the name: "./" keeps it from being read as a flag or as a database. */
static char *upload_word(const char *name) {
    bool is_plain = *name != '-' && !strchr(name, ':');
    char *path;
    if (asprintf(&path, "%s%s", is_plain ? "" : "./", name) < 0)
        return NULL;
    char *word = shell_word(path);
    free(path);
    return word;
}

/* Uploads go with the server: the user has the file under its own name. Passwords in URLs are not
 * shown. */
char *opened_table_word(const opened_table *at) {
    if (at->is_upload)
        return upload_word(at->name);
    char *shown = shoal_name_shown(at->path);
    char *word = shown ? shell_word(shown) : NULL;
    shoal_free(shown);
    return word;
}
