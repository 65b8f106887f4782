/* What this build knows: GET about. */
#include "server/api_parts.h"

#include <string.h>

static void describe_project(json_text *to, const project *of) {
    const char *last = strrchr(of->folder, '/');
    json_open(to, "project", '{');
    json_string(to, "name", last && last[1] ? last + 1 : of->folder);
    json_string(to, "folder", of->folder);
    json_flag(to, "kept", of->kept);
    json_close(to, '}');
}

static void describe_places(json_text *to) {
    json_open(to, "places", '[');
    for (const shoal_place *each = shoal_places(); each->name; each++) {
        if (!each->is_built || !each->reads)
            continue;
        json_open(to, NULL, '{');
        json_string(to, "name", each->name);
        json_string(to, "summary", each->summary);
        json_string(to, "suffixes", each->suffixes);
        json_string(to, "written", each->written);
        json_flag(to, "packed", each->is_packed);
        json_close(to, '}');
    }
    json_close(to, ']');
}

static void describe_words(json_text *to, const char *const *words) {
    if (!words) {
        json_null(to, "words");
        return;
    }
    json_open(to, "words", '[');
    for (; *words; words++)
        json_string(to, NULL, *words);
    json_close(to, ']');
}

static void describe_keys(json_text *to) {
    const shoal_plan_key *key;
    json_open(to, "keys", '[');
    for (size_t i = 0; (key = shoal_plan_key_at(i)); i++) {
        json_open(to, NULL, '{');
        json_string(to, "key", key->key);
        json_string(to, "flag", key->flag);
        json_string(to, "summary", key->summary);
        describe_words(to, shoal_plan_key_words(key));
        json_close(to, '}');
    }
    json_close(to, ']');
}

static void describe_list(json_text *to, const char *kind) {
    json_open(to, kind, '[');
    for (const shoal_item *each = shoal_list(kind); each && each->name; each++) {
        json_open(to, NULL, '{');
        json_string(to, "name", each->name);
        json_string(to, "summary", each->summary);
        json_string(to, "group", each->group);
        json_close(to, '}');
    }
    json_close(to, ']');
}

void about_get(const api_call *call, http_answer *answer) {
    static const char *const kinds[] = {"algorithms", "metrics", "models", "recodings"};
    json_text document = {0};
    json_open(&document, NULL, '{');
    json_string(&document, "shoal", shoal_version());
    json_flag(&document, "reports", shoal_has_reports());
    describe_project(&document, &call->at->project);
    json_open(&document, "limits", '{');
    json_integer(&document, "upload", call->at->upload_limit);
    json_integer(&document, "jobs", call->at->job_limit);
    json_integer(&document, "columns", MOST_COLUMNS);
    json_close(&document, '}');
    describe_places(&document);
    describe_keys(&document);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        describe_list(&document, kinds[i]);
    json_close(&document, '}');
    answer_document(answer, 200, &document);
}
