/* Command lines: one table of flags drives the parser and the help. */
#ifndef SHOAL_CLI_OPTIONS_H
#define SHOAL_CLI_OPTIONS_H

#include "command.h"

typedef struct flag {
    const char *name;  /* without the dashes */
    const char *value; /* what help calls its value; NULL: it takes none; [N]: a number or none */
    const char *summary;
    char letter;               /* the short form, or 0 */
    const shoal_plan_key *key; /* the plan key it sets; NULL: it is the command's own */
    bool common;               /* named by `--help`; the others only by `--help all` */
    const char *words; /* the values it takes, with blanks between them; NULL: any, or the key's */
} flag;

/* What a command takes and what its help says. */
typedef struct usage {
    const char *command;           /* "anonymize" */
    const char *synopsis;          /* behind `shoal `, e.g. "sample [--rows N] -o OUT" */
    const char *description;       /* one or more whole lines */
    const flag *flags;             /* the command's own, ends with a NULL name */
    const char *const *plan_flags; /* names of plan flags it takes, NULL at the end; NULL: none */
    bool all_plan_flags;           /* takes every flag of the plan */
    bool ignores_search;           /* but nothing of it depends on those about the search */
    const char *examples;          /* whole lines, may be NULL */
    void (*more_help)(FILE *to);   /* prints what comes behind; may be NULL */
    const char *(*word_at)(size_t index); /* what its first word may be, NULL after the last; no
                                             such function: a file */
    const char *see_also; /* whole lines below a help that is shortened; may be NULL */
} usage;

typedef struct given_flag {
    flag flag;
    const char *value; /* NULL for a flag without value */
} given_flag;

typedef struct options {
    given_flag *flags;
    size_t flag_count;
    const char **words; /* what is not a flag, `-` included; after `--` everything */
    size_t word_count;
    bool help;     /* --help or -h was given; nothing else was checked then */
    bool help_all; /* --help all */
    char *command; /* the whole command line, as a shell would take it */
} options;

/* A whole command: parses, answers --help, or calls `execute`; returns the exit code. */
int options_run(const usage *shape, int argc, char **argv, int (*execute)(const options *given));

/* Reads argv[1..]. Returns 0, or an exit code after telling the user. Free in both cases. */
int options_parse(options *out, const usage *shape, int argc, char **argv);
void options_free(options *given);

/* "shoal" and the arguments, quoted where a shell would need it; to be freed. NULL: out of memory.
 */
char *command_line(int argc, char **argv);
/* One word like that, to be freed. NULL: out of memory. */
char *command_word(const char *word);

/* The last value given for a flag of the command's own, or NULL; whether a flag was given. */
const char *options_value(const options *given, const char *name);
bool options_has(const options *given, const char *name);

/* A whole number in [least, most] from a flag's value; `fallback` when the flag was not given.
 * Returns 0 or an exit code after telling the user. */
int options_number(const options *given, const char *name, uint64_t least, uint64_t most,
                   uint64_t fallback, uint64_t *out);

/* Defaults, then every -p file in order, then the flags in order, wherever they stand. Returns 0
 * or an exit code after telling the user. */
int options_plan(shoal_plan **out, const options *given);

/* The flags of a command one by one, its own first; false after the last. */
typedef struct flag_walk {
    const usage *shape;
    size_t own;
    size_t key;
} flag_walk;

bool flag_walk_next(flag_walk *walk, flag *out);

/* Synopsis, description, flags and examples on stdout: what fits on a screen, with the common flags
 * where not all do; or everything. Returns 0 or an exit code after telling the user. */
int options_help(const usage *shape, bool all);

/* What the name of an algorithm, recoding, metric, model, source or warning means, on stdout;
 * false: there is none of that name. And the parameters of all algorithms, for a help. */
bool help_topic(const char *name);
void help_parameters(FILE *to);
/* The nearest of these names and of the commands, whose list ends with a NULL; NULL: none is near.
 */
const char *help_nearest(const char *wrong, const char *const *commands);
/* The names that begin so, each with what it is the name of. */
void help_complete(const char *start);

/* What the last of these words may be completed to, on stdout; see complete_words.c. */
int complete_words(const usage *shape, int count, char **words);
/* The first argument of a command that is to complete the others. */
#define COMPLETE_WORDS "--complete-words"

/* Prints words from `column` on, wrapped; further lines begin at `indent`. */
void options_wrap(FILE *to, const char *words, int column, int indent);

#endif
