/* One stay in hospital of a patient, who is a person of the register of people: drawn from (seed,
 * patient, visit) alone, and written as a line. */
#ifndef SHOAL_SAMPLE_SAMPLE_STAY_H
#define SHOAL_SAMPLE_SAMPLE_STAY_H

#include "sample/sample.h"
#include "sample/sample_person.h"

/* The stays began in these years. */
#define SAMPLE_FIRST_STAY 2022
#define SAMPLE_STAY_YEARS (SAMPLE_LAST_YEAR - SAMPLE_FIRST_STAY + 1)
#define SAMPLE_STAY_HEADER                                                                         \
    "patient_id,admitted,age,sex,postcode,country,marital_status,insurance,ward,admission,days,"   \
    "diagnosis,cost\n"

enum { SAMPLE_WARDS = 16, SAMPLE_INSURANCES = 5 };
extern const sample_list sample_wards;
extern const sample_list sample_insurances;

typedef struct sample_stay {
    int year, month, day;
    int age; /* on that day */
    uint32_t insurance, ward, admission, diagnosis;
    uint32_t days, cost; /* the cost in hundreds */
} sample_stay;

/* How often the patient was in hospital: at least once. */
uint32_t sample_visits_draw(const sample_options *options, uint64_t patient);

/* Sex, postcode, country and marital status are the person's own; the rest varies by visit. */
sample_stay sample_stay_draw(const sample_society *society, const sample_person *person,
                             uint64_t seed, uint32_t visit);

/* Writes the stay's line at `out`, which has room for SAMPLE_LONGEST_LINE; returns its end. */
char *sample_stay_write(const sample_society *society, const sample_person *person,
                        const sample_stay *stay, char *out);

#endif
