/* The plan: all settings of a run, as one struct. Keys, flags and YAML all end here. */
#ifndef SHOAL_PLAN_PLAN_H
#define SHOAL_PLAN_PLAN_H

#include "base/memory.h"
#include "base/status.h"

/* Of a hierarchy, above its values. */
#define PLAN_MOST_LEVELS 200

typedef enum plan_role {
    ROLE_PLAIN,
    ROLE_QUASI,
    ROLE_SENSITIVE,
    ROLE_IDENTIFIER,
    ROLE_PERSON,    /* key of the person that a row belongs to; several columns are one key */
    ROLE_HOUSEHOLD, /* key of the person's household */
    ROLE_WEIGHT,    /* sampling weight: how many people of the population a row stands for */
    ROLE_UNNAMED    /* in no plan: a column that the plan does not name, and leaves out */
} plan_role;
typedef enum plan_type { TYPE_AUTO, TYPE_INTEGER, TYPE_DECIMAL, TYPE_DATE, TYPE_STRING } plan_type;
/* What recodings by clusters publish of an attribute, and how freely they generalize it. */
typedef enum plan_shape {
    SHAPE_AUTO,
    SHAPE_HIERARCHY,
    SHAPE_RANGE,
    SHAPE_SET,
    SHAPE_MEAN
} plan_shape;
typedef enum plan_local { LOCAL_FREE, LOCAL_UNIFORM, LOCAL_KEEP } plan_local;
typedef enum plan_domain { DOMAIN_DATA, DOMAIN_HIERARCHY } plan_domain;
typedef enum plan_missing { MISSING_CATEGORY, MISSING_WILDCARD, MISSING_DROP } plan_missing;
/* Where rows are while a release is made of them. */
typedef enum plan_where { WHERE_MEMORY, WHERE_DATABASE } plan_where;
/* What becomes of suppressed rows: they are left out where they do not hold as a class, or stay in
 * the release whatever it takes, or never. */
typedef enum plan_suppressed { SUPPRESSED_AUTO, SUPPRESSED_KEEP, SUPPRESSED_DROP } plan_suppressed;
typedef enum plan_rounding { ROUND_USUAL, ROUND_BOUNDS, ROUND_NOTHING } plan_rounding;
typedef enum plan_then { THEN_NOTHING, THEN_SUPPRESS } plan_then;
/* What a release is for, where the choice of the recoding is left to the program. */
typedef enum plan_purpose { PURPOSE_SHARE, PURPOSE_TABLES, PURPOSE_TRAIN } plan_purpose;
#define PLAN_PURPOSES 3
/* The order of released rows: one that depends on published cells alone, or the input's. */
typedef enum plan_order { ORDER_PUBLISHED, ORDER_INPUT } plan_order;
/* What happens to the columns of a table that the plan does not name. */
typedef enum plan_unnamed { UNNAMED_PUBLISH, UNNAMED_REFUSE, UNNAMED_DROP } plan_unnamed;
typedef enum plan_identifiers { IDENTIFIERS_DROP, IDENTIFIERS_MASK } plan_identifiers;

typedef struct plan_attribute {
    char *name;
    plan_role role;
    plan_type type;
    double weight;   /* 1 unless set */
    bool weighted;   /* the weight was set */
    char *hierarchy; /* builder specification ("ranges:5,10", "auto", …) or path; NULL: not given */
    shoal_hierarchy *given; /* in place of `hierarchy`: an object, shared; NULL: none */
    bool add_top; /* attributes.NAME.top: add -> a last level `*` is added where it is missing */
    /* What cuts go by; see data/domain.h. */
    bool constrained; /* groups must be nodes of the hierarchy's tree */
    char *order;      /* values as plan_order_next reads them; NULL: found automatically */
    int64_t finest;   /* level of the hierarchy whose groups are the values; 0: the ground values */
    char decimal;     /* the decimal sign of its values in the file: a comma; 0: a point */
    char *missing;    /* further words for a missing value in it, comma-separated; NULL: none */
    /* Values beyond these read as the bound: a number, or a share of the people such as 99%, as
     * written; NULL: none. */
    char *top_code, *bottom_code;
    int64_t min_level; /* lowest level that may be published */
    int64_t max_level; /* one more than the highest that may be; 0: any */
    plan_shape shape;
    plan_local local;
    bool only_read; /* only how its values are written is known: that names no column */
} plan_attribute;

/* In place of a delimiter: any number of blanks; columns of fixed width. */
#define PLAN_BLANKS ((char)-1)
#define PLAN_FIXED ((char)-2)

/* What the people who release the data state about it: evidence for a review, which no computation
 * can supply. One line each: the field, and what a report calls it. */
#define PLAN_CONTEXT(X)                                                                            \
    X(purpose, "Purpose")                                                                          \
    X(recipients, "Recipients")                                                                    \
    X(release, "Release")                                                                          \
    X(likelihood, "Likelihood of an attempt")                                                      \
    X(motive, "Motive of an attacker")                                                             \
    X(reviewer, "Reviewer")                                                                        \
    X(review_date, "Date of the next review")

#define PLAN_CONTEXT_FIELD(name, title) char *name;
typedef struct plan_context {
    PLAN_CONTEXT(PLAN_CONTEXT_FIELD) /* as written; NULL: not stated */
} plan_context;
#undef PLAN_CONTEXT_FIELD

typedef struct plan_setting {
    char *name;
    char *value;
} plan_setting;

struct shoal_plan {
    plan_attribute *attributes; /* in the order they were first named */
    size_t attribute_count;
    size_t attribute_capacity;
    char *hierarchies; /* folder of ATTRIBUTE.csv files, or NULL */
    int64_t k;         /* what k and max_risk ask for; 0: nothing */
    int64_t k_given;   /* as written; 0: not given */
    int64_t l;         /* distinct l-diversity; 0: not given */
    char *t;           /* t-closeness, as written; NULL: not given */
    /* Largest risks, as written: of a record, of the mean of all, and the share of records that are
     * unique; NULL: any. */
    char *max_risk, *max_average_risk, *max_uniques;
    char *dominance;  /* how closely no mean may tell its largest value, as written; NULL: usual */
    char *models;     /* rules of measure/privacy_model.h, `;` between them; NULL: none */
    char *population; /* file of the people that the table is a sample of; NULL: none */
    shoal_table *population_table; /* in place of the file: an object, shared; NULL: none */
    int64_t people;                /* how many they are; 0: not known */
    char *threshold;               /* risk that is still acceptable, as written; NULL: the usual */
    int64_t combined; /* attributes of the combinations looked at for risk; 0: the usual */
    char *target;     /* attribute to be predicted; NULL: none */
    double suppression;
    double suppression_weight; /* how often a suppressed cell counts; 0: not given, once */
    bool suppression_given;
    plan_suppressed suppressed;
    char *recoding;             /* "lattice" */
    plan_then then;             /* a last step after recoding: cells are blanked instead of rows */
    plan_rounding round_bounds; /* of ranges that clusters publish; usually they are rounded */
    plan_where where;           /* rows are read, or stay in their database */
    plan_purpose purpose;
    char *algorithm;  /* "auto" */
    char *metric;     /* NULL: loss, or nwp when weights are given */
    char *objectives; /* of searches with several, as written; NULL: the usual */
    char *prefer;     /* the preference point, as written; NULL: none */
    char *groups;     /* of attributes for microaggregation, as written; NULL: all in one */
    plan_domain domain;
    plan_missing missing;
    char **missing_tokens; /* "?", "", "NA"; a NULL follows the last */
    size_t missing_token_count;
    plan_identifiers identifiers;
    plan_order order;
    plan_unnamed unnamed;
    bool pseudonyms;        /* publish random keys in place of the persons' */
    bool strict;            /* release nothing with a warning that was not accepted */
    char *accepted;         /* codes of accepted warnings, comma-separated; NULL: none */
    plan_setting *settings; /* parameters of the algorithm */
    size_t setting_count;
    size_t setting_capacity;
    int64_t evaluations; /* 0: no limit */
    double time_limit;   /* seconds; 0: no limit */
    double prove;        /* seconds for a bound after a search that proves nothing; 0: a part of the
                            search's own effort; negative: none */
    int64_t memory;      /* bytes the search may remember; 0: default */
    uint64_t seed;
    int threads;    /* 0: one per processor */
    char *encoding; /* of the input, by its name in files/text_encoding.h; NULL: found */
    char decimal;   /* decimal sign of the input: a point or a comma; 0: found */
    char delimiter; /* of the input; 0: sniffed; or PLAN_BLANKS, PLAN_FIXED */
    shoal_choice header;
    shoal_choice trim;
    plan_context context;
    char *sheet;  /* of a workbook; NULL: the first */
    char **files; /* that it was read from */
    size_t file_count;
};

/* The attribute of that name, or NULL; and the same, added with defaults when new (NULL only when
 * out of memory). */
const plan_attribute *plan_find(const shoal_plan *plan, const char *name);
plan_attribute *plan_attribute_named(shoal_plan *plan, const char *name);
/* The same for what is found about the values of a column, which names none. */
plan_attribute *plan_attribute_read(shoal_plan *plan, const char *name);

/* Whether the plan names the column: as an attribute, as the target, or in a privacy model. */
bool plan_names(const shoal_plan *plan, const char *name);

/* Columns that the plan does not name are plain, or ROLE_UNNAMED where it leaves them out. */
plan_role plan_role_of(const shoal_plan *plan, const char *name);
/* Whether columns of the role are never published as they are: identifiers, keys, and those that
 * are left out. */
bool plan_role_is_hidden(plan_role role);
bool plan_is_missing(const shoal_plan *plan, const char *value);
/* The same in an attribute, which may have words of its own. */
bool plan_is_missing_in(const shoal_plan *plan, const char *attribute, const char *value);
/* The words for a missing value of the attribute, one by one; false after the last. */
#define PLAN_WORD_SIZE 80
bool plan_missing_word(const shoal_plan *plan, const char *attribute, size_t index,
                       char out[PLAN_WORD_SIZE]);
/* Whether nobody has said how missing values are written. */
bool plan_has_usual_tokens(const shoal_plan *plan);
SHOAL_CHECKED bool plan_set_usual_tokens(shoal_plan *plan);
size_t plan_count_role(const shoal_plan *plan, plan_role role);

/* The rule for missing values, and the purpose, as plans name them. */
const char *plan_missing_name(plan_missing rule);
const char *plan_purpose_name(plan_purpose purpose);
/* Whether the plan names the people that the table is a sample of. */
bool plan_has_population(const shoal_plan *plan);
/* The metric to optimize, with the default resolved. */
const char *plan_metric(const shoal_plan *plan);

/* The attribute to be predicted: the one that was named, else the only sensitive one; NULL: none.
 */
const char *plan_target(const shoal_plan *plan);

/* Shares are decimals of up to nine places, kept as whole numbers of this unit. */
#define PLAN_SHARE_UNIT INT64_C(1000000000)
/* The share that is written so, from 0 to 1, exactly; false where it is none. */
bool plan_share_units(const char *written, int64_t *out);
/* The same of a percentage such as 99.5%. */
bool plan_percent_units(const char *written, int64_t *out);
/* The smallest class whose risk is at most max_risk: 1/0.09 is 12; 0: max_risk is not given. */
int64_t plan_k_of_risk(const shoal_plan *plan);
/* Makes k what the plan asks for; after every change. */
void plan_settle(shoal_plan *plan);

/* Replace all missing tokens; set one parameter of the algorithm. False when out of memory. */
SHOAL_CHECKED bool plan_set_tokens(shoal_plan *plan, const char *const *tokens, size_t count);
SHOAL_CHECKED bool plan_set_setting(shoal_plan *plan, const char *name, const char *value);

/* A plan of its own with the same values. */
SHOAL_CHECKED shoal_status plan_copy(shoal_plan **out, const shoal_plan *from, shoal_error *error);
/* The same onto a new plan. Attributes that it has already keep their places; the others follow in
 * the order of `from`. */
SHOAL_CHECKED shoal_status plan_copy_onto(shoal_plan *out, const shoal_plan *from,
                                          shoal_error *error);

/* Where the plan lets a search remember more than so many bytes (0: any), *plan becomes a copy that
 * does not, which the caller frees; else *out is NULL. */
SHOAL_CHECKED shoal_status plan_limit_memory(shoal_plan **out, const shoal_plan **plan,
                                             int64_t most, shoal_error *error);

/* Remembers a file that the plan was read from. False when out of memory. */
SHOAL_CHECKED bool plan_add_file(shoal_plan *plan, const char *path);

/* Takes the first value off a list such as `low|mid|high`: values are separated by `|`, a backslash
 * makes the next character literal. The value goes to `out`, which has room for the list; returns
 * what follows, NULL after the last value. */
const char *plan_order_next(const char *order, char *out);

/* The names that begin a hierarchy specification without a file: builders, each a function
 * hierarchy_build_NAME, and classifications. */
#define HIERARCHY_BUILDERS(X)                                                                      \
    X(auto)                                                                                        \
    X(ranges)                                                                                      \
    X(bands) X(magnitudes) X(intervals) X(mask) X(prefix) X(dates) X(groups) X(grown) X(flat)
#define HIERARCHY_CLASSIFICATIONS(X) X(icd10) X(countries) X(m49) X(nuts)

/* Where the path of a hierarchy specification starts: "places:FILE" and anything that does not
 * begin with the name of a builder hold one. NULL for a builder without a file. */
const char *plan_hierarchy_path(const char *spec);

#endif
