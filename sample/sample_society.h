/* The inside of a sample_society, for the two files that build it and draw from it. */
#ifndef SHOAL_SAMPLE_SAMPLE_SOCIETY_H
#define SHOAL_SAMPLE_SAMPLE_SOCIETY_H

#include "sample/sample_choice.h"
#include "sample/sample_person.h"

#define SAMPLE_OCTAVE 1024

struct sample_society {
    arena memory;
    uint32_t *postcodes;
    size_t postcode_count;
    choice age, postcode, first_name, name_start;
    choice education[SAMPLE_STAGES];
    choice status[SAMPLE_STAGES][SAMPLE_SEXES];
    choice trade[SAMPLE_TIERS][SAMPLE_SEXES];
    choice sector[SAMPLE_TRADES];
    choice country[SAMPLE_REGIONS];
    choice marital[SAMPLE_STAGES][SAMPLE_SEXES];
    choice household[SAMPLE_SITUATIONS];
    choice diagnosis[SAMPLE_BANDS][SAMPLE_SEXES];
    uint32_t power[SAMPLE_OCTAVE]; /* 2^(i / SAMPLE_OCTAVE) * 2^30 */
};

#endif
