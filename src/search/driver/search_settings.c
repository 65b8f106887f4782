#include "search/driver/search_settings.h"

#include "base/name_list.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const shoal_parameter *find(const shoal_parameter *list, const char *name) {
    for (; list && list->name; list++)
        if (strcmp(list->name, name) == 0)
            return list;
    return NULL;
}

static bool is_integer(const char *text) {
    char *end;
    errno = 0;
    (void)strtoll(text, &end, 10);
    return *text && *end == '\0' && errno == 0;
}

static bool is_number(const char *text) {
    char *end;
    double value = strtod(text, &end);
    return *text && *end == '\0' && isfinite(value);
}

static shoal_status unknown(const algorithm *of, const char *name, shoal_error *error) {
    name_list known = {.room = 140};
    for (const shoal_parameter *each = of->parameters; each && each->name; each++)
        name_list_add(&known, "%s", each->name);
    return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                         "%s has no parameter '%.40s'%s%s", of->name, name,
                         known.shown ? "; it has " : " (it has none)", name_list_end(&known));
}

shoal_status settings_check(const algorithm *of, const shoal_parameter *settings,
                            shoal_error *error) {
    for (; settings && settings->name; settings++) {
        const shoal_parameter *known = find(of->parameters, settings->name);
        if (!known)
            return unknown(of, settings->name, error);
        bool fits = is_integer(known->fallback)  ? is_integer(settings->fallback)
                    : is_number(known->fallback) ? is_number(settings->fallback)
                                                 : true;
        if (!fits)
            return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                                 "search.%s must be a %snumber, not '%.40s'", settings->name,
                                 is_integer(known->fallback) ? "whole " : "", settings->fallback);
    }
    return SHOAL_OK;
}

const char *settings_text(const algorithm *of, const shoal_parameter *settings, const char *name) {
    const shoal_parameter *given = find(settings, name);
    const shoal_parameter *known = find(of->parameters, name);
    return given ? given->fallback : known ? known->fallback : NULL;
}

const char *search_text(const search *run, const char *name) {
    return settings_text(run->algorithm, run->settings, name);
}

int64_t search_integer(const search *run, const char *name) {
    const char *text = search_text(run, name);
    assert(text && is_integer(text));
    return strtoll(text, NULL, 10);
}

double search_number(const search *run, const char *name) {
    const char *text = search_text(run, name);
    assert(text && is_number(text));
    return strtod(text, NULL);
}
