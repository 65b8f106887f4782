/* One person of the sample register: drawn from (seed, row) alone, and written as a line. */
#ifndef SHOAL_SAMPLE_SAMPLE_PERSON_H
#define SHOAL_SAMPLE_SAMPLE_PERSON_H

#include "base/status.h"
#include "sample/sample_lists.h"

/* The register is as of the last day of SAMPLE_LAST_YEAR. */
#define SAMPLE_FIRST_YEAR 1920
#define SAMPLE_LAST_YEAR 2024
#define SAMPLE_MISSING "?"
#define SAMPLE_HEADER                                                                              \
    "id,name,birth_date,sex,postcode,education,occupation,country,marital_status,household_size,"  \
    "employment,diagnosis,income\n"
#define SAMPLE_LONGEST_LINE 256

typedef struct sample_person {
    uint64_t number;
    uint32_t first_name, name_start, name_end;
    int year, month, day;
    uint32_t sex, postcode;
    uint32_t education, occupation; /* as they are, known or not */
    bool education_known, occupation_known;
    uint32_t country, marital, household, sector, diagnosis;
    uint32_t income; /* in hundreds */
} sample_person;

/* Every weighted choice that makes up the society, ready to draw from; immutable once made. */
typedef struct sample_society sample_society;
SHOAL_CHECKED shoal_status sample_society_new(sample_society **out, shoal_error *error);
void sample_society_free(sample_society *society);

/* All postcodes there are, as numbers of five digits. */
const uint32_t *sample_postcodes(const sample_society *society, size_t *count);

int sample_days_of_month(int year, int month);

sample_person sample_person_draw(const sample_society *society, uint64_t seed, uint64_t row);

/* Writes the person's line at `out`, which has room for SAMPLE_LONGEST_LINE; returns its end. */
char *sample_person_write(const sample_society *society, const sample_person *person, char *out);

#endif
