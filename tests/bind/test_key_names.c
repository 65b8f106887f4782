/* What names of columns say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "bind/key_names.h"

#include <stdio.h>

static void names_are_judged(void **state) {
    (void)state;
    static const struct {
        const char *name;
        key_name is;
    } cases[] = {
        {"patient_nbr", KEY_NAME_PERSON},
        {"PatientId", KEY_NAME_PERSON},
        {"patientid", KEY_NAME_PERSON},
        {"customer number", KEY_NAME_PERSON},
        {"custno", KEY_NAME_PERSON},
        {"client", KEY_NAME_PERSON},
        {"SSN", KEY_NAME_PERSON},
        {"member.id", KEY_NAME_PERSON},
        {"user_key", KEY_NAME_PERSON},
        {"encounter_id", KEY_NAME_KEY},
        {"order_id", KEY_NAME_KEY},
        {"id", KEY_NAME_KEY},
        {"uuid", KEY_NAME_KEY},
        {"patient_name", KEY_NAME_SHARED},
        {"name", KEY_NAME_SHARED},
        {"street", KEY_NAME_SHARED},
        {"member_type", KEY_NAME_OTHER},
        {"user_age", KEY_NAME_OTHER},
        {"paid", KEY_NAME_OTHER},
        {"covid", KEY_NAME_OTHER},
        {"age", KEY_NAME_OTHER},
        {"", KEY_NAME_OTHER},
        {"123", KEY_NAME_OTHER},
        {"household_size", KEY_NAME_OTHER},
        {"a_very_long_label_of_many_words_with_an_id", KEY_NAME_OTHER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (key_name_judge(cases[i].name) != cases[i].is)
            print_error("%s\n", cases[i].name);
        assert_int_equal(key_name_judge(cases[i].name), cases[i].is);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_are_judged)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
