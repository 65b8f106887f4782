#include "support/columns.h"

#include "recognize/concept_words.h"
#include "recognize/name_concept.h"
#include "recognize/word_list.h"

typedef struct name_case {
    const char *name;
    name_concept concept;
} name_case;

static const name_case cases[] = {
    /* How names are written. */
    {"birth_date", CONCEPT_BIRTH_DATE},
    {"birthDate", CONCEPT_BIRTH_DATE},
    {"BIRTHDATE", CONCEPT_BIRTH_DATE},
    {"Date of Birth", CONCEPT_BIRTH_DATE},
    {"patient.dob", CONCEPT_BIRTH_DATE},
    {"DOB", CONCEPT_BIRTH_DATE},
    {"AgeGroup", CONCEPT_AGE},
    {"age_2", CONCEPT_AGE},
    {"patientAge", CONCEPT_AGE},
    {"PATIENT_ID", CONCEPT_PERSON_ID},
    {"patientid", CONCEPT_PERSON_ID},
    {"IDPatient", CONCEPT_PERSON_ID},
    {"household_id", CONCEPT_HOUSEHOLD_ID},
    {"household_size", CONCEPT_HOUSEHOLD},
    {"order_no", CONCEPT_CASE_ID},
    {"docid", CONCEPT_ID},
    {"id", CONCEPT_ID},
    {"fnlwgt", CONCEPT_WEIGHT},
    {"body_weight", CONCEPT_BODY},
    {"sampling_weight", CONCEPT_WEIGHT},
    {"clasification", CONCEPT_OUTCOME},
    {"marital-status", CONCEPT_MARITAL},
    {"country_name", CONCEPT_COUNTRY},
    {"customer_city", CONCEPT_CITY},
    {"diagnosis_date", CONCEPT_CARE_DATE},
    {"age_at_diagnosis", CONCEPT_AGE},
    {"user_name", CONCEPT_LOGIN},
    {"family_name", CONCEPT_NAME},
    {"number of children", CONCEPT_HOUSEHOLD},
    {"capital-gain", CONCEPT_MONEY},
    /* German. */
    {"Geburtsdatum", CONCEPT_BIRTH_DATE},
    {"PLZ", CONCEPT_POSTCODE},
    {"Größe", CONCEPT_BODY},
    {"groesse", CONCEPT_BODY},
    {"Straße", CONCEPT_ADDRESS},
    {"Kundennummer", CONCEPT_PERSON_ID},
    {"Kunden-Nr.", CONCEPT_PERSON_ID},
    {"lfd_nr", CONCEPT_ROW_NUMBER},
    {"Bruttomonatsgehalt", CONCEPT_INCOME},
    {"Staatsangehörigkeit", CONCEPT_NATIONALITY},
    /* French. */
    {"code_postal", CONCEPT_POSTCODE},
    {"Date de naissance", CONCEPT_BIRTH_DATE},
    {"Numéro de client", CONCEPT_PERSON_ID},
    {"prénom", CONCEPT_NAME},
    {"sexe", CONCEPT_SEX},
    {"nombre_enfants", CONCEPT_HOUSEHOLD},
    /* Spanish. */
    {"fecha_nacimiento", CONCEPT_BIRTH_DATE},
    {"año de nacimiento", CONCEPT_BIRTH_YEAR},
    {"estado civil", CONCEPT_MARITAL},
    {"Teléfono", CONCEPT_PHONE},
    {"diagnóstico", CONCEPT_DIAGNOSIS},
    /* Italian. */
    {"codice_fiscale", CONCEPT_NATIONAL_ID},
    {"data di nascita", CONCEPT_BIRTH_DATE},
    {"titolo di studio", CONCEPT_EDUCATION},
    {"età", CONCEPT_AGE},
    /* Portuguese. */
    {"Data de nascimento", CONCEPT_BIRTH_DATE},
    {"profissão", CONCEPT_OCCUPATION},
    {"endereço", CONCEPT_ADDRESS},
    /* Dutch. */
    {"geboortedatum", CONCEPT_BIRTH_DATE},
    {"BSN", CONCEPT_NATIONAL_ID},
    {"woonplaats", CONCEPT_CITY},
    {"Patiëntnummer", CONCEPT_PERSON_ID},
    /* Chinese. */
    {"出生日期", CONCEPT_BIRTH_DATE},
    {"患者编号", CONCEPT_PERSON_ID},
    {"年龄", CONCEPT_AGE},
    {"性别", CONCEPT_SEX},
    {"身份证号码", CONCEPT_NATIONAL_ID},
    {"主要诊断", CONCEPT_DIAGNOSIS},
    {"月收入", CONCEPT_INCOME},
    /* Near misses. */
    {"page", CONCEPT_NONE},
    {"usage", CONCEPT_NONE},
    {"message_id", CONCEPT_ID},
    {"Essex", CONCEPT_NONE},
    {"paid", CONCEPT_NONE},
    {"valid", CONCEPT_NONE},
    {"kindness", CONCEPT_NONE},
    {"embrace", CONCEPT_NONE},
    {"i1_rcs_p", CONCEPT_NONE},
    {"", CONCEPT_NONE},
    {"123", CONCEPT_NONE},
    {"---", CONCEPT_NONE},
};

static void names_say_what_they_mean(void **state) {
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        concept_found found = name_concept_find(cases[i].name);
        if (found.concept == cases[i].concept)
            continue;
        wrong++;
        print_message("%s: %s (%s)\n", cases[i].name, name_concept_name(found.concept), found.word);
    }
    assert_int_equal(wrong, 0);
}

/* Every word leads back to its concept when it is the whole name, or another list has it, too. */
static void words_are_found(void **state) {
    (void)state;
    for (size_t i = 0; i < concept_word_count; i++) {
        const char *rest = concept_word_list[i].words;
        size_t length;
        for (const char *word; (word = word_list_next(&rest, &length));) {
            char name[64];
            assert_true(length < sizeof name);
            memcpy(name, word, length);
            name[length] = '\0';
            concept_found found = name_concept_find(name);
            if (found.concept == CONCEPT_NONE)
                fail_msg("%s says nothing", name);
            if (concept_word_list[i].strong && found.concept != concept_word_list[i].concept)
                print_message("%s: %s, not %s\n", name, name_concept_name(found.concept),
                              name_concept_name(concept_word_list[i].concept));
        }
    }
}

static void made_up_names_are_generic(void **state) {
    (void)state;
    static const char *const generic[] = {"c1", "V2", "x10", "column_3", "Var 4", "", "7", "字段1"};
    static const char *const telling[] = {"age", "q", "c1_age", "id1", "年龄"};
    for (size_t i = 0; i < sizeof generic / sizeof *generic; i++)
        assert_true(name_is_generic(generic[i]));
    for (size_t i = 0; i < sizeof telling / sizeof *telling; i++)
        assert_false(name_is_generic(telling[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_say_what_they_mean),
        cmocka_unit_test(words_are_found),
        cmocka_unit_test(made_up_names_are_generic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
