/* Shoal: turns a table about people into a table that is safe to share.
 *
 * Conventions
 *   - Every call that can fail returns a shoal_status and must be checked.
 *   - `T **out` comes first and is owned by the caller; a returned `const T *` is borrowed.
 *   - `error` comes last and may be NULL.
 *   - Option structs start with `size_t size`: set it to sizeof the struct. Zero means default.
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

/* Values up to 5 are also the exit codes of the command line. */
typedef enum shoal_status {
    SHOAL_OK = 0,
    SHOAL_USAGE = 1,       /* an argument or the plan is wrong */
    SHOAL_BAD_DATA = 2,    /* a table or hierarchy is malformed; see line and column */
    SHOAL_INFEASIBLE = 3,  /* no release meets the plan */
    SHOAL_IO = 4,          /* reading or writing failed */
    SHOAL_UNVERIFIED = 5,  /* the written file failed verification and was removed */
    SHOAL_INTERRUPTED = 6, /* cancelled through shoal_hooks.cancel */
    SHOAL_NO_MEMORY = 7
} shoal_status;

#define SHOAL_MESSAGE_SIZE 240

/* Why a call failed. `line` and `column` count from 1; 0: none.
 * `code` is a stable identifier such as "k_missing" for programs; the manual lists all codes. `key`
 * is what to change: a key of the plan, such as "privacy.k", or a field of the job, such as
 * "front_path". Both are static strings, or NULL: the message says it all. */
typedef struct shoal_error {
    shoal_status status;
    int64_t line;
    int64_t column;
    char message[SHOAL_MESSAGE_SIZE];
    const char *code;
    const char *key;
} shoal_error;

SHOAL_API const char *shoal_version(void);
/* What was built in: a line for each part, with a tab between its name and its version, or "no". */
SHOAL_API const char *shoal_build(void);

/* The one of the names (a NULL follows the last) that was probably meant, or NULL: capitals,
 * swapped letters and small mistakes do not matter. */
SHOAL_API const char *shoal_nearest_name(const char *wrong, const char *const *names);

/* Whether this build can write reports. If not, a call that requests one fails with SHOAL_USAGE
 * before it does anything. */
SHOAL_API bool shoal_has_reports(void);

/* ---- Plans: what to protect and how ------------------------------------------------------- */

typedef struct shoal_plan shoal_plan;

/* A plan with every default in place. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_new(shoal_plan **out, shoal_error *error);
SHOAL_API void shoal_plan_free(shoal_plan *plan);

/* Reads a YAML file into the plan: its keys replace earlier values. Relative paths in it
 * (hierarchies, mapping files) are relative to the file's folder. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_read(shoal_plan *plan, const char *path,
                                                     shoal_error *error);
/* Sets one key by its dotted path, e.g. "privacy.k" to "5" or "attributes.age.role" to "quasi".
 * An attribute's name may contain dots: the part after the last dot is the key. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_set(shoal_plan *plan, const char *key,
                                                    const char *value, shoal_error *error);
/* Writes the effective plan as YAML, complete or not at all. "-" is standard output. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_plan_write(const shoal_plan *plan, const char *path,
                                                      shoal_error *error);

/* A key of the plan and the flag that mirrors it. A capital NAME in `key` stands for an attribute
 * or a parameter; the flag then takes NAME=VALUE, or with `fixed` just names. */
typedef struct shoal_plan_key {
    const char *key;
    const char *flag;  /* without the dashes; NULL: only in plan files */
    const char *value; /* what help calls the flag's value */
    const char *fixed; /* the value that the flag gives to each NAME; NULL: the flag takes it */
    bool list;         /* the flag takes several, comma-separated */
    const char *summary;
    char between; /* the separator of several; 0: a comma */
    bool common;  /* among the first that a user needs; a short help names only these */
} shoal_plan_key;

/* The keys in the order plans are written; NULL after the last. */
SHOAL_API const shoal_plan_key *shoal_plan_key_at(size_t index);
/* The values that such a key takes where they are few, NULL after the last; NULL: any. */
SHOAL_API const char *const *shoal_plan_key_words(const shoal_plan_key *key);

/* ---- Running ------------------------------------------------------------------------------ */

/* One line of a search's log. NaN: not known. */
typedef struct shoal_progress {
    char finder;         /* which part of the search found the improvement; ' ': a heartbeat */
    int64_t evaluations; /* nodes evaluated so far */
    double done;         /* share of the search space settled, 0..1 */
    double best;
    double bound;
    double gap;
    double seconds;
    const char *metric;
    bool last; /* the search has ended with this */
    /* Of a search with several objectives: the number of non-dominated points, and the share of the
     * objective space that they dominate. -1 and NaN for other searches, which have a bound. */
    int64_t points;
    double hypervolume;
    bool unlimited; /* neither time nor a number of evaluations ends the search */
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

typedef struct shoal_hooks {
    size_t size;
    /* Called from the thread that runs the search, on every improvement and now and then. */
    void (*progress)(const shoal_progress *line, void *user);
    /* A sentence for the user, such as which hierarchy was built. */
    void (*note)(const char *sentence, void *user);
    void *user;
    /* Points to a flag (of type volatile sig_atomic_t or int) that a signal handler may set. */
    const volatile int *cancel;
    /* Called once for each warning, also for those that were accepted. What it points to is valid
     * during the call. */
    void (*warning)(const shoal_warning *warning, void *user);
    /* Called when a phase other than the search begins and ends, and now and then in between: by
     * any thread, but one at a time. */
    void (*phase)(const shoal_phase *at, void *user);
} shoal_hooks;

typedef struct shoal_job {
    size_t size;
    /* A path, a pattern such as "2024-*.csv" where there is no file of that name, or "-" for
     * standard input; see also more_inputs. */
    const char *input;
    const char *output;      /* path, or "-" for standard output */
    const char *result_path; /* result JSON, or NULL */
    const char *report_path; /* HTML report, or NULL */
    bool keep_best;          /* when interrupted, release the best found so far */
    /* At most one of these. A checkpoint stores evaluated nodes, so that a run that was killed can
     * be resumed and then gives the same result. It stays after the release. */
    const char *checkpoint_path; /* create one: the file must not exist, or be empty */
    const char *resume_path;     /* continue the one in this file, and add to it */
    /* For searches with several objectives: the front is written here as CSV. With `pick` it is
     * read from here, and one of its points is released without a search: "3" is the third, "k=7"
     * the best whose smallest class has at least 7 rows. */
    const char *front_path;
    const char *pick;
    /* For gomm and dgomm: a folder, created if missing, for statistics of the genetic operators:
     * operators.csv, generations.csv and monitor.json. */
    const char *monitor_path;
    /* The report contains no values of the data and may be published. */
    bool public_report;
    const char *command; /* the command line, for the report's audit part, or NULL */
    /* Further files of the same table, which must have the same columns in the same order; their
     * rows follow those of `input`. */
    const char *const *more_inputs;
    size_t more_input_count;
    /* Everything but writing: the outputs are checked, the release is made and verified in a file
     * that never has a name, and then dropped. Only a result for "-" is still printed. */
    bool dry_run;
    /* The effective plan is written here with the release: the caller's, and what the table has
     * shown, such as words for missing values. NULL: nowhere. */
    const char *plan_path;
} shoal_job;

typedef struct shoal_result shoal_result;

/* Reads, searches, writes, verifies and publishes. On SHOAL_OK the release exists under its name,
 * complete and verified, unless it is a dry run; otherwise there is no new file. *out may also be
 * set on SHOAL_INFEASIBLE. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_anonymize(shoal_result **out, const shoal_plan *plan,
                                                     const shoal_job *job, const shoal_hooks *hooks,
                                                     shoal_error *error);
SHOAL_API void shoal_result_free(shoal_result *result);
/* The result as one JSON object with stable keys; borrowed. */
SHOAL_API const char *shoal_result_json(const shoal_result *result);
/* The summary for people, several lines; borrowed. */
SHOAL_API const char *shoal_result_summary(const shoal_result *result);

typedef struct shoal_assess_job {
    size_t size;
    const char *input;       /* the table to assess: path, or "-" for standard input */
    const char *against;     /* the table it was made from, or NULL */
    const char *result_path; /* result JSON, or NULL */
    const char *report_path; /* HTML report, or NULL */
    bool public_report;      /* the report contains no values of the table */
    const char *command;     /* the command line, for the report, or NULL */
    /* Further files of the table that is judged, as in shoal_job. */
    const char *const *more_inputs;
    size_t more_input_count;
    const char *records_path; /* a line for each row: its class, risks and unique sets; or NULL */
} shoal_assess_job;

/* Assesses any table: classes, privacy models, risk; and, against the original, loss of information
 * and record linkage. A table that does not meet the plan is assessed all the same. Files appear
 * complete, or not at all. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_assess(shoal_result **out, const shoal_plan *plan,
                                                  const shoal_assess_job *job,
                                                  const shoal_hooks *hooks, shoal_error *error);

typedef struct shoal_inspect_job {
    size_t size;
    const char *input;       /* the table: path, or "-" for standard input */
    const char *plan_path;   /* the plan to start from, or NULL */
    const char *result_path; /* result JSON, or NULL */
    const char *report_path; /* HTML report, or NULL */
    bool public_report;      /* the report contains no values of the table */
    const char *command;     /* the command line, for the report, or NULL */
    /* Further files of the table, as in shoal_job. */
    const char *const *more_inputs;
    size_t more_input_count;
} shoal_inspect_job;

/* Says what is in a table: the columns, the role each should play and why, and the columns that
 * together single out people; and makes a plan to start from, with which shoal_anonymize releases
 * the table as it stands. What `plan` says about roles and reading is respected. Files appear
 * complete, or not at all. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_inspect(shoal_result **out, const shoal_plan *plan,
                                                   const shoal_inspect_job *job,
                                                   const shoal_hooks *hooks, shoal_error *error);

typedef struct shoal_explore_job {
    size_t size;
    const char *input;       /* the table: path, or "-" for standard input */
    const char *csv_path;    /* a line for each point, or NULL */
    const char *result_path; /* result JSON, or NULL */
    const char *report_path; /* HTML report, or NULL */
    const char *command;     /* the command line, for the report, or NULL */
    /* Lists with commas, each value as the plan has it; NULL: the usual. */
    const char *ks;           /* "2,5,10" */
    const char *suppressions; /* "0,2%,100%" */
    const char *recodings;    /* "lattice,cut"; NULL: that of the plan */
    /* A command line that releases a point, with {k}, {suppression} and {recoding} where these
     * belong; or NULL. */
    const char *release;
    bool skip_costs; /* do not search what attributes and models cost */
    /* Further files of the table, as in shoal_job. */
    const char *const *more_inputs;
    size_t more_input_count;
} shoal_explore_job;

/* The best release for each k and each limit of suppression, as shoal_anonymize would find it with
 * that k and limit, and what each quasi-identifier and privacy model costs. The table is read once
 * and the searches share their work. Files appear complete, or not at all. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_explore(shoal_result **out, const shoal_plan *plan,
                                                   const shoal_explore_job *job,
                                                   const shoal_hooks *hooks, shoal_error *error);

typedef struct shoal_verdict {
    size_t size;
    bool holds;
    int64_t rows;
    int64_t suppressed; /* rows whose every quasi-identifier is `*` */
    int64_t classes;
    int64_t k_eff; /* smallest class among the rows that are not suppressed; 0 if there is none. In
                      persons where the plan names them */
    int64_t unjudged;   /* rules that cannot be judged from a release: those about a population */
    int64_t persons;    /* different ones among the rows; 0: rows are counted */
    int64_t k_eff_rows; /* rows of the class that has the fewest */
    /* Where the release has keys of persons, which link their rows: persons whose rows, taken
     * together, read like those of fewer than k persons, and like nobody else's. */
    int64_t linked_below, linked_unique;
} shoal_verdict;

/* Checks a written table against the plan's k, privacy models and suppression limit. Returns
 * SHOAL_OK if it could be checked (see verdict->holds); `error` then states why it does not hold.
 */
SHOAL_API SHOAL_CHECKED shoal_status shoal_verify(shoal_verdict *verdict, const shoal_plan *plan,
                                                  const char *path, shoal_error *error);
/* The same for a table in several files. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_verify_files(shoal_verdict *verdict,
                                                        const shoal_plan *plan,
                                                        const char *const *paths, size_t count,
                                                        shoal_error *error);

/* The same where the plan names a person: k and the models count persons, and `original` (may be
 * NULL), the table that the release was made from, says whose rows are whose. Its rows must be
 * those of the release, in the same order, except those dropped by the plan's rule for missing
 * values. Not needed if the release publishes pseudonyms. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_verify_against(shoal_verdict *verdict,
                                                          const shoal_plan *plan,
                                                          const char *const *paths, size_t count,
                                                          const char *original, shoal_error *error);

typedef struct shoal_front_verdict {
    size_t size;
    bool holds;
    int64_t points;
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

typedef struct shoal_table shoal_table;

typedef enum shoal_choice { SHOAL_AUTO = 0, SHOAL_YES = 1, SHOAL_NO = 2 } shoal_choice;

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

SHOAL_API SHOAL_CHECKED shoal_status shoal_table_read_csv(shoal_table **out, const char *path,
                                                          const shoal_csv_options *options,
                                                          shoal_error *error);
SHOAL_API void shoal_table_free(shoal_table *table);
SHOAL_API int64_t shoal_table_rows(const shoal_table *table);
SHOAL_API int64_t shoal_table_columns(const shoal_table *table);
SHOAL_API const char *shoal_table_column_name(const shoal_table *table, int64_t column);
/* Borrowed, NUL-terminated; NULL if row or column is out of range or the column was not kept. */
SHOAL_API const char *shoal_table_value(const shoal_table *table, int64_t row, int64_t column);

/* ---- Hierarchies -------------------------------------------------------------------------- */

typedef struct shoal_hierarchy shoal_hierarchy;

SHOAL_API SHOAL_CHECKED shoal_status shoal_hierarchy_read(shoal_hierarchy **out, const char *path,
                                                          shoal_error *error);
/* Builds from a specification such as "ranges:5,10,20", "ranges", "bands", "magnitudes",
 * "intervals", "mask:right", "mask:left", "prefix", "dates", "places:mapping.csv",
 * "groups:a|b;c|d", "grown", "icd10", "countries", "m49", "nuts", "flat" or "auto" for the values
 * of one column.
 * `described` (may be NULL) receives a sentence about what was built; release it with shoal_free.
 */
SHOAL_API SHOAL_CHECKED shoal_status shoal_hierarchy_build(shoal_hierarchy **out,
                                                           const shoal_table *table,
                                                           const char *column, const char *spec,
                                                           char **described, shoal_error *error);
/* Writes `value;level1;…`, complete or not at all. "-" is standard output. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_hierarchy_write(const shoal_hierarchy *hierarchy,
                                                           const char *path, shoal_error *error);
SHOAL_API void shoal_hierarchy_free(shoal_hierarchy *hierarchy);
SHOAL_API int64_t shoal_hierarchy_values(const shoal_hierarchy *hierarchy);
/* Levels above the ground values. */
SHOAL_API int64_t shoal_hierarchy_height(const shoal_hierarchy *hierarchy);
/* Label of a value at a level, level 0 = the value itself; NULL when out of range. */
SHOAL_API const char *shoal_hierarchy_label(const shoal_hierarchy *hierarchy, int64_t value,
                                            int64_t level);

/* Reports each problem of a hierarchy file: values mapped two ways, levels that are not
 * coarsenings, and, when `table` is given, its values in `column` that are not covered. `found`
 * is called once per problem. */
typedef void shoal_finding(const char *problem, int64_t line, void *user);
SHOAL_API SHOAL_CHECKED shoal_status shoal_hierarchy_check(const char *path,
                                                           const shoal_table *table,
                                                           const char *column, shoal_finding *found,
                                                           void *user, int64_t *problems,
                                                           shoal_error *error);

/* A copy of the name of a table, also behind other text (`--against=…`), as results and reports
 * show it: that of a URL without its passwords, any other as it is. NULL: out of memory. Free it
 * with shoal_free. */
SHOAL_API char *shoal_name_shown(const char *name);

SHOAL_API void shoal_free(void *pointer);

/* ---- What this build knows ---------------------------------------------------------------- */

typedef struct shoal_item {
    const char *name;
    const char *summary;
    const char *group; /* for algorithms: the recoding they work on; else "" */
} shoal_item;

/* `kind`: algorithms, metrics, models, recodings, sources, warnings. NULL-terminated by name; NULL
 * for an unknown kind. */
SHOAL_API const shoal_item *shoal_list(const char *kind);

/* A place that tables come from and go to. */
typedef struct shoal_place {
    const char *name;
    const char *summary;
    const char *suffixes; /* of files, with blanks between them; "": it has none */
    const char *written;  /* those of them that releases can have */
    const char *schemes;  /* of URLs, with blanks between them */
    int is_packed;        /* files may also be compressed: .gz, .zst, .xz */
    int reads;
    int writes;
    int is_built;        /* this build has it */
    const char *install; /* what to do where it has not; else "" */
} shoal_place;

/* Every place that any build knows. NULL-terminated by name. */
SHOAL_API const shoal_place *shoal_places(void);

typedef struct shoal_parameter {
    const char *name;
    const char *fallback; /* the default, as text */
    const char *summary;
} shoal_parameter;

/* The parameters of a recoding's algorithm, which the plan's keys "search.NAME" set.
 * NULL-terminated by name; NULL if there is no such algorithm. */
SHOAL_API const shoal_parameter *shoal_algorithm_parameters(const char *recoding,
                                                            const char *algorithm);

#ifdef __cplusplus
}
#endif

#endif
