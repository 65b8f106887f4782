/* What lies beside the rows of a release: its name, the command, the result, the report, and
 * release.json with the hashes of all of them. */
#include "server/release_parts.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LONGEST_BASE 120

/* ---- Names ----------------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *end, size_t length) {
    size_t whole = strlen(text);
    return whole > length && strncasecmp(text + whole - length, end, length) == 0;
}

/* The length of the suffix of the list that the name ends with; 0: none. */
static size_t suffix_in(const char *name, const char *list) {
    for (const char *at = list; *at;) {
        size_t length = strcspn(at, " ");
        if (length > 0 && ends_with(name, at, length))
            return length;
        at += length + (at[length] == ' ');
    }
    return 0;
}

/* How much of the name is a suffix that Shoal knows, and whether releases can have it. */
static size_t known_suffix(const char *name, bool *written) {
    static const char *const packed[] = {".gz", ".zst", ".xz"};
    char stem[512];
    size_t outer = 0;
    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
        if (ends_with(name, packed[i], strlen(packed[i])))
            outer = strlen(packed[i]);
    snprintf(stem, sizeof stem, "%.*s", (int)(strlen(name) - outer), name);
    *written = false;
    for (const shoal_place *at = shoal_places(); at->name; at++) {
        size_t found = outer > 0 && !at->is_packed ? 0 : suffix_in(stem, at->suffixes);
        if (found == 0)
            continue;
        *written = at->writes && at->is_built && suffix_in(stem, at->written) == found;
        return found + outer;
    }
    return 0;
}

/* Characters that mean nothing to shells, file systems and browsers, and those above ASCII. */
static bool is_safe(unsigned char at) {
    return at >= 0x80 || strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_.+, ()",
                                at) != NULL;
}

static shoal_status check_asked(const char *asked, shoal_error *error) {
    bool fine = *asked && *asked != '.' && *asked != '-' && *asked != ' ';
    for (const char *at = asked; *at; at++)
        fine = fine && is_safe((unsigned char)*at);
    return fine ? SHOAL_OK
                : refuse(error, SHOAL_USAGE, "name_invalid", NULL,
                         "a release's name has letters, digits and - _ . + , ( ) only, and begins "
                         "with a letter or digit");
}

static void make_safe(char *name) {
    for (char *at = name; *at; at++)
        if (!is_safe((unsigned char)*at))
            *at = '_';
    if (strchr(".- ", *name))
        *name = '_';
}

static bool is_taken(const char *name) {
    static const char *const own[] = {"plan.yaml",    "result.json", "report.html",
                                      "release.json", "front.csv",   "hierarchies"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcasecmp(name, own[i]) == 0)
            return true;
    return false;
}

shoal_status release_name(char **out, const char *input, const char *asked, shoal_error *error) {
    bool written = false, also = false;
    const char *last = strrchr(input, '/');
    input = last ? last + 1 : input;
    if (asked)
        TRY(check_asked(asked, error));
    size_t suffix = known_suffix(input, &written), whole = strlen(input);
    const char *kind = written ? input + whole - suffix : ".csv";
    const char *base = asked ? asked : input;
    size_t cut = strlen(base) - (asked ? known_suffix(asked, &also) : suffix);
    *out = text_of("%.*s%s", (int)(cut < LONGEST_BASE ? cut : LONGEST_BASE), base, kind);
    if (!*out)
        return refuse_no_memory(error);
    make_safe(*out);
    if (!is_taken(*out) && (*out)[0] && strcmp(*out, kind) != 0)
        return SHOAL_OK;
    free(*out);
    *out = text_of("released%s", kind);
    return *out ? SHOAL_OK : refuse_no_memory(error);
}

/* ---- The command ----------------------------------------------------------------------------- */

char *release_command(const release_making *of) {
    const char *folder = of->by->project.folder;
    char *plan_path = text_of("%s/releases/%s/plan.yaml", folder, of->id);
    char *front_path = text_of("%s/releases/%s/front.csv", folder, of->id);
    char *target = text_of("safe-%s", of->name);
    char *input = opened_table_word(of->from->of), *made = NULL;
    char *plan = plan_path ? shell_word(plan_path) : NULL;
    char *output = target ? shell_word(target) : NULL;
    char *front = front_path ? shell_word(front_path) : NULL;
    char *pick = shell_word(of->from->pick ? of->from->pick : "");
    if (input && plan && output && front && pick)
        made = of->from->pick ? text_of("shoal anonymize %s -p %s -o %s --front %s --pick %s",
                                        input, plan, output, front, pick)
                              : text_of("shoal anonymize %s -p %s -o %s", input, plan, output);
    free(plan_path);
    free(front_path);
    free(target);
    free(input);
    free(plan);
    free(output);
    free(front);
    free(pick);
    return made;
}

/* ---- Result and report ----------------------------------------------------------------------- */

/* What the library wrote while the folder had another name. The caller frees. */
static char *with_final_name(const char *bytes, size_t length, const release_making *of,
                             size_t *made_length) {
    size_t token = strlen(of->token), id = strlen(of->id);
    char *made = malloc(length + 1), *to = made; /* ids are shorter than tokens */
    if (!made || id > token) {
        free(made);
        return NULL;
    }
    for (const char *at = bytes, *end = bytes + length; at < end;) {
        const char *found = memmem(at, (size_t)(end - at), of->token, token);
        size_t before = (size_t)((found ? found : end) - at);
        memcpy(to, at, before);
        to += before;
        if (found) {
            memcpy(to, of->id, id);
            to += id;
        }
        at += before + (found ? token : 0);
    }
    *to = '\0';
    *made_length = (size_t)(to - made);
    return made;
}

char *release_result(const release_making *of) {
    const char *json = shoal_result_json(of->result);
    size_t length = 0;
    return with_final_name(json, strlen(json), of, &length);
}

static shoal_status write_paper(const release_making *of, const char *name, const char *bytes,
                                size_t length, shoal_error *error) {
    size_t made_length = 0;
    char *path = text_of("%s/%s", of->place.folder, name);
    char *made = with_final_name(bytes, length, of, &made_length);
    shoal_status status =
        path && made ? file_replace(path, made, made_length, error) : refuse_no_memory(error);
    free(path);
    free(made);
    return status;
}

/* ---- release.json ---------------------------------------------------------------------------- */

static shoal_status describe_file(json_text *to, const release_making *of, const char *name,
                                  const volatile int *cancel, shoal_error *error) {
    char sha256[FILE_HASH_SIZE], *path = text_of("%s/%s", of->place.folder, name);
    int64_t bytes = 0;
    shoal_status status =
        path ? file_hash(sha256, &bytes, path, cancel, error) : refuse_no_memory(error);
    free(path);
    TRY(status);
    json_open(to, NULL, '{');
    json_string(to, "name", name);
    json_integer(to, "bytes", bytes);
    json_string(to, "sha256", sha256);
    json_close(to, '}');
    return SHOAL_OK;
}

static int is_visible(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

/* Files of the folder, and those of hierarchies/, in the order of their names. */
static shoal_status describe_files(json_text *to, const release_making *of, const char *inside,
                                   const volatile int *cancel, shoal_error *error) {
    struct dirent **entries = NULL;
    char *folder = text_of("%s/%s", of->place.folder, inside);
    int count = folder ? scandir(folder, &entries, is_visible, alphasort) : -1;
    shoal_status status = count >= 0 ? SHOAL_OK : refuse_io(error, "look into", of->place.folder);
    for (int i = 0; i < count; i++) {
        bool is_folder = strcmp(entries[i]->d_name, "hierarchies") == 0;
        char *name = text_of("%s%s", inside, entries[i]->d_name);
        if (status == SHOAL_OK && !name)
            status = refuse_no_memory(error);
        if (status == SHOAL_OK && is_folder && !*inside)
            status = describe_files(to, of, "hierarchies/", cancel, error);
        else if (status == SHOAL_OK)
            status = describe_file(to, of, name, cancel, error);
        free(name);
        free(entries[i]);
    }
    free(entries);
    free(folder);
    return status;
}

static void describe_made(json_text *to) {
    char text[32];
    time_t now = time(NULL);
    struct tm parts;
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));
    json_string(to, "made", text);
}

static void describe_input(json_text *to, const opened_table *input) {
    char *shown = shoal_name_shown(input->path);
    json_open(to, "input", '{');
    json_string(to, "name", input->name);
    json_string(to, "path", input->is_upload ? NULL : shown);
    json_string(to, "sha256", *input->sha256 ? input->sha256 : NULL);
    json_integer(to, "rows", shoal_table_rows(input->table));
    json_close(to, '}');
    shoal_free(shown);
}

/* What is not green, and what was not looked at: as the summary and the report have them. */
static void describe_list(json_text *to, const char *key, const shoal_value *list,
                          bool (*wanted)(const shoal_value *each)) {
    static const char *const members[] = {"name", "tone", "sentence", "advice"};
    json_open(to, key, '[');
    for (size_t i = 0; list && i < shoal_value_count(list); i++) {
        const shoal_value *each = shoal_value_at(list, i);
        if (!wanted(each))
            continue;
        json_open(to, NULL, '{');
        for (size_t m = 0; m < sizeof members / sizeof *members; m++) {
            const shoal_value *member = shoal_value_get(each, members[m]);
            if (member && shoal_value_text(member))
                json_string(to, members[m], shoal_value_text(member));
        }
        json_close(to, '}');
    }
    json_close(to, ']');
}

static bool is_any(const shoal_value *each) {
    return each != NULL;
}

static bool is_finding(const shoal_value *condition) {
    const char *tone = shoal_value_text(shoal_value_get(condition, "tone"));
    return tone && (strcmp(tone, "warn") == 0 || strcmp(tone, "bad") == 0);
}

static void describe_conditions(json_text *to, const shoal_result *result) {
    const shoal_value *whole = shoal_result_value(result);
    const shoal_value *verdict = whole ? shoal_value_get(whole, "verdict") : NULL;
    describe_list(to, "conditions", verdict ? shoal_value_get(verdict, "conditions") : NULL,
                  is_finding);
    describe_list(to, "not_looked_at", verdict ? shoal_value_get(verdict, "not_looked_at") : NULL,
                  is_any);
}

static void describe_facts(json_text *to, const shoal_result *result) {
    static const char *const numbers[] = {"k",       "suppression", "rows",  "suppressed",
                                          "classes", "k_eff",       "value", "bound"};
    static const char *const texts[] = {"metric", "recoding", "outcome"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        json_number(to, numbers[i], shoal_result_number(result, numbers[i]));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        json_string(to, texts[i], shoal_result_text(result, texts[i]));
    json_string(to, "tone", shoal_result_text(result, "verdict.tone"));
    json_string(to, "headline", shoal_result_text(result, "verdict.headline"));
    describe_conditions(to, result);
}

static void describe_verdict(json_text *to, const shoal_verdict *verdict) {
    json_open(to, "verdict", '{');
    json_flag(to, "holds", verdict->holds);
    json_integer(to, "rows", verdict->rows);
    json_integer(to, "suppressed", verdict->suppressed);
    json_integer(to, "classes", verdict->classes);
    json_integer(to, "k_eff", verdict->k_eff);
    json_integer(to, "unjudged", verdict->unjudged);
    json_close(to, '}');
}

static shoal_status describe(json_text *to, const release_making *of, const volatile int *cancel,
                             shoal_error *error) {
    json_open(to, NULL, '{');
    json_string(to, "id", of->id);
    json_string(to, "shoal", shoal_version());
    describe_made(to);
    json_string(to, "name", of->name);
    json_string(to, "candidate", of->from->name);
    describe_input(to, of->from->of);
    json_string(to, "command", of->command);
    describe_facts(to, of->result);
    describe_verdict(to, &of->verdict);
    json_open(to, "files", '[');
    shoal_status status = describe_files(to, of, "", cancel, error);
    json_close(to, ']');
    json_close(to, '}');
    return status;
}

shoal_status release_write_papers(release_making *of, const volatile int *cancel,
                                  shoal_error *error) {
    const char *json = shoal_result_json(of->result);
    size_t length = 0;
    const char *report = shoal_result_report(of->result, &length);
    TRY(write_paper(of, "result.json", json, strlen(json), error));
    if (report)
        TRY(write_paper(of, "report.html", report, length, error));
    json_text document = {0};
    shoal_status status = describe(&document, of, cancel, error);
    size_t made_length = 0;
    char *made = json_take(&document, &made_length);
    if (status == SHOAL_OK)
        status = made ? write_paper(of, "release.json", made, made_length, error)
                      : refuse_no_memory(error);
    free(made);
    return status;
}
