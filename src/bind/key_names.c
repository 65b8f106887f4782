#include "bind/key_names.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { MOST_WORDS = 8, LONGEST_WORD = 24 };

static const char *const people[] = {
    "patient",      "pat",         "person",      "subject",    "subj",       "customer",
    "cust",         "client",      "member",      "user",       "account",    "acct",
    "employee",     "emp",         "student",     "pupil",      "respondent", "resident",
    "citizen",      "borrower",    "applicant",   "donor",      "voter",      "player",
    "insured",      "case",        "staff",       "worker",     "passenger",  "taxpayer",
    "policyholder", "participant", "beneficiary", "cardholder", NULL};

static const char *const keys[] = {"id",  "ids",  "nbr",  "nr",   "no",  "num", "number",
                                   "key", "uuid", "guid", "code", "ref", NULL};

/* Keys of people by themselves; and keys of anything. */
static const char *const person_keys[] = {"ssn", "mrn", "nhs", "passport", "nino", NULL};
static const char *const any_keys[] = {"id",  "nbr", "key", "uuid", "guid", "pid",
                                       "uid", "cid", "sid", "rid",  NULL};

static const char *const shared[] = {"name",     "names",   "surname", "forename", "firstname",
                                     "lastname", "address", "street",  "city",     NULL};

static bool is_one_of(const char *word, const char *const *words) {
    for (; *words; words++)
        if (strcmp(word, *words) == 0)
            return true;
    return false;
}

/* `patientid`: a person and a key without a gap. */
static bool is_compound(const char *word) {
    for (const char *const *person = people; *person; person++) {
        size_t length = strlen(*person);
        if (strncmp(word, *person, length) == 0 && is_one_of(word + length, keys))
            return true;
    }
    return false;
}

/* The words of `patient_nbr`, `PatientNbr` and `patient nbr`, in small letters. */
static size_t split(char words[MOST_WORDS][LONGEST_WORD], const char *name) {
    size_t count = 0, length = 0;
    bool small = false;
    for (; *name; name++) {
        unsigned char byte = (unsigned char)*name;
        bool letter = isalpha(byte) != 0;
        if ((!letter || (isupper(byte) && small)) && length > 0) {
            words[count++][length] = '\0';
            length = 0;
        }
        small = islower(byte) != 0;
        if (count == MOST_WORDS)
            return count;
        if (letter && length + 1 < LONGEST_WORD)
            words[count][length++] = (char)tolower(byte);
    }
    if (length > 0)
        words[count++][length] = '\0';
    return count;
}

key_name key_name_judge(const char *name) {
    char words[MOST_WORDS][LONGEST_WORD];
    size_t count = split(words, name);
    bool person = false, key = false;
    for (size_t i = 0; i < count; i++) {
        if (is_one_of(words[i], shared))
            return KEY_NAME_SHARED;
        person |= is_one_of(words[i], people);
        key |= is_one_of(words[i], keys);
        if (is_one_of(words[i], person_keys) || is_compound(words[i]))
            return KEY_NAME_PERSON;
    }
    if (person && (key || count == 1))
        return KEY_NAME_PERSON;
    return count > 0 && is_one_of(words[count - 1], any_keys) ? KEY_NAME_KEY : KEY_NAME_OTHER;
}
