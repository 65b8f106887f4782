/* The tables behind the classifications, for their own files and the tests of totals. */
#ifndef SHOAL_CLASSIFICATION_CLASSIFICATION_TABLES_H
#define SHOAL_CLASSIFICATION_CLASSIFICATION_TABLES_H

#include "classification/classification.h"

/* ---- Regions of UN M49 ---------------------------------------------------------------------- */

typedef enum m49_region {
    M49_NORTHERN_AFRICA,
    M49_EASTERN_AFRICA,
    M49_MIDDLE_AFRICA,
    M49_SOUTHERN_AFRICA,
    M49_WESTERN_AFRICA,
    M49_CARIBBEAN,
    M49_CENTRAL_AMERICA,
    M49_SOUTH_AMERICA,
    M49_NORTHERN_AMERICA,
    M49_CENTRAL_ASIA,
    M49_EASTERN_ASIA,
    M49_SOUTH_EASTERN_ASIA,
    M49_SOUTHERN_ASIA,
    M49_WESTERN_ASIA,
    M49_EASTERN_EUROPE,
    M49_NORTHERN_EUROPE,
    M49_SOUTHERN_EUROPE,
    M49_WESTERN_EUROPE,
    M49_AUSTRALIA_AND_NEW_ZEALAND,
    M49_MELANESIA,
    M49_MICRONESIA,
    M49_POLYNESIA,
    M49_ANTARCTICA,
    M49_REGIONS,
} m49_region;

typedef struct m49_entry {
    int number;
    const char *name;
    int continent; /* number of the region above */
    const char *continent_name;
} m49_entry;

extern const m49_entry m49_table[M49_REGIONS];

/* ---- Countries of ISO 3166 ------------------------------------------------------------------ */

typedef struct country_entry {
    char alpha2[3];
    char alpha3[4];
    short number;
    m49_region region;
    const char *names; /* English, lower case, several with | between them */
} country_entry;

extern const country_entry country_table[]; /* the last has no code */

/* NULL: no country has this code of two letters. */
const country_entry *country_of_alpha2(const char *code);

/* ---- Blocks of ICD-10 ----------------------------------------------------------------------- */

/* Categories as letter and two digits; a chapter is the blocks between its first and last. */
typedef struct icd10_range {
    char first[4];
    char last[4];
} icd10_range;

extern const icd10_range icd10_chapters[];
extern const size_t icd10_chapter_count;
extern const icd10_range icd10_blocks[]; /* in order */
extern const size_t icd10_block_count;

extern const classification icd10_classification;
extern const classification countries_classification;
extern const classification m49_classification;
extern const classification nuts_classification;

#endif
