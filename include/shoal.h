/* Shoal: turns a table about people into a table that is safe to share.
 *
 * Conventions
 *   - Every call that can fail returns a shoal_status and must be checked.
 *   - `T **out` comes first and is owned by the caller; a returned `const T *` is borrowed.
 *   - `error` comes last and may be NULL.
 *   - Option structs start with `size_t size`: set it to sizeof the struct. Zero means default.
 *     Such structs may grow at their end; those without a size never change.
 *   - Objects are opaque. Tables and hierarchies do not change once they are made: threads may
 *     share them. Plans and results may be shared while nobody changes them.
 *   - The library never prints, exits, aborts or reads the environment.
 */
#ifndef SHOAL_H
#define SHOAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SHOAL_API __attribute__((visibility("default")))
#define SHOAL_CHECKED __attribute__((warn_unused_result))
#else
#define SHOAL_API
#define SHOAL_CHECKED
#endif

/* ---- Errors and this build ---------------------------------------------------------------- */

/* How a call ended. Values up to 5 are also the exit codes of the command line. */
typedef enum shoal_status {
    SHOAL_OK = 0,          /* it did what was asked */
    SHOAL_USAGE = 1,       /* an argument or the plan is wrong */
    SHOAL_BAD_DATA = 2,    /* a table or hierarchy is malformed; see line and column */
    SHOAL_INFEASIBLE = 3,  /* no release meets the plan */
    SHOAL_IO = 4,          /* reading or writing failed */
    SHOAL_UNVERIFIED = 5,  /* the written file failed verification and was removed */
    SHOAL_INTERRUPTED = 6, /* cancelled through cancel or event of shoal_hooks */
    SHOAL_NO_MEMORY = 7    /* memory ran out */
} shoal_status;

#define SHOAL_MESSAGE_SIZE 240

/* Why a call failed. */
typedef struct shoal_error {
    shoal_status status;              /* what the call returned */
    int64_t line;                     /* line of what is wrong, from 1; 0: none */
    int64_t column;                   /* column of the line, from 1; 0: none */
    char message[SHOAL_MESSAGE_SIZE]; /* what happened, where, and what to do */
    /* A stable identifier such as "k_missing", for programs; the manual lists all codes. A static
     * string, never NULL after a failure. */
    const char *code;
    /* What to change: a key of the plan, such as "privacy.k", or a field of the job, such as
     * "front_path"; NULL: the message says it all. A static string. */
    const char *key;
} shoal_error;

/* The version of the library, such as "0.1.0". */
SHOAL_API const char *shoal_version(void);
/* What was built into the library: a line for each part, with a tab between its name and its
 * version, or "no". */
SHOAL_API const char *shoal_build(void);

/* The one of the names (a NULL follows the last) that was probably meant, or NULL: capitals,
 * swapped letters and small mistakes do not matter. */
SHOAL_API const char *shoal_nearest_name(const char *wrong, const char *const *names);

/* Whether this build can write reports. If not, a call that requests one fails with SHOAL_USAGE
 * before it does anything. */
SHOAL_API bool shoal_has_reports(void);

/* Columns of texts, each kept as codes of a dictionary: the original or the release. A table has at
 * least one row and does not change. */
typedef struct shoal_table shoal_table;
/* What each value of an attribute becomes, level by level: "34", "30-39", "*". Does not change. */
typedef struct shoal_hierarchy shoal_hierarchy;

/* ---- Contexts: threads and memory for many calls ------------------------------------------- */

/* Owns threads and a limit of memory, and serves any number of calls, also from many threads at
 * once. A call without a context starts threads of its own, as many as its plan says. Answers do
 * not depend on the context. A hook must not make calls with the context of the call that it
 * belongs to: they may wait for each other. */
typedef struct shoal_context shoal_context;

/* The limits of a context. */
typedef struct shoal_context_options {
    size_t size;
    int threads; /* how many there are; 0: one per processor */
    /* Bytes that the searches of all calls together may remember; each may use its equal part. 0:
     * as the plans say. */
    int64_t memory;
    int calls; /* calls that may run at a time, the others wait; 0: one per thread */
} shoal_context_options;

/* Starts the threads of a context. Jobs name it in their field `context`. `options` may be NULL:
 * one thread per processor. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_context_new(shoal_context **out,
                                                       const shoal_context_options *options,
                                                       shoal_error *error);
/* Ends the threads. No call may be using the context. */
SHOAL_API void shoal_context_free(shoal_context *context);

/* ---- Plans: what to protect and how ------------------------------------------------------- */

/* The whole request except the tables: roles of attributes, hierarchies, privacy models, limits and
 * search. The manual explains every key. */
typedef struct shoal_plan shoal_plan;

/* Makes a plan with every default in place. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_new(shoal_plan **out, shoal_error *error);
/* Releases a plan and its references to objects. */
SHOAL_API void shoal_plan_free(shoal_plan *plan);

/* Reads a YAML file into the plan: its keys replace earlier values. Relative paths in it
 * (hierarchies, mapping files) are relative to the file's folder. After a failure the plan may have
 * some of the file's keys. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_read(shoal_plan *plan, const char *path,
                                                     shoal_error *error);
/* Sets one key by its dotted path, e.g. "privacy.k" to "5" or "attributes.age.role" to "quasi".
 * An attribute's name may contain dots: the part after the last dot is the key. After a failure the
 * plan is as it was. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_set(shoal_plan *plan, const char *key,
                                                    const char *value, shoal_error *error);
/* Sets one key, as shoal_plan_set does, to a whole number. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_set_integer(shoal_plan *plan, const char *key,
                                                            int64_t value, shoal_error *error);
/* Sets one key, as shoal_plan_set does, to a number, which must be finite. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_set_number(shoal_plan *plan, const char *key,
                                                           double value, shoal_error *error);
/* Sets one key, as shoal_plan_set does, to yes or no. Fails for keys that take neither. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_set_flag(shoal_plan *plan, const char *key,
                                                         bool value, shoal_error *error);
/* Sets one key, as shoal_plan_set does, to several values, for lists such as "missing.tokens" or
 * "attributes.NAME.order". An empty list unsets the key. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_set_list(shoal_plan *plan, const char *key,
                                                         const char *const *values, size_t count,
                                                         shoal_error *error);
/* Takes one key back to its default, as if nobody had set it; an object in its place is taken back
 * too. An attribute stays named. After a failure the plan is as it was. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_unset(shoal_plan *plan, const char *key,
                                                      shoal_error *error);
/* The value of a key as shoal_plan_set takes it; *out is NULL where nothing is set, or an object.
 * Release it with shoal_free. Fails with the code "value_is_list" for "missing.tokens" where one of
 * them has a comma. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_get(char **out, const shoal_plan *plan,
                                                    const char *key, shoal_error *error);
/* The attributes that the plan names, from 0 in the order they were first named; NULL after the
 * last.
 */
SHOAL_API const char *shoal_plan_attribute(const shoal_plan *plan, size_t index);
/* Whether shoal_anonymize looks at the values of a column of that name. It does not look at
 * identifiers that are names or addresses, and publishes no identifier: a program may leave such a
 * column's values out of the table, so long as the column is there. */
SHOAL_API bool shoal_plan_reads(const shoal_plan *plan, const char *name);
/* Gives an attribute a hierarchy that is an object, in place of the file or specification that the
 * key "attributes.NAME.hierarchy" names. The plan keeps a reference; NULL takes the object back. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_set_hierarchy(shoal_plan *plan,
                                                              const char *attribute,
                                                              const shoal_hierarchy *hierarchy,
                                                              shoal_error *error);
/* Gives the plan a table of the population, in place of the file that the key "population.file"
 * names. The plan keeps a reference; NULL takes the object back. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_set_population(shoal_plan *plan,
                                                               const shoal_table *people,
                                                               shoal_error *error);
/* Makes another plan with the same settings. Both keep references to the same objects. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_copy(shoal_plan **out, const shoal_plan *plan,
                                                     shoal_error *error);
/* Like shoal_plan_read, for YAML in memory: its keys replace earlier values. Relative paths in it
 * are relative to the working directory. After a failure the plan may have some of the keys. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_parse(shoal_plan *plan, const char *yaml,
                                                      size_t length, shoal_error *error);
/* Like shoal_plan_parse, but relative paths in it are relative to `folder`, as they are in a file
 * there. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_parse_in(shoal_plan *plan, const char *yaml,
                                                         size_t length, const char *folder,
                                                         shoal_error *error);
/* The effective plan as YAML; release it with shoal_free. Like shoal_plan_write it fails where the
 * plan has objects, which YAML cannot name: write those to files first. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_format(char **out, const shoal_plan *plan,
                                                       shoal_error *error);
/* Writes the effective plan as YAML, complete or not at all. "-" is standard output. Fails where
 * the plan has objects, as shoal_plan_format does. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_write(const shoal_plan *plan, const char *path,
                                                      shoal_error *error);

/* A key of the plan and the flag that mirrors it. A capital NAME in `key` stands for an attribute
 * or a parameter; the flag then takes NAME=VALUE, or with `fixed` just names. */
typedef struct shoal_plan_key {
    const char *key;     /* such as "privacy.k" or "attributes.NAME.role" */
    const char *flag;    /* without the dashes; NULL: only in plan files */
    const char *value;   /* what help calls the flag's value */
    const char *fixed;   /* the value that the flag gives to each NAME; NULL: the flag takes it */
    bool list;           /* the flag takes several, comma-separated */
    const char *summary; /* one line for a help text */
    char between;        /* the separator of several; 0: a comma */
    bool common;         /* among the first that a user needs; a short help names only these */
} shoal_plan_key;

/* The keys of plans, from 0 in the order plans are written; NULL after the last. A key comes once
 * for each flag that sets it. */
SHOAL_API const shoal_plan_key *shoal_plan_key_at(size_t index);
/* The words that a key of shoal_plan_key_at takes, NULL after the last. NULL: it takes others too,
 * or values that are no words. */
SHOAL_API const char *const *shoal_plan_key_words(const shoal_plan_key *key);

/* ---- Running ------------------------------------------------------------------------------ */

/* One line of a search's log. NaN: not known. */
typedef struct shoal_progress {
    char finder;         /* which part of the search found the improvement; ' ': a heartbeat */
    int64_t evaluations; /* nodes evaluated so far */
    double done;         /* share of the search space settled, 0..1 */
    double best;         /* value of the best answer so far */
    double bound;        /* proven: no answer is better */
    double gap;          /* between the two, as a share */
    double seconds;      /* since the search began */
    const char *metric;  /* what is being minimized or maximized */
    bool last;           /* the search has ended with this */
    /* Of a search with several objectives: the number of non-dominated points. -1 for other
     * searches, which have a bound. */
    int64_t points;
    double hypervolume; /* the share of the objective space that these dominate; NaN likewise */
    bool unlimited;     /* neither time nor a number of evaluations ends the search */
} shoal_progress;

/* How far a phase of a run other than the search has come. NaN: not known. */
typedef struct shoal_phase {
    size_t size;
    /* read, prepare (hierarchies, classes), prove (a bound, after a search that proves nothing),
     * write, verify (read back and compare), judge (count the classes again), assess. */
    const char *name;
    double done;             /* share, 0..1 */
    int64_t rows;            /* at the end of phases that are about rows; else -1 */
    double best, bound, gap; /* while a bound is sought */
    double seconds;          /* since the phase began */
    bool last;               /* the phase has ended with this */
} shoal_phase;

/* What a run found that its privacy models do not cover. */
typedef struct shoal_warning {
    size_t size;
    const char *code;      /* stable; the manual lists all codes */
    const char *attribute; /* the column that it is about; NULL: the whole table */
    const char *message;   /* a sentence: what was found, and what to do */
    bool accepted;         /* by the plan's warnings.accept */
} shoal_warning;

/* A sentence for the user, such as which hierarchy was built. */
typedef struct shoal_note {
    size_t size;
    const char *code;      /* stable; the manual lists all codes */
    const char *attribute; /* the column that it is about; NULL: the whole table */
    const char *message;   /* the sentence */
} shoal_note;

/* Anything that a call has to tell: one of the pointers is set. */
typedef struct shoal_event {
    size_t size;
    const shoal_progress *progress; /* a line of the search's log */
    const shoal_phase *phase;       /* how far another phase has come */
    const shoal_note *note;         /* a sentence for the user */
    const shoal_warning *warning;   /* what the privacy models do not cover */
} shoal_event;

/* Functions of the caller that hear what a call does, and ways to cancel it. All may be NULL. */
typedef struct shoal_hooks {
    size_t size;
    /* Called from the thread that runs the search, on every improvement and now and then. */
    void (*progress)(const shoal_progress *line, void *user);
    /* Called with a sentence for the user, such as which hierarchy was built. */
    void (*note)(const char *sentence, void *user);
    void *user; /* handed to every hook */
    /* Points to a flag (of type volatile sig_atomic_t or int) that a signal handler may set to
     * cancel the call: to anything but 0. NULL: none. */
    const volatile int *cancel;
    /* Called once for each warning, also for those that were accepted. What it points to is valid
     * during the call. */
    void (*warning)(const shoal_warning *warning, void *user);
    /* Called when a phase other than the search begins and ends, and now and then in between: by
     * any thread, but one at a time. */
    void (*phase)(const shoal_phase *at, void *user);
    /* Called with all of that, in addition to the other hooks. A value other than 0 cancels
     * the call, and sets *cancel where there is one. While a bound is sought (the phase "prove")
     * only that ends: the search is complete, and its answer is released. By any thread, but one at
     * a time. */
    int (*event)(const shoal_event *event, void *user);
} shoal_hooks;

/* What shoal_anonymize reads and makes. */
typedef struct shoal_job {
    size_t size;
    /* A path, a pattern such as "2024-*.csv" where there is no file of that name, or "-" for
     * standard input; see also more_inputs. */
    const char *input;
    const char *output;      /* path, or "-" for standard output */
    const char *result_path; /* result JSON is written here, or NULL */
    const char *report_path; /* HTML report is written here, or NULL */
    bool keep_best;          /* when interrupted, release the best found so far */
    /* A checkpoint is made here: the file must not exist, or be empty. It stores evaluated nodes,
     * so that a run that was killed can be resumed and then gives the same result. It stays after
     * the release. NULL: none. */
    const char *checkpoint_path;
    /* The checkpoint in this file is continued, and added to. NULL: none, as with checkpoint_path.
     */
    const char *resume_path;
    /* For searches with several objectives: the front is written here as CSV. With `pick` it is
     * read from here. */
    const char *front_path;
    /* The point of the front that is released without a search: "3" is the third, "k=7" the best
     * whose smallest class has at least 7 rows. NULL: a search. */
    const char *pick;
    /* For gomm and dgomm: a folder, created if missing, for statistics of the genetic operators:
     * operators.csv, generations.csv and monitor.json. */
    const char *monitor_path;
    /* The report and the file at result_path say only what the release shows, and may be published
     * with it. The result that the call returns is whole. */
    bool public_report;
    const char *command; /* the command line, for the report's audit part, or NULL */
    /* Further files of the same table, which must have the same columns in the same order; their
     * rows follow those of `input`. */
    const char *const *more_inputs;
    size_t more_input_count; /* how many these are */
    /* Everything but writing: the outputs are checked, the release is made and verified in a file
     * that never has a name, and then dropped. Only a result for "-" is still printed. */
    bool dry_run;
    /* The effective plan is written here with the release: the caller's, and what the table has
     * shown, such as words for missing values. NULL: nowhere. */
    const char *plan_path;
    /* Instead of `input`: a table in memory, which must outlive the call. */
    const shoal_table *table;
    /* Instead of `output`: receives the release as a table, verified: what is handed out is read
     * again, compared cell by cell and judged. NULL after a dry run and after a failure, but for an
     * interrupted run that keeps its best. */
    shoal_table **release;
    bool make_report;       /* the report is wanted as bytes: shoal_result_report */
    bool keep_recoding;     /* what became of each value is wanted: shoal_result_recoding */
    shoal_context *context; /* NULL: threads of its own */
    /* Like keep_best, for callers that decide when they interrupt: points to a flag that is read
     * then, and anything but 0 releases the best found so far. NULL: keep_best says it. */
    const volatile int *keep;
    /* Private: which row of the release is which row of the input is written here, to a file that
     * only its owner may read, for shoal_assess_job.mapping_path and shoal_verify_job.mapping_path.
     * Both must be files. NULL: nowhere. */
    const char *mapping_path;
    /* People who are not in the release, for the measured attacks of a report or a strict plan:
     * the path of a table with the columns of the input, or a share such as "10%" of the people,
     * who are then set aside by the seed and not released. NULL: none. */
    const char *control;
} shoal_job;

/* What a call found, as JSON, as a summary for people and as a tree of values. */
typedef struct shoal_result shoal_result;

/* Makes a release: reads, searches, writes, verifies and publishes. On SHOAL_OK the release exists
 * under its name, complete and verified, unless it is a dry run; otherwise there is no new file.
 * *out may also be set on SHOAL_INFEASIBLE: free it in any case. `hooks` may be NULL. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_anonymize(shoal_result **out, const shoal_plan *plan,
                                                     const shoal_job *job, const shoal_hooks *hooks,
                                                     shoal_error *error);

/* ---- Results ------------------------------------------------------------------------------ */

/* Releases a result, and with it all that was borrowed from it. */
SHOAL_API void shoal_result_free(shoal_result *result);
/* The result of any call as one JSON object with stable keys (see "The result file" of the manual).
 */
SHOAL_API const char *shoal_result_json(const shoal_result *result);
/* The result's summary for people, several lines. */
SHOAL_API const char *shoal_result_summary(const shoal_result *result);
/* The report as an HTML page, if the job asked for it with make_report; else NULL. `length` may be
 * NULL: a NUL follows the page. */
SHOAL_API const char *shoal_result_report(const shoal_result *result, size_t *length);
/* The plan of a result as YAML: of shoal_anonymize the effective plan, of shoal_inspect the plan to
 * start from, with comments. NULL where there is none, or where it has objects. */
SHOAL_API const char *shoal_result_plan(const shoal_result *result);
/* Which rows of the input are in the release that shoal_anonymize made: for each of *rows
 * rows 1 where it is there, 0 where it was dropped because of missing values. NULL: all are there,
 * in their order. `rows` may be NULL. */
SHOAL_API const uint8_t *shoal_result_kept(const shoal_result *result, int64_t *rows);
/* What became of each value of an attribute, if the job of shoal_anonymize asked for it with
 * keep_recoding and the recoding gives each value one label (lattice, cut): a hierarchy of one
 * level, from the values of the table to what is published of them. Else NULL. */
SHOAL_API const shoal_hierarchy *shoal_result_recoding(const shoal_result *result,
                                                       const char *attribute);

/* A part of a result, or of any JSON, as a tree of values, which live as long as the result does.
 * All calls take NULL, which is SHOAL_VALUE_NULL, so that they can be nested. */
typedef struct shoal_value shoal_value;
/* What a value is, as in JSON. */
typedef enum shoal_value_kind {
    SHOAL_VALUE_NULL = 0,   /* nothing: null, or there is no such value */
    SHOAL_VALUE_FLAG = 1,   /* true or false */
    SHOAL_VALUE_NUMBER = 2, /* a number */
    SHOAL_VALUE_TEXT = 3,   /* a text */
    SHOAL_VALUE_LIST = 4,   /* values by place */
    SHOAL_VALUE_OBJECT = 5  /* values by key, in their order */
} shoal_value_kind;

/* The root of the tree: an object with the whole result. NULL: out of memory. */
SHOAL_API const shoal_value *shoal_result_value(const shoal_result *result);
/* Makes a tree of JSON text. Strict: what is not JSON fails with SHOAL_BAD_DATA, and so do texts
 * with NUL, numbers that are not finite, and more than 64 levels. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_value_parse(shoal_value **out, const char *json,
                                                       size_t length, shoal_error *error);
/* Releases a tree of shoal_value_parse, by its root. Not for parts of trees or of results. */
SHOAL_API void shoal_value_free(shoal_value *root);
/* What a value is. SHOAL_VALUE_NULL for NULL. */
SHOAL_API shoal_value_kind shoal_value_kind_of(const shoal_value *value);
/* The member of an object by its key; NULL where there is none, and where it is no object. */
SHOAL_API const shoal_value *shoal_value_get(const shoal_value *object, const char *key);
/* How many members an object or list has; 0 for any other value. */
SHOAL_API size_t shoal_value_count(const shoal_value *value);
/* A member of an object or list by its place, from 0; NULL after the last. */
SHOAL_API const shoal_value *shoal_value_at(const shoal_value *value, size_t index);
/* The key of an object's member by its place, from 0; NULL after the last, and for a list. */
SHOAL_API const char *shoal_value_key(const shoal_value *object, size_t index);
/* A value's number, or NaN where it is none; whole numbers up to 2^53 are exact. */
SHOAL_API double shoal_value_number(const shoal_value *value);
/* A value's text, or NULL where it is none. */
SHOAL_API const char *shoal_value_text(const shoal_value *value);
/* A value's flag; false where it is none. */
SHOAL_API bool shoal_value_flag(const shoal_value *value);

/* The number at a path of keys such as "metrics.loss"; NaN where there is none. Keys with dots are
 * found: of the keys that the path goes on with, the longest is taken. In a list the place counts
 * from 0: "recodings.0.points.5.k". */
SHOAL_API double shoal_result_number(const shoal_result *result, const char *path);
/* The text at a path of keys, as shoal_result_number takes it, such as "warnings.0.code"; NULL
 * where there is none. */
SHOAL_API const char *shoal_result_text(const shoal_result *result, const char *path);

/* What became of a quasi-identifier. */
typedef struct shoal_attribute {
    size_t size;
    const char *name; /* the column's */
    int64_t level;    /* level of its hierarchy; -1: the recoding has no levels */
    int64_t groups;   /* groups that its values were put into; -1: not known */
    double loss;      /* loss of information, 0..1; NaN: nothing was released */
} shoal_attribute;

/* What became of the quasi-identifiers of shoal_anonymize, one by one from 0; false after the last,
 * and for other results. */
SHOAL_API bool shoal_result_attribute(const shoal_result *result, size_t index,
                                      shoal_attribute *out);

/* ---- Assessing, inspecting and exploring -------------------------------------------------- */

/* What shoal_assess reads and makes. */
typedef struct shoal_assess_job {
    size_t size;
    const char *input;       /* the table to assess: path, or "-" for standard input */
    const char *against;     /* the table it was made from, or NULL */
    const char *result_path; /* result JSON, or NULL */
    const char *report_path; /* HTML report, or NULL */
    bool public_report;      /* report and result_path contain no values of the table */
    const char *command;     /* the command line, for the report, or NULL */
    /* Further files of the table that is judged, as in shoal_job. */
    const char *const *more_inputs;
    size_t more_input_count;  /* how many these are */
    const char *records_path; /* a line for each row: its class, risks and unique sets; or NULL */
    const shoal_table *table; /* instead of `input`: in memory; must outlive the call */
    const shoal_table *against_table; /* instead of `against`: the same */
    bool make_report;                 /* as in shoal_job */
    shoal_context *context;           /* NULL: threads of its own */
    /* What shoal_job.mapping_path made of the two files: which rows belong together. NULL: they are
     * taken to be in the same order only where the tables show it. */
    const char *mapping_path;
    /* Against the original: people who are not in the release, for measured attacks; or NULL. */
    const char *control;
} shoal_assess_job;

/* Assesses any table: classes, privacy models, risk; and, against the original, loss of information
 * and record linkage. A table that does not meet the plan is assessed all the same. Files appear
 * complete, or not at all. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_assess(shoal_result **out, const shoal_plan *plan,
                                                  const shoal_assess_job *job,
                                                  const shoal_hooks *hooks, shoal_error *error);

/* What shoal_inspect reads and makes. */
typedef struct shoal_inspect_job {
    size_t size;
    const char *input;       /* the table: path, or "-" for standard input */
    const char *plan_path;   /* the plan to start from, or NULL */
    const char *result_path; /* result JSON, or NULL */
    const char *report_path; /* HTML report, or NULL */
    bool public_report;      /* report and result_path contain no values of the table */
    const char *command;     /* the command line, for the report, or NULL */
    /* Further files of the table, as in shoal_job. */
    const char *const *more_inputs;
    size_t more_input_count;  /* how many these are */
    const shoal_table *table; /* instead of `input`: in memory; must outlive the call */
    bool make_report;         /* as in shoal_job */
    shoal_context *context;   /* NULL: threads of its own */
} shoal_inspect_job;

/* Says what is in a table: the columns, the role each should play and why, and the columns that
 * together single out people; and makes a plan to start from, with which shoal_anonymize releases
 * the table as it stands. What `plan` says about roles and reading is respected. Files appear
 * complete, or not at all. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_inspect(shoal_result **out, const shoal_plan *plan,
                                                   const shoal_inspect_job *job,
                                                   const shoal_hooks *hooks, shoal_error *error);

/* What shoal_explore reads and makes. */
typedef struct shoal_explore_job {
    size_t size;
    const char *input;        /* the table: path, or "-" for standard input */
    const char *csv_path;     /* a line for each point, or NULL */
    const char *result_path;  /* result JSON, or NULL */
    const char *report_path;  /* HTML report, or NULL */
    const char *command;      /* the command line, for the report, or NULL */
    const char *ks;           /* a list with commas, such as "2,5,10"; NULL: the usual */
    const char *suppressions; /* the same, such as "0,2%,100%"; NULL: the usual */
    const char *recodings;    /* the same, such as "lattice,cut"; NULL: that of the plan */
    /* A command line that releases a point, with {k}, {suppression} and {recoding} where these
     * belong; or NULL. */
    const char *release;
    bool skip_costs; /* do not search what attributes and models cost */
    /* Further files of the table, as in shoal_job. */
    const char *const *more_inputs;
    size_t more_input_count;  /* how many these are */
    const shoal_table *table; /* instead of `input`: in memory; must outlive the call */
    bool make_report;         /* as in shoal_job */
    shoal_context *context;   /* NULL: threads of its own */
} shoal_explore_job;

/* The best release for each k and each limit of suppression, as shoal_anonymize would find it with
 * that k and limit, and what each quasi-identifier and privacy model costs. The table is read once
 * and the searches share their work. Files appear complete, or not at all. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_explore(shoal_result **out, const shoal_plan *plan,
                                                   const shoal_explore_job *job,
                                                   const shoal_hooks *hooks, shoal_error *error);

/* ---- Verifying ---------------------------------------------------------------------------- */

/* What was counted in a release, and whether it meets the plan. */
typedef struct shoal_verdict {
    size_t size;
    bool holds;         /* the release meets the plan */
    int64_t rows;       /* rows of the release */
    int64_t suppressed; /* rows whose every quasi-identifier is `*` */
    int64_t classes;    /* classes of the rows that are not suppressed */
    int64_t k_eff; /* smallest class among the rows that are not suppressed; 0 if there is none. In
                      persons where the plan names them */
    int64_t unjudged;   /* rules that cannot be judged from a release: those about a population */
    int64_t persons;    /* different persons among the rows; 0: rows are counted */
    int64_t k_eff_rows; /* rows of the class that has the fewest */
    /* Where the release has keys of persons, which link their rows: persons whose rows, taken
     * together, read like those of fewer than k persons, and like nobody else's. */
    int64_t linked_below, linked_unique;
    /* Likewise: those of whom a sensitive value is known, since all persons (two or more) whose
     * rows read like theirs have it, and since some of their classes hide it. */
    int64_t linked_told;
} shoal_verdict;

/* Checks a written table against the plan's k, privacy models and suppression limit. Returns
 * SHOAL_OK if it could be checked; `verdict->holds` says whether it holds, and `error` then why it
 * does not. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_verify(shoal_verdict *verdict, const shoal_plan *plan,
                                                  const char *path, shoal_error *error);
/* Like shoal_verify, for a table in several files, in their order. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_verify_files(shoal_verdict *verdict,
                                                        const shoal_plan *plan,
                                                        const char *const *paths, size_t count,
                                                        shoal_error *error);

/* Like shoal_verify_files, where the plan names a person: k and the models count persons, and
 * `original` (may be NULL), the table that the release was made from, says whose rows are whose.
 * Its rows must be those of the release, in the same order, except those dropped by the plan's rule
 * for missing values. Not needed if the release publishes pseudonyms, and refused where the plan
 * names no person. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_verify_against(shoal_verdict *verdict,
                                                          const shoal_plan *plan,
                                                          const char *const *paths, size_t count,
                                                          const char *original, shoal_error *error);

/* What shoal_verify_release reads. */
typedef struct shoal_verify_job {
    size_t size;
    const char *const *paths; /* the release: files of one table */
    size_t path_count;        /* how many these are */
    const shoal_table *table; /* the release in memory, instead of files */
    /* What the release was made from, as for shoal_verify_against; or NULL. */
    const char *original;
    const shoal_table *original_table; /* the same in memory, instead of a file */
    shoal_context *context;            /* NULL: threads of its own */
    const char *mapping_path; /* as in shoal_assess_job: they are compared by it; or NULL */
} shoal_verify_job;

/* Does what shoal_verify, shoal_verify_files and shoal_verify_against do, for files and for tables
 * in memory, with the threads of a context. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_verify_release(shoal_verdict *verdict,
                                                          const shoal_plan *plan,
                                                          const shoal_verify_job *job,
                                                          shoal_error *error);

/* What was found in a front and in the release of one of its points. */
typedef struct shoal_front_verdict {
    size_t size;
    bool holds;       /* both are as they should be */
    int64_t points;   /* points of the front */
    int64_t released; /* the released point, from 1; 0: none, or it does not hold */
} shoal_front_verdict;

/* Checks a saved front (shoal_job.front_path) and the release of one of its points: all points are
 * non-dominated and meet the plan, and the numbers of the released point are those of the release.
 * With `original` (may be NULL), the table that the release was made from, every number of every
 * point is recomputed and the release is compared row by row. Returns SHOAL_OK if it could be
 * checked; `error` then states what does not hold. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_verify_front(shoal_front_verdict *verdict,
                                                        const shoal_plan *plan, const char *release,
                                                        const char *front, const char *original,
                                                        shoal_error *error);

/* ---- Tables ------------------------------------------------------------------------------- */

/* Something that is found out unless it is told. */
typedef enum shoal_choice {
    SHOAL_AUTO = 0, /* found out */
    SHOAL_YES = 1,  /* it is so */
    SHOAL_NO = 2    /* it is not so */
} shoal_choice;

/* How a CSV file is read. */
typedef struct shoal_csv_options {
    size_t size;
    char delimiter;      /* 0: sniffed among , ; tab | */
    shoal_choice header; /* first record names the columns */
    shoal_choice trim;   /* blanks after a delimiter are dropped */
    int threads;         /* 0: one per processor */
    /* Such as "utf-8", "utf-16", "latin1", "gb18030" or another name that iconv knows; "bytes": as
     * it is. NULL: found. */
    const char *encoding;
} shoal_csv_options;

/* Reads a CSV file, also a compressed one. `options` may be NULL: all is found. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_table_read_csv(shoal_table **out, const char *path,
                                                          const shoal_csv_options *options,
                                                          shoal_error *error);
/* Reads a table of any kind, by its name as in shoal_job.input, with the plan's settings for
 * reading (NULL: none). */
SHOAL_API SHOAL_CHECKED shoal_status shoal_table_read(shoal_table **out, const char *name,
                                                      const shoal_plan *plan, shoal_error *error);

/* A column of a table that a program has, in one of two layouts. */
typedef struct shoal_column {
    size_t size;
    const char *name; /* not empty, and no other column's */
    /* Texts: [rows] UTF-8, NUL-terminated; NULL: no value. */
    const char *const *texts;
    /* Codes of a dictionary: [rows] integers of code_width bytes (1, 2, 4 or 8) with a sign, that
     * count from first_code on; a smaller one: no value. */
    const void *codes;
    int code_width;            /* bytes of a code */
    int64_t first_code;        /* the code of the first value of the dictionary */
    const char *const *values; /* [value_count] the dictionary; NULL: no value */
    size_t value_count;        /* values of the dictionary */
} shoal_column;

/* Copies the columns of a program into a table. There are at least one column and one row, and
 * names are different and not empty. Each has texts or codes. `context` may be NULL.
 * For other types, and without copies where that is possible, see shoal_arrow.h. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_table_from_columns(shoal_table **out,
                                                              const shoal_column *columns,
                                                              size_t count, int64_t rows,
                                                              shoal_context *context,
                                                              shoal_error *error);
/* Writes a table under a name as in shoal_job.output. It is read back and compared cell by cell
 * before it gets its name. The rows of a release (shoal_job.release) are written in an order that
 * depends on its cells alone, not in that of the table, unless its plan has `order: input`. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_table_write(const shoal_table *table, const char *name,
                                                       shoal_error *error);
/* Another reference to the same table, to be released with shoal_table_free too. */
SHOAL_API shoal_table *shoal_table_share(const shoal_table *table);
/* Releases a reference to a table, and with the last one the table. */
SHOAL_API void shoal_table_free(shoal_table *table);
/* How many rows a table has. */
SHOAL_API int64_t shoal_table_rows(const shoal_table *table);
/* How many columns a table has. */
SHOAL_API int64_t shoal_table_columns(const shoal_table *table);
/* The name of a column, from 0; NULL after the last. */
SHOAL_API const char *shoal_table_column_name(const shoal_table *table, int64_t column);
/* The text of a cell; rows and columns count from 0. "" where there is no value. NULL if row or
 * column is out of range or the column was not kept. */
SHOAL_API const char *shoal_table_value(const shoal_table *table, int64_t row, int64_t column);
/* Whether a cell has no value; "" is one where the place that the table came from can tell. False
 * if row or column is out of range. */
SHOAL_API bool shoal_table_is_null(const shoal_table *table, int64_t row, int64_t column);

/* A column as the table has it; everything is borrowed. */
typedef struct shoal_column_view {
    size_t size;
    const char *name;    /* the column's */
    const void *codes;   /* [rows] unsigned integers of code_width bytes */
    int code_width;      /* 1, 2 or 4 */
    int64_t value_count; /* values of the dictionary, which shoal_table_dictionary reads */
    int64_t null_code;   /* the code that stands for no value; -1: none does */
    bool untouched;      /* of a release: the values are those of the original */
} shoal_column_view;

/* Shows a column as the table has it. False if there is no such column, or it was not kept. */
SHOAL_API bool shoal_table_view(const shoal_table *table, int64_t column, shoal_column_view *out);
/* The text of a code of a column (see shoal_table_view), NUL-terminated; NULL: no value, or no such
 * code. `length` may be NULL. */
SHOAL_API const char *shoal_table_dictionary(const shoal_table *table, int64_t column, int64_t code,
                                             size_t *length);

/* ---- Hierarchies -------------------------------------------------------------------------- */

/* Reads a hierarchy from a file of lines `value;level1;…`. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_hierarchy_read(shoal_hierarchy **out, const char *path,
                                                          shoal_error *error);
/* Builds a hierarchy from a specification such as "ranges:5,10,20", "ranges", "bands",
 * "magnitudes", "intervals", "mask:right", "mask:left", "prefix", "dates", "places:mapping.csv",
 * "groups:a|b;c|d", "grown", "icd10", "countries", "m49", "nuts", "flat" or "auto" for the values
 * of one column.
 * `described` (may be NULL) receives a sentence about what was built; release it with shoal_free.
 */
SHOAL_API SHOAL_CHECKED shoal_status shoal_hierarchy_build(shoal_hierarchy **out,
                                                           const shoal_table *table,
                                                           const char *column, const char *spec,
                                                           char **described, shoal_error *error);
/* Makes a hierarchy from text in memory, as files have it: lines `value;level1;…`. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_hierarchy_parse(shoal_hierarchy **out, const char *csv,
                                                           size_t length, shoal_error *error);
/* Makes a hierarchy from labels[value * (levels + 1) + level], level 0 being the value itself. They
 * are copied. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_hierarchy_from_labels(shoal_hierarchy **out,
                                                                 const char *const *labels,
                                                                 size_t values, size_t levels,
                                                                 shoal_error *error);
/* Another reference to the same hierarchy, to be released with shoal_hierarchy_free too. */
SHOAL_API shoal_hierarchy *shoal_hierarchy_share(const shoal_hierarchy *hierarchy);
/* The place of a value in the hierarchy, as shoal_hierarchy_label takes it; -1 where it is not
 * there.
 */
SHOAL_API int64_t shoal_hierarchy_find(const shoal_hierarchy *hierarchy, const char *value);
/* Writes a hierarchy as lines `value;level1;…`, complete or not at all. "-" is standard output. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_hierarchy_write(const shoal_hierarchy *hierarchy,
                                                           const char *path, shoal_error *error);
/* Releases a reference to a hierarchy, and with the last one the hierarchy. Not for borrowed ones.
 */
SHOAL_API void shoal_hierarchy_free(shoal_hierarchy *hierarchy);
/* How many values a hierarchy has. */
SHOAL_API int64_t shoal_hierarchy_values(const shoal_hierarchy *hierarchy);
/* How many levels a hierarchy has above its values. */
SHOAL_API int64_t shoal_hierarchy_height(const shoal_hierarchy *hierarchy);
/* The label of a value, by its place from 0, at a level, level 0 being the value itself; NULL when
 * out of range. */
SHOAL_API const char *shoal_hierarchy_label(const shoal_hierarchy *hierarchy, int64_t value,
                                            int64_t level);

/* Called with a sentence about a problem, and the line of the file, or 0. */
typedef void shoal_finding(const char *problem, int64_t line, void *user);
/* Reports each problem of a hierarchy file: values mapped two ways, levels that are not
 * coarsenings, and, when `table` is given, its values in `column` that are not covered. `found`
 * is called once per problem, and `problems` counts them; it is also called for remarks, which
 * begin with "note: " and are not counted. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_hierarchy_check(const char *path,
                                                           const shoal_table *table,
                                                           const char *column, shoal_finding *found,
                                                           void *user, int64_t *problems,
                                                           shoal_error *error);

/* ---- Names and memory --------------------------------------------------------------------- */

/* A copy of the name of a table, also behind other text (`--against=…`), as results and reports
 * show it: that of a URL without its passwords, any other as it is. NULL: out of memory. Free it
 * with shoal_free. */
SHOAL_API char *shoal_name_shown(const char *name);

/* Releases a text that a call made. */
SHOAL_API void shoal_free(void *pointer);

/* ---- What this build knows ---------------------------------------------------------------- */

/* Something that a plan can name, or a code of notes or warnings. */
typedef struct shoal_item {
    const char *name;    /* as plans have it */
    const char *summary; /* one line */
    const char *group;   /* for algorithms: the recoding they work on; for conditions of a verdict:
                            the worst tone; else "" */
} shoal_item;

/* All items of a kind: algorithms, conditions, metrics, models, notes, recodings, sources,
 * warnings. The last one is followed by one whose name is NULL. NULL for an unknown kind. */
SHOAL_API const shoal_item *shoal_list(const char *kind);

/* A place that tables come from and go to. */
typedef struct shoal_place {
    const char *name;     /* such as "csv" */
    const char *summary;  /* one line */
    const char *suffixes; /* suffixes of files, with blanks between them; "": it has none */
    const char *written;  /* those of them that releases can have */
    const char *schemes;  /* schemes of URLs, with blanks between them */
    int is_packed;        /* files may also be compressed: .gz, .zst, .xz */
    int reads;            /* tables come from there */
    int writes;           /* releases go there */
    int is_built;         /* this build has it */
    const char *install;  /* what to do where it has not; else "" */
} shoal_place;

/* Every place that any build knows. The last one is followed by one whose name is NULL. */
SHOAL_API const shoal_place *shoal_places(void);

/* A parameter of an algorithm. */
typedef struct shoal_parameter {
    const char *name;     /* the plan's key is "search." and this */
    const char *fallback; /* the default, as text */
    const char *summary;  /* one line */
} shoal_parameter;

/* The parameters of a recoding's algorithm, which the plan's keys "search.NAME" set. The last one
 * is followed by one whose name is NULL. NULL if there is no such algorithm. */
SHOAL_API const shoal_parameter *shoal_algorithm_parameters(const char *recoding,
                                                            const char *algorithm);

#ifdef __cplusplus
}
#endif

#endif
