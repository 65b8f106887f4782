/* What may stand where the user pressed the tab key. The scripts of `shoal completion` ask; the
 * answer comes from the tables of flags, so that it needs no other list.
 *
 * One candidate a line, with a summary behind a tab. A last line that begins with a colon says what
 * else: `:files` or `:folders` that the shell completes, `:nospace` where the word goes on. */
#include "options.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAD_BYTES ((size_t)64 * 1024)       /* of a table, in which its columns are looked for */
#define WHOLE_BYTES ((off_t)4 * 1024 * 1024) /* up to which a table may be read for them */

/* The word before the cursor: `head` stays as it is, `tail` is to be completed. */
typedef struct asked_word {
    const char *head;
    size_t head_length;
    const char *tail;
} asked_word;

static void print_candidate(const asked_word *asked, const char *name, const char *behind,
                            const char *summary) {
    if (strncmp(name, asked->tail, strlen(asked->tail)) != 0)
        return;
    printf("%.*s%s%s", (int)asked->head_length, asked->head, name, behind);
    if (summary)
        printf("\t%s", summary);
    putchar('\n');
}

/* The same word, completed from behind the last of these characters on. */
static asked_word behind_last(const asked_word *asked, char separator) {
    const char *last = strrchr(asked->tail, separator);
    if (!last)
        return *asked;
    return (asked_word){asked->head, (size_t)(last + 1 - asked->head), last + 1};
}

/* ---- Columns --------------------------------------------------------------------------------- */

/* The first lines of a file, in a file of their own; -1: there are none. */
static int copy_head(const char *path) {
    char *bytes = malloc(HEAD_BYTES);
    int from = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ssize_t got = bytes && from >= 0 ? read(from, bytes, HEAD_BYTES) : -1;
    if (got == (ssize_t)HEAD_BYTES)
        while (got > 0 && bytes[got - 1] != '\n')
            got--;
    int head = got > 0 ? memfd_create("head", MFD_CLOEXEC) : -1;
    if (head >= 0 && write(head, bytes, (size_t)got) != got) {
        close(head);
        head = -1;
    }
    if (from >= 0)
        close(from);
    free(bytes);
    return head;
}

static shoal_table *read_columns(const char *path) {
    shoal_table *table = NULL;
    char name[32];
    struct stat found;
    if (stat(path, &found) != 0 || !S_ISREG(found.st_mode))
        return NULL;
    int head = copy_head(path);
    snprintf(name, sizeof name, "/dev/fd/%d", head);
    bool whole = found.st_size <= WHOLE_BYTES;
    if (head >= 0 && lseek(head, 0, SEEK_SET) == 0 &&
        shoal_table_read_csv(&table, name, NULL, NULL) != SHOAL_OK)
        table = NULL;
    if (!table && whole && shoal_table_read_csv(&table, path, NULL, NULL) != SHOAL_OK)
        table = NULL;
    if (head >= 0)
        close(head);
    return table;
}

static void print_columns(const asked_word *asked, const char *table_path, const char *behind) {
    shoal_table *table = table_path ? read_columns(table_path) : NULL;
    for (int64_t i = 0; table && i < shoal_table_columns(table); i++)
        print_candidate(asked, shoal_table_column_name(table, i), behind, NULL);
    shoal_table_free(table);
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* What the flags before the cursor say. */
typedef struct said_before {
    const char *table;     /* the first word that is not a flag or its value */
    size_t words;          /* how many of these there are */
    const char *algorithm; /* NULL: none was named */
} said_before;

static bool is_one_of(const char *value, const char *const *names) {
    for (; value && *names; names++)
        if (strcmp(value, *names) == 0)
            return true;
    return false;
}

static void print_items(const asked_word *asked, const char *list) {
    for (const shoal_item *item = shoal_list(list); item && item->name; item++)
        print_candidate(asked, item->name, "", item->summary);
}

static void print_parameters(const asked_word *asked, const char *of) {
    for (const shoal_item *item = shoal_list("algorithms"); item && item->name; item++) {
        const shoal_parameter *each = shoal_algorithm_parameters(item->group, item->name);
        if (of && strcmp(of, item->name) != 0)
            continue;
        for (; each && each->name; each++)
            print_candidate(asked, each->name, "=", each->summary);
    }
    puts(":nospace");
}

/* A value that is one of a few words. False: the flag has none. */
static bool print_words(const asked_word *asked, const flag *of) {
    const char *const *known = of->key ? shoal_plan_key_words(of->key) : NULL;
    for (size_t i = 0; known && known[i]; i++)
        print_candidate(asked, known[i], "", NULL);
    char *copy = of->words ? strdup(of->words) : NULL;
    for (char *rest = copy, *word; rest && (word = strsep(&rest, " "));)
        print_candidate(asked, word, "", NULL);
    free(copy);
    return known || of->words;
}

/* A flag called `metric` takes one of the metrics, and so on. */
static const char *list_of(const flag *of) {
    static char list[64];
    snprintf(list, sizeof list, "%.60ss", of->name);
    if (strcmp(of->name, "accept") == 0)
        return "warnings";
    return shoal_list(list) ? list : NULL;
}

/* NAME=VALUE: the name of a column, then what the flag takes. */
static void print_named(const asked_word *asked, const flag *of, const said_before *before) {
    asked_word value = behind_last(asked, '=');
    if (value.tail != asked->tail) {
        if (!print_words(&value, of))
            puts(":files");
        return;
    }
    if (of->key && strcmp(of->key->key, "search.NAME") == 0) {
        print_parameters(asked, before->algorithm);
        return;
    }
    print_columns(asked, before->table, "=");
    puts(":nospace");
}

static void print_value(const asked_word *asked, const flag *of, const said_before *before) {
    static const char *const files[] = {"FILE", "OUT", "ORIGINAL", "TABLE", NULL};
    static const char *const folders[] = {"DIR", NULL};
    static const char *const columns[] = {"NAME", "A,B,...", NULL};
    const char *list = list_of(of);
    bool named = of->value && strncmp(of->value, "NAME=", strlen("NAME=")) == 0;
    asked_word last = of->key && of->key->list ? behind_last(asked, ',') : *asked;
    if (list)
        print_items(&last, list);
    else if (named)
        print_named(asked, of, before);
    else if (print_words(asked, of))
        return;
    else if (is_one_of(of->value, columns))
        print_columns(&last, before->table, "");
    else if (is_one_of(of->value, files))
        puts(":files");
    else if (is_one_of(of->value, folders))
        puts(":folders");
}

/* ---- Words ----------------------------------------------------------------------------------- */

static bool find_flag(const usage *shape, const char *word, flag *out) {
    flag_walk walk = {.shape = shape};
    bool is_long = strncmp(word, "--", 2) == 0;
    size_t length = strcspn(word + 2 * is_long, "=");
    while (*word == '-' && flag_walk_next(&walk, out))
        if (is_long ? strlen(out->name) == length && strncmp(out->name, word + 2, length) == 0
                    : out->letter && word[1] == out->letter && !word[2])
            return true;
    return false;
}

static bool needs_value(const flag *of, const char *word) {
    return of->value && *of->value != '[' && !strchr(word, '=');
}

/* Reads the words before the last; true if the last one is the value of `of`. */
static bool read_before(said_before *out, flag *of, const usage *shape, int count, char **words) {
    bool waits = false;
    for (int i = 0; i + 1 < count; i++) {
        if (waits && strcmp(of->name, "algorithm") == 0)
            out->algorithm = words[i];
        if (waits) {
            waits = false;
        } else if (find_flag(shape, words[i], of)) {
            waits = needs_value(of, words[i]);
        } else if (words[i][0] != '-') {
            out->table = out->words == 0 || access(out->table, R_OK) != 0 ? words[i] : out->table;
            out->words++;
        }
    }
    return waits;
}

static void print_flags(const usage *shape, const asked_word *asked) {
    flag_walk walk = {.shape = shape};
    flag each;
    char name[64];
    while (flag_walk_next(&walk, &each)) {
        snprintf(name, sizeof name, "--%s", each.name);
        print_candidate(asked, name, "", each.summary);
    }
    print_candidate(asked, "--help", "", "explains the command");
}

int complete_words(const usage *shape, int count, char **words) {
    said_before before = {0};
    flag of;
    const char *word = count > 0 ? words[count - 1] : "";
    asked_word asked = {word, 0, word};
    if (read_before(&before, &of, shape, count, words)) {
        print_value(&asked, &of, &before);
    } else if (strncmp(word, "--", 2) == 0 && strchr(word, '=') && find_flag(shape, word, &of)) {
        const char *value = strchr(word, '=') + 1;
        asked = (asked_word){word, (size_t)(value - word), value};
        print_value(&asked, &of, &before);
    } else if (*word == '-') {
        print_flags(shape, &asked);
    } else if (shape->word_at && before.words == 0) {
        const char *name;
        for (size_t i = 0; (name = shape->word_at(i)); i++)
            print_candidate(&asked, name, "", NULL);
    } else {
        puts(":files");
    }
    return 0;
}
