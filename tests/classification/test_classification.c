#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "classification/classification_tables.h"

typedef struct path_case {
    const char *of;
    const char *value;
    const char *path; /* labels joined by " < "; NULL: not known */
} path_case;

static const path_case paths[] = {
    {"icd10", "I21.4", "I21 < I20-I25 < I00-I99"},
    {"icd10", "I214", "I21 < I20-I25 < I00-I99"},
    {"icd10", "I21", "I21 < I20-I25 < I00-I99"},
    {"icd10", "i21.4", "I21 < I20-I25 < I00-I99"},
    {"icd10", "C50.9", "C50 < C50-C50 < C00-D48"},
    {"icd10", "D48.9", "D48 < D37-D48 < C00-D48"},
    {"icd10", "D50.0", "D50 < D50-D53 < D50-D89"},
    {"icd10", "H59.8", "H59 < H55-H59 < H00-H59"},
    {"icd10", "H60", "H60 < H60-H62 < H60-H95"},
    {"icd10", "T14.05", "T14 < T08-T14 < S00-T98"},
    {"icd10", "Y05.0", "Y05 < X85-Y09 < V01-Y98"},
    {"icd10", "U07.1", "U07 < U00-U49 < U00-U85"},
    {"icd10", "A17.0+", "A17 < A15-A19 < A00-B99"},
    {"icd10", "S52.521A", "S52 < S50-S59 < S00-T98"},
    {"icd10", "Z68.30", "Z68 < Z66-Z69 < Z00-Z99"},
    {"icd10", "G89.2", "G89 < G84-G89 < G00-G99"},
    {"icd10", "V00.1", NULL},
    {"icd10", "K94", NULL},
    {"icd10", "I2", NULL},
    {"icd10", "I21.", NULL},
    {"icd10", "I21.45678", NULL},
    {"icd10", "II1", NULL},
    {"icd10", "", NULL},
    {"icd10", "flu", NULL},
    {"countries", "DE", "Western Europe < Europe"},
    {"countries", "DEU", "Western Europe < Europe"},
    {"countries", "Germany", "Western Europe < Europe"},
    {"countries", "germany", "Western Europe < Europe"},
    {"countries", "de", "Western Europe < Europe"},
    {"countries", "UK", "Northern Europe < Europe"},
    {"countries", "United-States", "Northern America < Americas"},
    {"countries", "Côte d’Ivoire", "Western Africa < Africa"},
    {"countries", "Türkiye", "Western Asia < Asia"},
    {"countries", "Trinidad & Tobago", "Caribbean < Americas"},
    {"countries", "The Bahamas", "Caribbean < Americas"},
    {"countries", "Viet Nam", "South-eastern Asia < Asia"},
    {"countries", "Korea, Republic of", "Eastern Asia < Asia"},
    {"countries", "Papua New Guinea", "Melanesia < Oceania"},
    {"countries", "AQ", "Antarctica < Antarctica"},
    {"countries", "Niger", "Western Africa < Africa"},
    {"countries", "Guinea", "Western Africa < Africa"},
    {"countries", "Equatorial Guinea", "Middle Africa < Africa"},
    {"countries", "Mexico", "Central America < Americas"},
    {"countries", "New", NULL},
    {"countries", "QQ", NULL},
    {"countries", "276", NULL},
    {"countries", "", NULL},
    {"m49", "276", "Western Europe < Europe"},
    {"m49", "004", "Southern Asia < Asia"},
    {"m49", "4", "Southern Asia < Asia"},
    {"m49", "155", "Western Europe < Europe"},
    {"m49", "150", "Europe < Europe"},
    {"m49", "001", NULL},
    {"m49", "999", NULL},
    {"m49", "DE", NULL},
    {"nuts", "DE212", "DE21 < DE2 < DE < Western Europe"},
    {"nuts", "DE21", "DE21 < DE2 < DE < Western Europe"},
    {"nuts", "DE", "DE < DE < DE < Western Europe"},
    {"nuts", "EL303", "EL30 < EL3 < EL < Southern Europe"},
    {"nuts", "UKI31", "UKI3 < UKI < UK < Northern Europe"},
    {"nuts", "US212", NULL},
    {"nuts", "de212", NULL},
    {"nuts", "DE2123", NULL},
    {"nuts", "DE-21", NULL},
};

static void join_path(char *out, size_t size, const classification *of, const char *value) {
    classification_path path = {0};
    out[0] = '\0';
    if (of->classify(value, &path) == CLASSIFIED_NOT)
        return;
    for (int level = 0; level < of->levels; level++) {
        size_t used = strlen(out);
        snprintf(out + used, size - used, "%s%s", level ? " < " : "", path.label[level]);
    }
}

static void test_paths(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char found[200];
        print_message("  %s %s\n", paths[i].of, paths[i].value);
        join_path(found, sizeof found, classification_named(paths[i].of), paths[i].value);
        assert_string_equal(found, paths[i].path ? paths[i].path : "");
    }
    assert_null(classification_named("icd9"));
}

/* ---- Totals of the tables ------------------------------------------------------------------- */

static void test_icd10_table(void **state) {
    (void)state;
    size_t in_chapters = 0;
    assert_int_equal(icd10_chapter_count, 22);
    assert_int_equal(icd10_block_count, 263);
    for (size_t b = 0; b < icd10_block_count; b++) {
        const icd10_range *block = &icd10_blocks[b];
        assert_true(strcmp(block->first, block->last) <= 0);
        assert_true(b == 0 || strcmp(icd10_blocks[b - 1].last, block->first) < 0);
        for (size_t c = 0; c < icd10_chapter_count; c++)
            in_chapters += strcmp(icd10_chapters[c].first, block->first) <= 0 &&
                           strcmp(block->last, icd10_chapters[c].last) <= 0;
    }
    assert_int_equal(in_chapters, icd10_block_count);
}

/* Blocks of each chapter, in the order of the chapters. */
static void test_icd10_blocks_of_chapters(void **state) {
    (void)state;
    static const int blocks[] = {21, 18, 6,  8, 11, 11, 11, 4,  10, 10, 10,
                                 8,  15, 11, 8, 10, 11, 13, 23, 35, 7,  2};
    assert_int_equal(sizeof blocks / sizeof *blocks, icd10_chapter_count);
    for (size_t c = 0; c < icd10_chapter_count; c++) {
        int found = 0;
        for (size_t b = 0; b < icd10_block_count; b++)
            found += strcmp(icd10_chapters[c].first, icd10_blocks[b].first) <= 0 &&
                     strcmp(icd10_blocks[b].last, icd10_chapters[c].last) <= 0;
        assert_int_equal(found, blocks[c]);
    }
}

static void test_country_table(void **state) {
    (void)state;
    static const int per_region[M49_REGIONS] = {7, 22, 9,  5,  17, 28, 8, 16, 5, 5,  8, 11,
                                                9, 18, 10, 16, 16, 9,  6, 5,  8, 10, 1};
    int found[M49_REGIONS] = {0};
    size_t count = 0;
    for (const country_entry *at = country_table; *at->alpha2; at++, count++) {
        found[at->region]++;
        assert_int_equal(strlen(at->alpha2), 2);
        assert_int_equal(strlen(at->alpha3), 3);
        assert_int_equal(strspn(at->names, "abcdefghijklmnopqrstuvwxyz |"), strlen(at->names));
        for (const country_entry *other = country_table; other < at; other++) {
            assert_string_not_equal(other->alpha2, at->alpha2);
            assert_string_not_equal(other->alpha3, at->alpha3);
            assert_int_not_equal(other->number, at->number);
        }
    }
    assert_int_equal(count, 249);
    assert_memory_equal(found, per_region, sizeof found);
}

/* Every name of every country leads back to the country's region. */
static void test_country_names(void **state) {
    (void)state;
    for (const country_entry *at = country_table; *at->alpha2; at++) {
        char names[400], found[200], expected[200];
        snprintf(names, sizeof names, "%s", at->names);
        snprintf(expected, sizeof expected, "%s < %s", m49_table[at->region].name,
                 m49_table[at->region].continent_name);
        for (char *rest = NULL, *name = strtok_r(names, "|", &rest); name;
             name = strtok_r(NULL, "|", &rest)) {
            join_path(found, sizeof found, &countries_classification, name);
            assert_string_equal(found, expected);
        }
        join_path(found, sizeof found, &countries_classification, at->alpha3);
        assert_string_equal(found, expected);
    }
}

static void test_regions(void **state) {
    (void)state;
    const char *continents[6];
    size_t count = 0;
    for (int i = 0; i < M49_REGIONS; i++) {
        assert_true(strlen(m49_table[i].name) < CLASSIFICATION_LABEL_SIZE);
        size_t known = 0;
        while (known < count && strcmp(continents[known], m49_table[i].continent_name) != 0)
            known++;
        if (known == count)
            continents[count++] = m49_table[i].continent_name;
    }
    assert_int_equal(count, 6);
}

/* ---- Recognition ---------------------------------------------------------------------------- */

typedef struct recognition_case {
    const char *name;
    const char *values[24];
    const char *recognized; /* NULL: none */
} recognition_case;

static const recognition_case recognitions[] = {
    {"diagnoses", {"I21.4", "E11.9", "I10", "J45.0", "C50.9"}, "icd10"},
    {"categories", {"I21", "E11", "K35", "J45", "C50"}, "icd10"},
    {"few diagnoses", {"I21.4", "E11.9"}, NULL},
    {"rooms", {"A01", "A02", "A03", "A04", "B01", "B02"}, NULL},
    {"countries", {"DE", "FR", "US", "CN", "BR", "IN"}, "countries"},
    {"names",
     {"United-States", "Mexico", "?x", "Canada", "Cuba", "India", "Hong", "England", "Poland",
      "Italy"},
     "countries"},
    {"states", {"AL", "AK", "AZ", "AR", "CA", "TX", "NY"}, NULL},
    {"languages", {"de", "fr", "es", "it", "pt", "nl"}, NULL},
    {"regions of statistics", {"DE212", "DE21H", "AT130", "FR101", "ITC4C"}, "nuts"},
    {"numbers", {"4", "8", "12", "16", "20", "24"}, NULL},
    {"words", {"red", "green", "blue", "black", "white"}, NULL},
};

static void test_recognition(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof recognitions / sizeof *recognitions; i++) {
        size_t count = 0;
        while (count < 24 && recognitions[i].values[count])
            count++;
        print_message("  %s\n", recognitions[i].name);
        const classification *found = classification_recognize(recognitions[i].values, count);
        assert_string_equal(found ? found->name : "",
                            recognitions[i].recognized ? recognitions[i].recognized : "");
    }
    const char *half[] = {"I21.4", "flu"};
    assert_float_equal(classification_share(&icd10_classification, half, 2), 0.5, 0);
    assert_float_equal(classification_share(&icd10_classification, half, 0), 0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_icd10_table),
        cmocka_unit_test(test_icd10_blocks_of_chapters),
        cmocka_unit_test(test_country_table),
        cmocka_unit_test(test_country_names),
        cmocka_unit_test(test_regions),
        cmocka_unit_test(test_recognition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
