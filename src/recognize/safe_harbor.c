#include "recognize/safe_harbor.h"

#include <string.h>

const safe_harbor_category safe_harbor_categories[SAFE_HARBOR_CATEGORIES] = {
    {'A', "names", NULL},
    {'B', "geographic subdivisions smaller than a State",
     "whether an area is a whole State, and whether the first three digits of a ZIP code cover "
     "more than 20,000 people, is not in the table"},
    {'C', "elements of dates other than the year, and ages over 89", NULL},
    {'D', "telephone numbers", NULL},
    {'E', "fax numbers", NULL},
    {'F', "e-mail addresses", NULL},
    {'G', "social security numbers", NULL},
    {'H', "medical record numbers", NULL},
    {'I', "health plan beneficiary numbers", NULL},
    {'J', "account numbers", NULL},
    {'K', "certificate and license numbers", NULL},
    {'L', "vehicle identifiers and serial numbers, license plates", NULL},
    {'M', "device identifiers and serial numbers", NULL},
    {'N', "web addresses (URLs)", NULL},
    {'O', "IP addresses", NULL},
    {'P', "biometric identifiers", NULL},
    {'Q', "full-face photographs and comparable images", NULL},
    {'R', "any other unique identifying number, characteristic or code",
     "free text may hold any of the eighteen"},
};

typedef struct named {
    const char *part; /* of the name, whatever its case */
    char letter;
} named;

static const named parts[] = {
    {"fax", 'E'},     {"beneficiary", 'I'}, {"medicare", 'I'},    {"medicaid", 'I'},
    {"licence", 'K'}, {"license", 'K'},     {"certificate", 'K'}, {"plate", 'L'},
    {"serial", 'M'},  {"biometric", 'P'},   {"fingerprint", 'P'}, {"photo", 'Q'},
};

static char letter_of_name(const char *name) {
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcasestr(name, parts[i].part))
            return parts[i].letter;
    return 0;
}

static char letter_of_format(value_format format) {
    switch (format) {
    case FORMAT_PERSON_NAME:
        return 'A';
    case FORMAT_POSTCODE:
    case FORMAT_COORDINATES:
    case FORMAT_STREET:
        return 'B';
    case FORMAT_DATE:
    case FORMAT_DATE_TIME:
        return 'C';
    case FORMAT_PHONE:
        return 'D';
    case FORMAT_EMAIL:
        return 'F';
    case FORMAT_SSN:
        return 'G';
    case FORMAT_IBAN:
    case FORMAT_CARD:
        return 'J';
    case FORMAT_MAC:
        return 'M';
    case FORMAT_URL:
        return 'N';
    case FORMAT_IPV4:
    case FORMAT_IPV6:
        return 'O';
    case FORMAT_NATIONAL_ID:
    case FORMAT_UUID:
        return 'R';
    default:
        return 0;
    }
}

static char letter_of_concept(name_concept concept) {
    switch (concept) {
    case CONCEPT_NAME:
        return 'A';
    case CONCEPT_ADDRESS:
    case CONCEPT_CITY:
    case CONCEPT_POSTCODE:
    case CONCEPT_REGION:
    case CONCEPT_PLACE:
    case CONCEPT_LATITUDE:
    case CONCEPT_LONGITUDE:
    case CONCEPT_CARE_PLACE:
        return 'B';
    case CONCEPT_BIRTH_DATE:
    case CONCEPT_CARE_DATE:
        return 'C';
    case CONCEPT_PHONE:
        return 'D';
    case CONCEPT_EMAIL:
        return 'F';
    case CONCEPT_PERSON_ID:
    case CONCEPT_CASE_ID:
        return 'H';
    case CONCEPT_ACCOUNT:
        return 'J';
    case CONCEPT_DEVICE:
        return 'M';
    case CONCEPT_ID:
    case CONCEPT_HOUSEHOLD_ID:
    case CONCEPT_NATIONAL_ID:
    case CONCEPT_LOGIN:
    case CONCEPT_TEXT:
        return 'R';
    default:
        return 0;
    }
}

/* The largest number of a column called an age. */
static bool has_high_ages(const column_profile *of) {
    return of->concept.concept == CONCEPT_AGE && of->ordered && of->type != TYPE_DATE &&
           of->quantile[PROFILE_QUANTILES - 1] > 89;
}

char safe_harbor_letter(const column_profile *of, bool identifies) {
    char letter = letter_of_name(of->name);
    letter = letter ? letter : letter_of_format(of->format);
    letter = letter ? letter : letter_of_concept(of->concept.concept);
    if (!letter && (of->type == TYPE_DATE || has_high_ages(of)))
        letter = 'C';
    return letter ? letter : identifies ? 'R' : 0;
}
