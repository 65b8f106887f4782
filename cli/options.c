#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The flags a command takes ------------------------------------------------------------- */

static bool takes_plan_flag(const usage *shape, const shoal_plan_key *key) {
    if (!key->flag || shape->all_plan_flags)
        return key->flag != NULL;
    for (const char *const *name = shape->plan_flags; name && *name; name++)
        if (strcmp(*name, key->flag) == 0)
            return true;
    return false;
}

static flag plan_flag(const shoal_plan_key *key) {
    return (flag){.name = key->flag,
                  .value = key->value,
                  .summary = key->summary,
                  .key = key,
                  .common = key->common};
}

bool flag_walk_next(flag_walk *walk, flag *out) {
    *out = walk->shape->flags[walk->own];
    if (out->name) {
        walk->own++;
        return true;
    }
    const shoal_plan_key *key;
    while ((key = shoal_plan_key_at(walk->key++)))
        if (takes_plan_flag(walk->shape, key)) {
            *out = plan_flag(key);
            return true;
        }
    return false;
}

static bool flag_find(const usage *shape, const char *name, size_t length, flag *out) {
    flag_walk walk = {.shape = shape};
    while (flag_walk_next(&walk, out))
        if (strlen(out->name) == length && strncmp(out->name, name, length) == 0)
            return true;
    return false;
}

static bool letter_find(const usage *shape, char letter, flag *out) {
    flag_walk walk = {.shape = shape};
    while (flag_walk_next(&walk, out))
        if (out->letter == letter)
            return true;
    return false;
}

/* ---- Unknown flags ------------------------------------------------------------------------- */

#define FLAGS_MOST 200

/* The flag that was probably meant; NULL when none is near. */
static const char *nearest_flag(const usage *shape, const char *name) {
    flag_walk walk = {.shape = shape};
    flag candidate;
    const char *names[FLAGS_MOST + 1];
    size_t count = 0;
    while (count < FLAGS_MOST && flag_walk_next(&walk, &candidate))
        names[count++] = candidate.name;
    names[count] = NULL;
    const char *nearest = shoal_nearest_name(name, names);
    for (size_t i = 0; !nearest && i < count; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            nearest = names[i];
    return nearest;
}

static int unknown_flag(const usage *shape, const char *argument) {
    const char *name = argument + strspn(argument, "-");
    char wrong[100];
    snprintf(wrong, sizeof wrong, "%.*s", (int)strcspn(name, "="), name);
    const char *nearest = nearest_flag(shape, wrong);
    return command_usage("%s has no flag \"%.60s\"%s%s%s; see shoal %s --help", shape->command,
                         argument, nearest ? " (did you mean --" : "", nearest ? nearest : "",
                         nearest ? "?)" : "", shape->command);
}

/* ---- Parsing ------------------------------------------------------------------------------- */

/* The value of the flag in argv[*at]: behind `=`, or the next argument. */
static int take_value(const usage *shape, const flag *found, const char *behind, int argc,
                      char **argv, int *at, const char **out) {
    *out = NULL;
    if (!found->value)
        return behind ? command_usage("--%s takes no value (see shoal %s --help)", found->name,
                                      shape->command)
                      : 0;
    bool optional = *found->value == '[';
    if (!behind && *at + 1 < argc && (!optional || strchr("0123456789", *argv[*at + 1])))
        behind = argv[++*at];
    *out = behind;
    return behind || optional ? 0
                              : command_usage("--%s needs a value: --%s %s", found->name,
                                              found->name, found->value);
}

static int parse_flag(options *out, const usage *shape, int argc, char **argv, int *at) {
    const char *argument = argv[*at];
    const char *behind = NULL;
    flag found;
    bool known;
    if (argument[1] == '-') {
        const char *equals = strchr(argument, '=');
        size_t length = equals ? (size_t)(equals - argument) : strlen(argument);
        known = flag_find(shape, argument + 2, length - 2, &found);
        behind = equals ? equals + 1 : NULL;
    } else {
        known = letter_find(shape, argument[1], &found);
        behind = argument[2] ? argument + 2 : NULL;
    }
    if (!known)
        return unknown_flag(shape, argument);
    const char *value;
    int code = take_value(shape, &found, behind, argc, argv, at, &value);
    if (code == 0)
        out->flags[out->flag_count++] = (given_flag){found, value};
    return code;
}

/* The place of `--help` in a command line; 0: there is none. */
static int help_place(int argc, char **argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0 ||
            strcmp(argv[i], "--help=all") == 0)
            return i;
    return 0;
}

static void take_help(options *out, int argc, char **argv) {
    int at = help_place(argc, argv);
    out->help = at > 0;
    out->help_all = at > 0 && (strcmp(argv[at], "--help=all") == 0 ||
                               (at + 1 < argc && strcmp(argv[at + 1], "all") == 0));
}

int options_parse(options *out, const usage *shape, int argc, char **argv) {
    *out = (options){0};
    take_help(out, argc, argv);
    if (out->help)
        return 0;
    size_t room = argc > 0 ? (size_t)argc : 1;
    out->flags = calloc(room, sizeof *out->flags);
    out->words = calloc(room, sizeof *out->words);
    out->command = command_line(argc, argv);
    if (!out->flags || !out->words || !out->command)
        return command_fail(&(shoal_error){.status = SHOAL_NO_MEMORY, .message = "out of memory"});
    bool only_words = false;
    for (int at = 1; at < argc; at++) {
        if (!only_words && strcmp(argv[at], "--") == 0)
            only_words = true;
        else if (only_words || argv[at][0] != '-' || !argv[at][1])
            out->words[out->word_count++] = argv[at];
        else {
            int code = parse_flag(out, shape, argc, argv, &at);
            if (code != 0)
                return code;
        }
    }
    return 0;
}

void options_free(options *given) {
    free(given->flags);
    free(given->words);
    free(given->command);
    *given = (options){0};
}

int options_run(const usage *shape, int argc, char **argv, int (*execute)(const options *given)) {
    if (argc > 1 && strcmp(argv[1], COMPLETE_WORDS) == 0)
        return complete_words(shape, argc - 2, argv + 2);
    options given;
    int code = options_parse(&given, shape, argc, argv);
    const char *how = options_value(&given, "progress");
    if (how && strcmp(how, "json") == 0)
        command_speak_json();
    if (code == 0 && given.help)
        code = options_help(shape, given.help_all);
    else if (code == 0)
        code = execute(&given);
    options_free(&given);
    return code;
}

static const given_flag *last_given(const options *given, const char *name) {
    for (size_t i = given->flag_count; i-- > 0;)
        if (!given->flags[i].flag.key && strcmp(given->flags[i].flag.name, name) == 0)
            return &given->flags[i];
    return NULL;
}

const char *options_value(const options *given, const char *name) {
    const given_flag *last = last_given(given, name);
    return last ? last->value : NULL;
}

bool options_has(const options *given, const char *name) {
    return last_given(given, name) != NULL;
}

int options_number(const options *given, const char *name, uint64_t least, uint64_t most,
                   uint64_t fallback, uint64_t *out) {
    const char *value = options_value(given, name);
    *out = fallback;
    if (!value)
        return 0;
    errno = 0;
    *out = strtoull(value, NULL, 10);
    bool digits = *value && strspn(value, "0123456789") == strlen(value);
    if (!digits || errno || *out < least || *out > most)
        return command_usage("--%s is \"%.40s\", but must be a whole number from %llu to %llu",
                             name, value, (unsigned long long)least, (unsigned long long)most);
    return 0;
}
