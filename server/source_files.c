#include "server/source_files.h"

#include "server/folder_tables.h"
#include "server/recent_files.h"
#include "server/table_suffix.h"

#include <ctype.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_UPLOADS 100
#define NAME_ROOM 200

typedef enum source_kind {
    SOURCE_NAMED,
    SOURCE_FOLDER,
    SOURCE_RECENT,
    SOURCE_UPLOAD,
    SOURCE_REMOVED /* an upload; kept, because somebody may still hold its id */
} source_kind;

typedef struct source {
    struct source *next;
    source_kind kind;
    bool seen; /* when the folder was last looked at */
    int64_t bytes;
    char *path; /* of SOURCE_FOLDER: relative to the folder */
    char *name; /* shown */
    char id[24];
} source;

struct source_files {
    pthread_mutex_t lock;
    char *private_folder, *folder, *state;
    recent_files recent;
    source *first; /* in the order of their ids */
    uint64_t last_id;
};

static shoal_status no_memory(shoal_error *error) {
    if (error) {
        *error = (shoal_error){.status = SHOAL_NO_MEMORY, .code = "no_memory"};
        snprintf(error->message, sizeof error->message, "memory ran out");
    }
    return SHOAL_NO_MEMORY;
}

shoal_status source_files_new(source_files **out, const char *private_folder, const char *folder,
                              const char *state, shoal_error *error) {
    source_files *made = calloc(1, sizeof *made);
    *out = NULL;
    if (!made)
        return no_memory(error);
    pthread_mutex_init(&made->lock, NULL);
    made->private_folder = strdup(private_folder);
    made->folder = folder ? strdup(folder) : NULL;
    made->state = state ? strdup(state) : NULL;
    if (!made->private_folder || (folder && !made->folder) || (state && !made->state)) {
        source_files_free(made);
        return no_memory(error);
    }
    recent_files_read(&made->recent, state);
    *out = made;
    return SHOAL_OK;
}

static void free_source(source *given) {
    if (!given)
        return;
    free(given->path);
    free(given->name);
    free(given);
}

void source_files_free(source_files *files) {
    if (!files)
        return;
    while (files->first) {
        source *each = files->first;
        files->first = each->next;
        free_source(each);
    }
    recent_files_free(&files->recent);
    free(files->private_folder);
    free(files->folder);
    free(files->state);
    pthread_mutex_destroy(&files->lock);
    free(files);
}

/* ---- With the lock held -------------------------------------------------------------------- */

static source *find_id(const source_files *files, const char *id) {
    for (source *each = files->first; each; each = each->next)
        if (each->kind != SOURCE_REMOVED && strcmp(each->id, id) == 0)
            return each;
    return NULL;
}

/* Adds one at the end; NULL: out of memory. */
static source *add(source_files *files, source_kind kind, const char *path, const char *name) {
    source *made = calloc(1, sizeof *made), **last = &files->first;
    if (!made)
        return NULL;
    made->kind = kind;
    made->path = strdup(path);
    made->name = strdup(name);
    if (!made->path || !made->name) {
        free_source(made);
        return NULL;
    }
    snprintf(made->id, sizeof made->id, "f%" PRIu64, ++files->last_id);
    while (*last)
        last = &(*last)->next;
    *last = made;
    return made;
}

/* The one of that kind and path, whose id stays the same as long as it is there. */
static source *find_or_add(source_files *files, source_kind kind, const char *path,
                           const char *name) {
    for (source *each = files->first; each; each = each->next)
        if (each->kind == kind && strcmp(each->path, path) == 0)
            return each;
    return add(files, kind, path, name);
}

static void take_out(source_files *files, source *given) {
    source **at = &files->first;
    while (*at != given)
        at = &(*at)->next;
    *at = given->next;
    free_source(given);
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_url(const char *path) {
    return strstr(path, "://") != NULL || strncmp(path, "duckdb:", 7) == 0;
}

static void see(void *user, const char *name, int64_t bytes) {
    source_files *files = user;
    source *found = find_or_add(files, SOURCE_FOLDER, name, name);
    if (!found)
        return;
    found->seen = true;
    found->bytes = bytes;
}

static void look_at_folder(source_files *files) {
    for (source *each = files->first; each; each = each->next)
        each->seen = false;
    if (files->folder)
        folder_tables(files->folder, see, files);
    for (source *each = files->first, *next; each; each = next) {
        next = each->next;
        if (each->kind == SOURCE_FOLDER && !each->seen)
            take_out(files, each);
    }
}

/* ---- What comes in ------------------------------------------------------------------------- */

const char *source_files_name(source_files *files, const char *path) {
    char *absolute = is_url(path) ? strdup(path) : realpath(path, NULL);
    char *shown = is_url(path) ? shoal_name_shown(path) : NULL;
    const char *name = shown ? shown : last_part(path);
    pthread_mutex_lock(&files->lock);
    source *made = find_or_add(files, SOURCE_NAMED, absolute ? absolute : path, name);
    pthread_mutex_unlock(&files->lock);
    shoal_free(shown);
    free(absolute);
    return made ? made->id : NULL;
}

static shoal_status refuse(shoal_error *error, shoal_status status, const char *code,
                           const char *message) {
    if (error) {
        *error = (shoal_error){.status = status, .code = code};
        snprintf(error->message, sizeof error->message, "%s", message);
    }
    return status;
}

static size_t upload_count(const source_files *files) {
    size_t count = 0;
    for (const source *each = files->first; each; each = each->next)
        count += each->kind == SOURCE_UPLOAD;
    return count;
}

/* The file gets a name of its id and of suffixes that are in the library's list. */
static bool keep_upload(source_files *files, source *made, const char *path) {
    char name[NAME_ROOM], *kept;
    size_t length = strlen(made->name);
    for (size_t i = 0; i <= length; i++)
        name[i] = (char)tolower((unsigned char)made->name[i]);
    const char *suffix = table_suffix(name);
    if (asprintf(&kept, "%s/upload-%s%s", files->private_folder, made->id, suffix ? suffix : "") <
        0)
        return false;
    free(made->path);
    made->path = kept;
    return rename(path, kept) == 0;
}

static source *add_upload(source_files *files, const char *path, const char *name, int64_t bytes,
                          shoal_error *error) {
    if (upload_count(files) >= MOST_UPLOADS) {
        (void)refuse(error, SHOAL_USAGE, "too_many_uploads",
                     "there are 100 uploads already: remove one first");
        return NULL;
    }
    source *made = add(files, SOURCE_UPLOAD, path, name);
    if (!made) {
        (void)no_memory(error);
        return NULL;
    }
    made->bytes = bytes;
    if (keep_upload(files, made, path))
        return made;
    (void)refuse(error, SHOAL_IO, "io", "the upload could not be kept: no room for it");
    take_out(files, made);
    return NULL;
}

const char *source_files_upload(source_files *files, const char *path, const char *name,
                                int64_t bytes, shoal_error *error) {
    char shown[NAME_ROOM];
    if (!name || !table_name_shown(shown, sizeof shown, name)) {
        (void)refuse(error, SHOAL_USAGE, "upload_name",
                     "an upload needs a name such as people.csv, of at most 199 bytes");
        return NULL;
    }
    if (bytes == 0) {
        (void)refuse(error, SHOAL_BAD_DATA, "bad_data", "the file is empty");
        return NULL;
    }
    pthread_mutex_lock(&files->lock);
    source *made = add_upload(files, path, shown, bytes, error);
    pthread_mutex_unlock(&files->lock);
    return made ? made->id : NULL;
}

bool source_files_remove(source_files *files, const char *id) {
    pthread_mutex_lock(&files->lock);
    source *found = find_id(files, id);
    bool is_upload = found && found->kind == SOURCE_UPLOAD;
    if (is_upload) {
        unlink(found->path);
        found->kind = SOURCE_REMOVED;
    }
    pthread_mutex_unlock(&files->lock);
    return is_upload;
}

/* ---- What goes out ------------------------------------------------------------------------- */

/* To be freed; NULL: it is gone, or out of memory. */
static char *path_of(const source_files *files, const source *given) {
    char *path;
    struct stat about;
    if (given->kind == SOURCE_FOLDER)
        return folder_tables_has(files->folder, given->path) &&
                       asprintf(&path, "%s/%s", files->folder, given->path) >= 0
                   ? path
                   : NULL;
    bool is_there = is_url(given->path) || given->kind == SOURCE_NAMED ||
                    (stat(given->path, &about) == 0 && S_ISREG(about.st_mode));
    return is_there ? strdup(given->path) : NULL;
}

bool source_files_find(source_files *files, const char *id, char **path, char **name) {
    pthread_mutex_lock(&files->lock);
    const source *found = find_id(files, id);
    *path = found ? path_of(files, found) : NULL;
    *name = found ? strdup(last_part(found->name)) : NULL;
    pthread_mutex_unlock(&files->lock);
    if (*path && *name)
        return true;
    free(*path);
    free(*name);
    *path = *name = NULL;
    return false;
}

void source_files_opened(source_files *files, const char *id) {
    pthread_mutex_lock(&files->lock);
    const source *found = find_id(files, id);
    /* Uploads end with the server, and URLs may hold passwords. */
    bool stays = found && found->kind != SOURCE_UPLOAD && !is_url(found->path);
    char *path = stays ? path_of(files, found) : NULL;
    char *absolute = path ? realpath(path, NULL) : NULL;
    if (absolute && files->state) {
        recent_files others;
        recent_files_read(&others, files->state); /* another server may have written it */
        recent_files_free(&files->recent);
        files->recent = others;
        if (recent_files_add(&files->recent, absolute))
            recent_files_write(&files->recent, files->state);
    }
    free(absolute);
    free(path);
    pthread_mutex_unlock(&files->lock);
}

static int by_name(const void *left, const void *right) {
    const source *a = *(const source *const *)left, *b = *(const source *const *)right;
    return strcmp(a->name, b->name);
}

/* Those of a kind by their names, to be freed; NULL: there are none, or out of memory. */
static const source **sorted(const source_files *files, source_kind kind, size_t *count) {
    const source **list = NULL;
    size_t found = 0;
    for (const source *each = files->first; each; each = each->next)
        found += each->kind == kind;
    list = found > 0 ? calloc(found, sizeof *list) : NULL;
    *count = 0;
    for (const source *each = files->first; list && each; each = each->next)
        if (each->kind == kind)
            list[(*count)++] = each;
    if (list)
        qsort(list, *count, sizeof *list, by_name);
    return list;
}

static void list_kind(const source_files *files, source_kind kind, json_text *to) {
    size_t count;
    const source **list = sorted(files, kind, &count);
    for (size_t i = 0; i < count; i++) {
        json_open(to, NULL, '{');
        json_string(to, "id", list[i]->id);
        json_string(to, "name", list[i]->name);
        json_integer(to, "bytes", list[i]->bytes);
        json_close(to, '}');
    }
    free(list);
}

static void list_recent(source_files *files, json_text *to) {
    for (size_t i = 0; i < files->recent.count; i++) {
        const recent_file *each = &files->recent.file[i];
        const char *name = last_part(each->path);
        source *found = access(each->path, R_OK) == 0
                            ? find_or_add(files, SOURCE_RECENT, each->path, name)
                            : NULL;
        if (!found)
            continue;
        json_open(to, NULL, '{');
        json_string(to, "id", found->id);
        json_string(to, "name", name);
        json_string_length(to, "folder", each->path, (size_t)(name - each->path));
        json_string(to, "opened", each->opened);
        json_close(to, '}');
    }
}

void source_files_list(source_files *files, json_text *to) {
    pthread_mutex_lock(&files->lock);
    look_at_folder(files);
    json_open(to, NULL, '{');
    json_open(to, "folder", '[');
    list_kind(files, SOURCE_FOLDER, to);
    json_close(to, ']');
    json_open(to, "recent", '[');
    list_recent(files, to);
    json_close(to, ']');
    json_open(to, "uploads", '[');
    list_kind(files, SOURCE_UPLOAD, to);
    json_close(to, ']');
    json_close(to, '}');
    pthread_mutex_unlock(&files->lock);
}
