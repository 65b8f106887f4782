/* What the people of the sample register can be: every list of values with the groups they
 * generalize to, and the weights that make the register look like a country. All of it is
 * invented; sizes and tendencies are those of a mid-sized European population. */
#ifndef SHOAL_SAMPLE_SAMPLE_LISTS_H
#define SHOAL_SAMPLE_SAMPLE_LISTS_H

#include <stddef.h>
#include <stdint.h>

#define SAMPLE_MOST_LEVELS 4

typedef struct sample_value {
    const char *text;
    const char *level[SAMPLE_MOST_LEVELS]; /* groups from fine to coarse, without the top `*` */
} sample_value;

typedef struct sample_list {
    const char *attribute; /* its column */
    const sample_value *values;
    size_t count;
    int levels; /* of each value's `level` that are in use */
} sample_list;

enum { SAMPLE_FEMALE, SAMPLE_MALE, SAMPLE_SEXES };

/* Stages of life, which most weights depend on. */
enum { SAMPLE_STAGES = 10 };
int sample_stage(int age);

enum { SAMPLE_EDUCATIONS = 9, SAMPLE_TIERS = 5 };
/* Occupations: the trades first, then what people do who have none. */
enum {
    SAMPLE_TRADES = 32,
    SAMPLE_STUDENT = SAMPLE_TRADES,
    SAMPLE_UNEMPLOYED,
    SAMPLE_HOMEMAKER,
    SAMPLE_UNABLE,
    SAMPLE_RETIRED,
    SAMPLE_PUPIL,
    SAMPLE_CHILD,
    SAMPLE_OCCUPATIONS
};
enum { SAMPLE_STATUSES = 1 + SAMPLE_OCCUPATIONS - SAMPLE_TRADES };
enum { SAMPLE_REGIONS = 10, SAMPLE_COUNTRIES = 37 };
enum { SAMPLE_MARITALS = 6, SAMPLE_MARRIED = 1, SAMPLE_PARTNERSHIP = 2 };
enum { SAMPLE_HOUSEHOLDS = 8, SAMPLE_SITUATIONS = 8 };
enum { SAMPLE_SECTORS = 5, SAMPLE_NO_SECTOR = 4 };
enum { SAMPLE_DIAGNOSES = 46, SAMPLE_BANDS = 7 };
enum { SAMPLE_FIRST_NAMES = 48, SAMPLE_NAME_STARTS = 40, SAMPLE_NAME_ENDS = 16 };

extern const sample_list sample_sexes;
extern const sample_list sample_educations;
extern const sample_list sample_occupations;
extern const sample_list sample_countries;
extern const sample_list sample_maritals;
extern const sample_list sample_households;

extern const char *const sample_sectors[SAMPLE_SECTORS];
extern const char *const sample_first_names[SAMPLE_SEXES][SAMPLE_FIRST_NAMES];
extern const char *const sample_name_starts[SAMPLE_NAME_STARTS];
extern const char *const sample_name_ends[SAMPLE_NAME_ENDS];

/* People of each five years of age, from birth on; the last entry ends the pyramid. */
enum { SAMPLE_AGE_STEPS = 22 };
extern const uint16_t sample_pyramid[SAMPLE_AGE_STEPS];
/* Of a thousand people of that stage, how many are men. */
extern const uint16_t sample_men[SAMPLE_STAGES];

extern const uint8_t sample_education_weight[SAMPLE_STAGES][SAMPLE_EDUCATIONS];
extern const uint8_t sample_tier[SAMPLE_EDUCATIONS];

/* Working first, then in the order of the occupations after the trades. */
extern const uint8_t sample_status_weight[SAMPLE_STAGES][SAMPLE_SEXES][SAMPLE_STATUSES];

typedef struct sample_trade {
    uint8_t weight[SAMPLE_TIERS];     /* by education */
    uint8_t women;                    /* of a hundred */
    uint16_t income;                  /* in hundreds, per year */
    uint8_t sector[SAMPLE_NO_SECTOR]; /* private, public, self-employed, non-profit */
} sample_trade;
extern const sample_trade sample_trades[SAMPLE_TRADES];
extern const uint16_t sample_idle_income[SAMPLE_OCCUPATIONS - SAMPLE_TRADES];

extern const uint8_t sample_country_weight[SAMPLE_COUNTRIES];
typedef struct sample_region {
    uint16_t foreign;    /* of a thousand inhabitants, born abroad */
    const char *favours; /* the world region that settles here most */
} sample_region;
extern const sample_region sample_regions[SAMPLE_REGIONS]; /* by first digit of the postcode */

extern const uint8_t sample_marital_weight[SAMPLE_STAGES][SAMPLE_SEXES][SAMPLE_MARITALS];
extern const uint8_t sample_household_weight[SAMPLE_SITUATIONS][SAMPLE_HOUSEHOLDS];
/* The row of sample_household_weight for someone of that stage, alone or with a partner. */
int sample_situation(int stage, int partnered);

typedef struct sample_diagnosis {
    const char *code;
    uint8_t weight[SAMPLE_BANDS]; /* by age: 0-5, 6-15, 16-34, 35-49, 50-64, 65-79, 80 and over */
    uint8_t women;                /* of a hundred such patients, were both sexes equally many */
} sample_diagnosis;
extern const sample_diagnosis sample_diagnoses[SAMPLE_DIAGNOSES];
int sample_band(int stage);

#endif
