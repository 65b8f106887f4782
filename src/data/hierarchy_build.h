/* Building a hierarchy for the values of a column from a specification:
 *
 *   ranges            number ranges of chosen widths
 *   ranges:5,10,20    of these widths, each a multiple of the one before; counted from 0
 *   ranges:5,10@3     counted from 3: …, -2 to 2, 3 to 7, …
 *   bands             ranges with round bounds and about equally many rows in each
 *   magnitudes        ranges in 1-2-5 steps, powers of 10, of 100; numbers not below zero
 *   intervals         values such as 18-24, [70,80) or 65+ merged with their neighbours
 *   mask:right        a star for one more character of the end at each level; mask:left
 *   prefix            the first characters; British postcodes by sector, district, area
 *   dates             day, month, quarter, year, decade; dates:dmy, dates:mdy, dates:ymd say the
 *                     order; dates:week has day, week, 13 weeks, year of the week, decade
 *   groups:a|b;c|d    values in groups; old=a|b names a group; /x=old|new adds a level of groups
 *                     of groups; a backslash makes the next character literal
 *   grown             a tree of values that occur with the same values of the other columns, rare
 *                     ones first; grown:frequency goes by their rows alone
 *   icd10             category, block and chapter of ICD-10; countries, m49 and nuts likewise:
 *                     the classifications of classification/classification.h
 *   flat              every value to `*`
 *   auto              what suits the values
 *
 * Every hierarchy ends in `*`. Ranges of whole numbers read 20-29 (-10 to -1 where one is below
 * zero), others 20.0 to <20.5, which leaves its upper end out. */
#ifndef SHOAL_DATA_HIERARCHY_BUILD_H
#define SHOAL_DATA_HIERARCHY_BUILD_H

#include "base/text.h"
#include "classification/classification.h"
#include "data/hierarchy.h"
#include "plan/plan.h"

typedef struct build_input build_input;

/* How often each value occurs together with each of some features of the rest of the table, such as
 * a value or a range of another column. */
typedef struct build_profiles {
    size_t features; /* 0: there is nothing to learn */
    uint32_t
        *counts; /* [value * features + feature] rows with both; for the caller to memory_free */
} build_profiles;

/* Only builders that need profiles ask for them: they cost a pass over the table. */
typedef shoal_status build_profiler(build_profiles *out, const build_input *input,
                                    shoal_error *error);

struct build_input {
    const char *name;          /* of the column */
    const char *const *values; /* distinct, missing ones left out */
    size_t count;
    plan_type type;       /* TYPE_AUTO: inferred */
    bool declared;        /* filled in: the type was given, not inferred */
    const uint64_t *rows; /* [count] rows with each value; NULL: not known. Values of 0 rows get
                             labels like the others, but nothing is chosen by them */
    uint64_t named;       /* values of fewer rows are in no label made of values; 0: all may be */
    build_profiler *profile; /* NULL: nothing else is known of the table */
    const void *company;     /* the profiler's own */
};

/* Rows of a value, 1 where they are not known. */
static inline uint64_t build_rows(const build_input *input, size_t value) {
    return input->rows ? input->rows[value] : 1;
}

/* The hierarchy is sealed. `described` receives a sentence such as
 * "age: built ranges of 5, 10, 20, 40 (integer, 74 values)". */
SHOAL_CHECKED shoal_status hierarchy_build(shoal_hierarchy **out, const build_input *input,
                                           const char *spec, text *described, shoal_error *error);

/* The builders behind it: `arguments` is what follows the colon, "" when there is none; they
 * leave the hierarchy unsealed and add to `described` what was built, without name and type. */
typedef shoal_status hierarchy_builder(shoal_hierarchy **out, const build_input *input,
                                       const char *arguments, text *described, shoal_error *error);
hierarchy_builder hierarchy_build_ranges;
hierarchy_builder hierarchy_build_bands;
hierarchy_builder hierarchy_build_magnitudes;
hierarchy_builder hierarchy_build_intervals;
hierarchy_builder hierarchy_build_mask;
hierarchy_builder hierarchy_build_prefix;
hierarchy_builder hierarchy_build_dates;
hierarchy_builder hierarchy_build_groups;
hierarchy_builder hierarchy_build_grown;
hierarchy_builder hierarchy_build_flat;
hierarchy_builder hierarchy_build_auto;

/* Whether `intervals` suits the values. */
SHOAL_CHECKED shoal_status hierarchy_are_intervals(bool *out, const build_input *input,
                                                   shoal_error *error);

/* Whether the values are British postcodes, which need no name to be recognized. */
bool hierarchy_are_british_postcodes(const build_input *input);

/* Refuses arguments of a builder that takes none. */
SHOAL_CHECKED shoal_status hierarchy_no_arguments(const build_input *input, const char *builder,
                                                  const char *arguments, shoal_error *error);

/* The levels of a classification that differ. What it does not know is "other" at each of them; no
 * value is an error. */
SHOAL_CHECKED shoal_status hierarchy_build_classified(shoal_hierarchy **out,
                                                      const build_input *input,
                                                      const classification *of, text *described,
                                                      shoal_error *error);

/* A new hierarchy with the values as ground labels and `*` at the top; the levels between are the
 * builder's to fill. */
SHOAL_CHECKED shoal_status hierarchy_frame(shoal_hierarchy **out, const build_input *input,
                                           int height, shoal_error *error);

#endif
