#include "support/columns.h"

#include "base/random.h"
#include "recognize/column_profile.h"
#include "recognize/formats/format_words.h"

#include <stdio.h>

typedef struct format_case {
    value_format format;
    const char *fits[14], *misses[14];
} format_case;

static const format_case cases[] = {
    {FORMAT_UUID,
     {"123e4567-e89b-12d3-a456-426614174000", "{123E4567-E89B-12D3-A456-426614174000}"},
     {"123e4567-e89b-12d3-a456-42661417400", "123e4567e89b12d3a456426614174000",
      "123g4567-e89b-12d3-a456-426614174000"}},
    {FORMAT_EMAIL,
     {"a.b@example.org", "jürgen+x@mail.example.co.uk", " x@y.de "},
     {"@example.org", "a@b", "a b@example.org", "a@b.c", "a@.org", "a@b..org", "a@b@c.org",
      "a@b.1"}},
    {FORMAT_URL,
     {"https://example.org/a?b=c", "http://10.0.0.1/x", "www.example.org"},
     {"example.org", "http://", "https://example org", "ftp:example.org"}},
    {FORMAT_IBAN,
     {"DE89370400440532013000", "GB82 WEST 1234 5698 7654 32", "FR1420041010050500013M02606"},
     {"DE89370400440532013001", "DE8937040044", "8937040044053201300000",
      "GB82 WEST 1234 5698 7654 33"}},
    {FORMAT_CARD,
     {"4111111111111111", "5500 0055 5555 5559", "340000000000009", "6011-0009-9013-9424"},
     {"4111111111111112", "1234567890123456", "9111111111111111", "411111111111"}},
    {FORMAT_NATIONAL_ID,
     {"12345678Z", "X1234567L", "RSSMRA85T10A562S", "2 55 08 14 168 025 38", "86095742719",
      "111222333", "11010519491231002X", "529.982.247-25", "123456789", "943 476 5919"},
     {"12345678A", "X1234567M", "RSSMRA85T10A562T", "255081416802539", "86095742718", "111222334",
      "110105194912310021", "529.982.247-26", "111111111", "943 476 5918", "2020-03-31"}},
    {FORMAT_SSN,
     {"123-45-6789"},
     {"000-45-6789", "666-45-6789", "923-45-6789", "123-00-6789", "123-45-0000", "123456789"}},
    {FORMAT_MAC,
     {"00:1A:2b:3c:4d:5e", "00-1a-2b-3c-4d-5e", "001a.2b3c.4d5e"},
     {"00:1a:2b:3c:4d", "00:1a-2b:3c:4d:5e", "00:1a:2b:3c:4d:5g"}},
    {FORMAT_IPV4,
     {"192.168.0.1", "0.0.0.0", "10.0.0.0/8"},
     {"192.168.0.256", "192.168.0", "1.2.3.4.5", "192.168.00.1", "10.0.0.0/33", "1.234"}},
    {FORMAT_IPV6,
     {"2001:db8::1", "::1", "fe80::1:2:3:4", "2001:db8:0:0:0:0:0:1", "::ffff:10.0.0.1"},
     {"10:30:00", "2001:db8", "2001::db8::1", "::", "1:2:3:4:5:6:7:8:9", "a:b:c:d:e:f:g:h",
      ":1:2"}},
    {FORMAT_DATE,
     {"2020-03-31", "31.03.2020", "03/31/2020", "1/3/90", "12 Mar 2020", "March 3, 2020",
      "12. März 2020", "12 de marzo de 2020", "2020年3月31日", "May 2020"},
     {"2020-13-31", "32.03.2020", "1.2.3", "12 Foo 2020", "2020", "20200331", "12:30", "13/13/90"}},
    {FORMAT_DATE_TIME, {"2020-03-31 12:30", "2020-03-31T12:30:00Z"}, {"2020-03-31", "12:30"}},
    {FORMAT_TIME,
     {"12:30", "7:05", "23:59:59.123", "7:05 pm"},
     {"12:60", "25:00", "12", "12:3", "12:30:61", "12.30"}},
    {FORMAT_COORDINATES,
     {"48.2082, 16.3738", "-33.8688 151.2093", "48.2082° N, 16.3738° E", "POINT(16.3738 48.2082)",
      "(48.2082,16.3738)"},
     {"48.2, 16.4", "98.2082, 16.3738", "48.2082", "48,2082", "120/80", "POINT(16.3738 98.2082)"}},
    {FORMAT_PHONE,
     {"+49 171 1234567", "+1 (555) 123-4567", "(555) 123-4567", "555-123-4567", "0171 123 4567",
      "0043 1 234567"},
     {"1234567890", "2020-03-31", "01.02.2020", "123-45-6789", "0.123456789", "0171", "1234-567",
      "+49", "12 345 678 901"}},
    {FORMAT_SEX,
     {"male", "F", "weiblich", "Homme", "mujer", "Femmina", "masculino", "vrouw", "女", "M."},
     {"malet", "1", "a", "mannheim", "yes"}},
    {FORMAT_BOOLEAN, {"true", "No", "ja", "oui", "sí", "não", "nee", "否"}, {"maybe", "1", "x"}},
    {FORMAT_INTERVAL,
     {"[70-80)", "18 to 24", "65+", "<5", ">=90", "10-19", "<=50K", "[0, 5)", "18 bis 24", "≥ 65"},
     {"70", "19-10", "1,5", "2020-03-31", "-5", "a-b", "10-"}},
    {FORMAT_QUANTITY,
     {"72 kg", "5'10\"", "120/80", "1.5mg/dl", "$1,200", "37.2 °C", "12 %", "5 ft 10 in",
      "€ 12.50"},
     {"72", "72 foo", "80/120", "1/2", "kg", "5'13\""}},
    {FORMAT_ICD10,
     {"M54", "K35.8", "E11.65", "C7A", "G43.909", "M545"},
     {"m54", "54M", "M5", "AB12", "M54.", "P00000001", "M54.12345", "A10BA02"}},
    {FORMAT_ATC, {"A10BA02", "N02BE"}, {"A10", "E10BA02", "A10ba02", "A10BA2"}},
    {FORMAT_POSTCODE,
     {"02004", "SW1A 1AA", "M1 1AE", "K1A 0B1", "1234 AB", "1000-205", "00-950", "12345-6789",
      "D-10115", "123 45"},
     {"123", "1234567", "ABC", "SW1A", "1234 A", "12.34"}},
    {FORMAT_COUNTRY,
     {"Germany", "United-States", "Österreich", "España", "Pays-Bas", "中国", "united states"},
     {"Norland", "german", "GER"}},
    {FORMAT_CIVIL,
     {"Married-civ-spouse", "ledig", "Célibataire", "casada", "未婚"},
     {"Private", "x"}},
    {FORMAT_ETHNICITY, {"White", "Asian-Pac-Islander", "汉族"}, {"Whitespace", "blackbird"}},
    {FORMAT_SCHOOLING,
     {"Bachelors", "HS-grad", "11th", "Abitur", "本科"},
     {"14th street", "grade"}},
    {FORMAT_PERSON_NAME,
     {"Anna Schmidt", "Schmidt, Anna", "José García López", "Jan van Dijk", "王小明", "Maria"},
     {"anna schmidt", "Acme Corporation", "Anna1", "HS-grad", "上海市", "Blue Green", "anna"}},
    {FORMAT_STREET,
     {"12 Main Street", "Hauptstraße 5", "Hauptstr. 5a", "5, rue de la Paix", "Calle Mayor 3",
      "Via Roma 10", "Kerkstraat 7", "中山路12号"},
     {"Main Street", "12", "12 apples", "Room 5"}},
    {FORMAT_CODE, {"P00000001", "AB-1234", "00123"}, {"1234", "abcd", "A1", "0.5", "a b1234"}},
    {FORMAT_FREE_TEXT,
     {"The patient was seen again after two weeks", "患者两周后复诊,症状明显好转,继续用药观察"},
     {"New York City", "12 34 56 78 90 12 34 56 78", "short"}},
};

static void formats_have_their_values(void **state) {
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const format_case *one = &cases[i];
        for (size_t v = 0; v < 14 && one->fits[v]; v++)
            if (!value_format_fits(one->format, one->fits[v], strlen(one->fits[v])))
                print_message("%s: %s is none\n", value_format_name(one->format), one->fits[v]),
                    wrong++;
        for (size_t v = 0; v < 14 && one->misses[v]; v++)
            if (value_format_fits(one->format, one->misses[v], strlen(one->misses[v])))
                print_message("%s: %s is one\n", value_format_name(one->format), one->misses[v]),
                    wrong++;
    }
    assert_int_equal(wrong, 0);
}

static void every_format_is_tested(void **state) {
    (void)state;
    for (int format = FORMAT_NONE + 1; format < FORMAT_COUNT; format++) {
        bool tested = false;
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
            tested = tested || cases[i].format == (value_format)format;
        if (!tested)
            fail_msg("%s", value_format_name((value_format)format));
    }
}

static void lists_are_in_order(void **state) {
    (void)state;
    const word_set *const sets[] = {&sex_words,        &boolean_words, &given_names,
                                    &chinese_surnames, &country_names, &civil_words,
                                    &ethnic_words,     &school_words};
    for (size_t s = 0; s < sizeof sets / sizeof *sets; s++)
        for (size_t i = 0; i < sets[s]->count; i++) {
            const char *word = sets[s]->words[i];
            char folded[64];
            word_fold(folded, sizeof folded, word, strlen(word));
            assert_string_equal(folded, word);
            assert_true(word_set_has(sets[s], word));
            if (i > 0 && strcmp(sets[s]->words[i - 1], word) >= 0)
                fail_msg("%s", word);
        }
}

/* ---- Columns --------------------------------------------------------------------------------- */

static value_format format_of(const char *const *cells, size_t count) {
    column of = column_of("c1", cells, count);
    column_profile profile;
    shoal_plan *plan = NULL;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    assert_int_equal(column_profile_make(&profile, &of, count, plan, NULL), SHOAL_OK);
    shoal_plan_free(plan);
    column_free(&of);
    return profile.format;
}

#define NUMBERS 300

/* Whatever their digits are. */
static void plain_numbers_have_no_format(void **state) {
    (void)state;
    random_stream stream = random_open(1, "digits", 0);
    for (int digits = 1; digits <= 17; digits++) {
        static char text[NUMBERS][32];
        const char *cells[NUMBERS];
        for (size_t i = 0; i < NUMBERS; i++) {
            size_t used =
                (size_t)snprintf(text[i], sizeof *text, "%d", 1 + (int)random_below(&stream, 9));
            for (int d = 1; d < digits; d++)
                text[i][used++] = (char)('0' + random_below(&stream, 10));
            text[i][used] = '\0';
            cells[i] = text[i];
        }
        value_format found = format_of(cells, NUMBERS);
        if (found != FORMAT_NONE)
            fail_msg("%d digits: %s", digits, value_format_name(found));
    }
}

typedef struct column_case {
    const char *name;
    value_format format;
    const char *cells[12];
} column_case;

static const column_case column_cases[] = {
    {"decimals", FORMAT_NONE, {"0.5", "0.25", "12.75", "3.125", "48.208", "16.373"}},
    {"words", FORMAT_NONE, {"red", "green", "blue", "red", "green", "blue"}},
    {"two sexes", FORMAT_SEX, {"m", "f", "f", "m", "f", "?"}},
    {"yes and no", FORMAT_BOOLEAN, {"yes", "no", "no", "no", "", "yes"}},
    {"postcodes with leading zeros",
     FORMAT_POSTCODE,
     {"01067", "10115", "80331", "04109", "99084"}},
    {"five digits", FORMAT_NONE, {"11067", "10115", "80331", "14109", "99084"}},
    {"one in three is none", FORMAT_NONE, {"a@b.org", "x", "c@d.org", "y", "e@f.org", "z"}},
    {"nothing", FORMAT_NONE, {"?", "NA", ""}},
};

static void columns_have_their_format(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof column_cases / sizeof *column_cases; i++) {
        size_t count = 0;
        while (count < 12 && column_cases[i].cells[count])
            count++;
        value_format found = format_of(column_cases[i].cells, count);
        if (found != column_cases[i].format)
            fail_msg("%s: %s", column_cases[i].name, value_format_name(found));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_have_their_values), cmocka_unit_test(every_format_is_tested),
        cmocka_unit_test(lists_are_in_order),        cmocka_unit_test(plain_numbers_have_no_format),
        cmocka_unit_test(columns_have_their_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
