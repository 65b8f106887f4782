#include "sample/sample_society.h"

enum { TOWNS = 400, MOST_POSTCODES = CHOICE_MOST };

static bool build_bytes(sample_society *society, choice *out, const uint8_t *weight,
                        uint32_t size) {
    uint32_t wide[CHOICE_MOST];
    for (uint32_t i = 0; i < size; i++)
        wide[i] = weight[i];
    return choice_build(out, &society->memory, wide, size);
}

static bool build_ages(sample_society *society) {
    uint32_t weight[SAMPLE_LAST_YEAR - SAMPLE_FIRST_YEAR + 1];
    uint32_t ages = SAMPLE_LAST_YEAR - SAMPLE_FIRST_YEAR + 1;
    for (uint32_t age = 0; age < ages; age++) {
        uint32_t step = age / 5, into = age % 5;
        weight[age] = sample_pyramid[step] * (5 - into) + sample_pyramid[step + 1] * into;
    }
    return choice_build(&society->age, &society->memory, weight, ages);
}

static bool build_names(sample_society *society) {
    uint32_t weight[CHOICE_MOST];
    for (uint32_t i = 0; i < SAMPLE_FIRST_NAMES; i++)
        weight[i] = 100000 / (i + 8);
    if (!choice_build(&society->first_name, &society->memory, weight, SAMPLE_FIRST_NAMES))
        return false;
    for (uint32_t i = 0; i < SAMPLE_NAME_STARTS; i++)
        weight[i] = 100000 / (i + 4);
    return choice_build(&society->name_start, &society->memory, weight, SAMPLE_NAME_STARTS);
}

/* Towns shrink with their rank as Zipf found; the largest ten are the capitals of the regions, and
 * a town has as many postcodes as its size asks for, those of the centre being the fullest. */
static bool build_postcodes(sample_society *society) {
    static const uint32_t region_by_size[SAMPLE_REGIONS] = {1, 4, 2, 8, 5, 7, 3, 6, 9, 0};
    uint32_t weight[MOST_POSTCODES];
    uint32_t count = 0;
    society->postcodes = arena_new(&society->memory, MOST_POSTCODES, sizeof(uint32_t));
    if (society->postcodes == NULL)
        return false;
    for (uint32_t rank = 0; rank < TOWNS; rank++) {
        uint32_t town = region_by_size[rank % 10] * 100 + rank / 10 % 10 * 10 + rank / 100;
        uint32_t areas = 1 + 60 / (rank + 2);
        for (uint32_t area = 0; area < areas; area++) {
            weight[count] = 1000000 / (rank + 2) * (2 * areas - area) / (areas * areas);
            society->postcodes[count++] = town * 100 + 1 + area * 3;
        }
    }
    society->postcode_count = count;
    return choice_build(&society->postcode, &society->memory, weight, count);
}

static bool build_trades(sample_society *society) {
    for (int tier = 0; tier < SAMPLE_TIERS; tier++) {
        for (uint32_t sex = 0; sex < SAMPLE_SEXES; sex++) {
            uint32_t weight[SAMPLE_TRADES];
            for (int i = 0; i < SAMPLE_TRADES; i++) {
                uint32_t women = sample_trades[i].women;
                weight[i] =
                    sample_trades[i].weight[tier] * (sex == SAMPLE_FEMALE ? women : 100 - women);
            }
            if (!choice_build(&society->trade[tier][sex], &society->memory, weight, SAMPLE_TRADES))
                return false;
        }
    }
    for (int i = 0; i < SAMPLE_TRADES; i++)
        if (!build_bytes(society, &society->sector[i], sample_trades[i].sector, SAMPLE_NO_SECTOR))
            return false;
    return true;
}

static bool build_countries(sample_society *society) {
    for (int region = 0; region < SAMPLE_REGIONS; region++) {
        const sample_region *here = &sample_regions[region];
        uint32_t weight[SAMPLE_COUNTRIES];
        uint32_t foreign = 0;
        for (int i = 1; i < SAMPLE_COUNTRIES; i++) {
            const char *from = sample_countries.values[i].level[0];
            weight[i] = sample_country_weight[i] * (strcmp(from, here->favours) == 0 ? 4u : 1u);
            foreign += weight[i];
        }
        weight[0] = foreign * (1000u - here->foreign) / here->foreign;
        if (!choice_build(&society->country[region], &society->memory, weight, SAMPLE_COUNTRIES))
            return false;
    }
    return true;
}

static bool build_stages(sample_society *society) {
    for (int stage = 0; stage < SAMPLE_STAGES; stage++) {
        if (!build_bytes(society, &society->education[stage], sample_education_weight[stage],
                         SAMPLE_EDUCATIONS))
            return false;
        for (int sex = 0; sex < SAMPLE_SEXES; sex++)
            if (!build_bytes(society, &society->status[stage][sex],
                             sample_status_weight[stage][sex], SAMPLE_STATUSES) ||
                !build_bytes(society, &society->marital[stage][sex],
                             sample_marital_weight[stage][sex], SAMPLE_MARITALS))
                return false;
    }
    for (int i = 0; i < SAMPLE_SITUATIONS; i++)
        if (!build_bytes(society, &society->household[i], sample_household_weight[i],
                         SAMPLE_HOUSEHOLDS))
            return false;
    return true;
}

static bool build_diagnoses(sample_society *society) {
    for (int band = 0; band < SAMPLE_BANDS; band++) {
        for (uint32_t sex = 0; sex < SAMPLE_SEXES; sex++) {
            uint32_t weight[SAMPLE_DIAGNOSES];
            for (int i = 0; i < SAMPLE_DIAGNOSES; i++) {
                uint32_t women = sample_diagnoses[i].women;
                weight[i] =
                    sample_diagnoses[i].weight[band] * (sex == SAMPLE_FEMALE ? women : 100 - women);
            }
            if (!choice_build(&society->diagnosis[band][sex], &society->memory, weight,
                              SAMPLE_DIAGNOSES))
                return false;
        }
    }
    return true;
}

/* By repeated multiplication in 2^62 units rather than exp(), whose last digit differs between
 * systems. */
static void build_powers(sample_society *society) {
    __extension__ typedef unsigned __int128 wide;
    const uint64_t one = (uint64_t)1 << 62;
    const uint64_t step = 4614808732577250068u; /* 2^(1 / SAMPLE_OCTAVE) */
    uint64_t power = one;
    for (int i = 0; i < SAMPLE_OCTAVE; i++) {
        society->power[i] = (uint32_t)(power >> 32);
        power = (uint64_t)((wide)power * step >> 62);
    }
}

shoal_status sample_society_new(sample_society **out, shoal_error *error) {
    sample_society *society = memory_zero(1, sizeof *society);
    *out = NULL;
    if (society == NULL)
        return status_no_memory(error);
    if (!build_ages(society) || !build_names(society) || !build_postcodes(society) ||
        !build_trades(society) || !build_countries(society) || !build_stages(society) ||
        !build_diagnoses(society)) {
        sample_society_free(society);
        return status_no_memory(error);
    }
    build_powers(society);
    *out = society;
    return SHOAL_OK;
}

void sample_society_free(sample_society *society) {
    if (society == NULL)
        return;
    arena_free(&society->memory);
    memory_free(society);
}

const uint32_t *sample_postcodes(const sample_society *society, size_t *count) {
    *count = society->postcode_count;
    return society->postcodes;
}
