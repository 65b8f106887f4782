/* What the name of a column says: words for what is commonly recorded about people, in English,
 * German, French, Spanish, Italian, Portuguese, Dutch and Chinese. */
#ifndef SHOAL_RECOGNIZE_NAME_CONCEPT_H
#define SHOAL_RECOGNIZE_NAME_CONCEPT_H

#include <stdbool.h>
#include <stddef.h>

/* Name, and how a reason calls it: "named like …". */
#define NAME_CONCEPTS(X)                                                                           \
    X(NONE, "none", "nothing known")                                                               \
    X(ROW_NUMBER, "row_number", "a row number")                                                    \
    X(ID, "id", "an identifier")                                                                   \
    X(PERSON_ID, "person_id", "the number of a person")                                            \
    X(HOUSEHOLD_ID, "household_id", "the number of a household")                                   \
    X(CASE_ID, "case_id", "the number of a case, a visit or an order")                             \
    X(NATIONAL_ID, "national_id", "a national identity number")                                    \
    X(NAME, "name", "a name")                                                                      \
    X(EMAIL, "email", "an e-mail address")                                                         \
    X(PHONE, "phone", "a phone number")                                                            \
    X(ACCOUNT, "account", "an account or card number")                                             \
    X(DEVICE, "device", "the address of a device")                                                 \
    X(LOGIN, "login", "a user name or password")                                                   \
    X(ADDRESS, "address", "an address")                                                            \
    X(CITY, "city", "a city")                                                                      \
    X(POSTCODE, "postcode", "a postcode")                                                          \
    X(REGION, "region", "a region")                                                                \
    X(COUNTRY, "country", "a country")                                                             \
    X(NATIONALITY, "nationality", "a nationality")                                                 \
    X(PLACE, "place", "a place")                                                                   \
    X(LATITUDE, "latitude", "a latitude")                                                          \
    X(LONGITUDE, "longitude", "a longitude")                                                       \
    X(BIRTH_DATE, "birth_date", "a date of birth")                                                 \
    X(BIRTH_YEAR, "birth_year", "a year of birth")                                                 \
    X(AGE, "age", "an age")                                                                        \
    X(SEX, "sex", "a sex or gender")                                                               \
    X(MARITAL, "marital", "a marital status")                                                      \
    X(RELATION, "relation", "a relation within the family")                                        \
    X(EDUCATION, "education", "an education")                                                      \
    X(OCCUPATION, "occupation", "an occupation")                                                   \
    X(EMPLOYER, "employer", "an employer or a kind of employment")                                 \
    X(INCOME, "income", "an income")                                                               \
    X(MONEY, "money", "an amount of money")                                                        \
    X(ETHNICITY, "ethnicity", "an ethnic group")                                                   \
    X(RELIGION, "religion", "a religion")                                                          \
    X(BELIEF, "belief", "a political opinion or a union")                                          \
    X(SEXUALITY, "sexuality", "a sexual orientation")                                              \
    X(LANGUAGE, "language", "a language")                                                          \
    X(HOUSEHOLD, "household", "a household or a number of children")                               \
    X(HOUSING, "housing", "a way of living")                                                       \
    X(VEHICLE, "vehicle", "a vehicle")                                                             \
    X(WEIGHT, "weight", "a sampling weight")                                                       \
    X(BODY, "body", "a measure of the body")                                                       \
    X(DIAGNOSIS, "diagnosis", "a diagnosis or disease")                                            \
    X(MEDICATION, "medication", "a medication or treatment")                                       \
    X(LAB, "lab", "a laboratory value")                                                            \
    X(CARE_PLACE, "care_place", "a place of care")                                                 \
    X(CARE_KIND, "care_kind", "a kind of patient or insurance")                                    \
    X(CARE_DATE, "care_date", "a date of admission, visit or discharge")                           \
    X(DEATH, "death", "a date of death")                                                           \
    X(PREGNANCY, "pregnancy", "a pregnancy")                                                       \
    X(CRIME, "crime", "an offence")                                                                \
    X(OUTCOME, "outcome", "a result")                                                              \
    X(DATE, "date", "a date")                                                                      \
    X(YEAR, "year", "a year")                                                                      \
    X(TIME, "time", "a time")                                                                      \
    X(TEXT, "text", "a remark")                                                                    \
    X(AMOUNT, "amount", "a count or an amount")                                                    \
    X(MEASURE, "measure", "a measurement")

typedef enum name_concept {
#define X(NAME, name, phrase) CONCEPT_##NAME,
    NAME_CONCEPTS(X)
#undef X
        CONCEPT_COUNT
} name_concept;

/* "birth_date", and "a date of birth". */
const char *name_concept_name(name_concept of);
const char *name_concept_phrase(name_concept of);

#define CONCEPT_WORD_SIZE 40
typedef struct concept_found {
    name_concept concept;
    char word[CONCEPT_WORD_SIZE]; /* that said so, folded; "" with CONCEPT_NONE */
} concept_found;

/* What the name says; the most specific of its words wins ("birth_date" is no plain date). A name
 * is cut into words at signs, blanks, digits and capitals; accents and umlauts are folded. A word
 * counts only as a whole: `page` is not `age`. */
concept_found name_concept_find(const char *name);

/* Whether the name was made up by a reader or says as little: c1, V2, column_3, x. */
bool name_is_generic(const char *name);

#endif
