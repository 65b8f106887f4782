/* What the thesis prints: Tables 5.1 to 5.4, A.1 and A.2. */
#include "experiments/balasch2010.h"

const uint64_t balasch2010_ks[BALASCH2010_KS] = {5, 10, 25, 50, 100};

const balasch2010_best balasch2010_thesis[BALASCH2010_SETS][BALASCH2010_KS] = {
    {
        {35.74, 27.93, 0.00, 24.85, 1},
        {48.05, 25.07, 0.00, 30.29, 1},
        {49.52, 24.14, 6.05, 32.31, 2},
        {52.78, 23.85, 7.89, 34.32, 3},
        {58.33, 22.92, 5.79, 36.34, 5},
    },
    {
        {8.01, 32.01, 0.00, 12.01, 1},
        {11.97, 25.90, 0.00, 12.46, 1},
        {13.67, 22.12, 2.87, 13.08, 2},
        {15.64, 20.31, 1.30, 13.22, 2},
        {16.28, 18.60, 3.80, 13.74, 3},
    },
};

#define NOT_PRINTED                                                                                \
    { 0 }

/* Table A.2. */
#define WATER_C10                                                                                  \
    "1 4 5 6 7 11 13 17 20 36|3 9 10 15 16 18 21 22 23 29|2 8 12 14 19 26 28 31 33 37|"            \
    "24 25 27 30 32 34 35 38"
#define WATER_NC10                                                                                 \
    "1 2 3 24 4 9 8 25 5 10|12 27 6 15 14 30 7 16 19 32|11 18 26 34 13 21 28 35 17 22|"            \
    "20 36 29 23 31 33 37 38"
#define WATER_C5                                                                                   \
    "1 4 5 6 7|11 13 17 20 36|3 9 10 15 16|18 21 22 23 29|2 8 12 14 19|26 28 31 33 37|"            \
    "24 25 27 30|32 34 35 38"
#define WATER_NC5                                                                                  \
    "1 2 3 24 4|9 8 25 5 10|12 27 6 15 14 30|7 16 19 32|11 18 26 34 13 21|28 35 17 22|"            \
    "20 36 29 23|31 33 37 38"
#define WATER_C3                                                                                   \
    "1 4 5|6 7 11|13 17 20|3 9 10|15 16 18|21 22 23|2 8 12|14 19 26|28 31 33|29 36 37|24 25 27|"   \
    "30 32 34|35 38"
#define WATER_NC3                                                                                  \
    "1 2 3|24 4 9|8 25 5|12 27 6|15 14 30|7 16 19|11 18 26|34 13 21|28 35 17|10 32 22|20 36 29|"   \
    "23 31 33|37 38"

/* Table 5.3. */
#define WATER_C10_SCORES                                                                           \
    { 43.8, 45.3, 44.0, 40.9, 40.4 }
#define WATER_NC10_SCORES                                                                          \
    { 43.4, 45.9, 44.0, 41.1, 44.7 }
#define WATER_C5_SCORES                                                                            \
    { 42.1, 43.9, 47.0, 49.5, 45.5 }
#define WATER_NC5_SCORES                                                                           \
    { 42.7, 45.3, 48.7, 49.8, 49.7 }
#define WATER_C3_SCORES                                                                            \
    { 42.4, 43.2, 46.6, 50.1, 52.3 }
#define WATER_NC3_SCORES                                                                           \
    { 42.2, 43.3, 46.1, 49.7, 52.2 }

static const balasch2010_hand water[] = {
    {"G38", BALASCH2010_ALL, 38, NULL, {24.8, 30.2, 36.2, 41.7, 50.4}},
    {"G1", BALASCH2010_SINGLE, 1, NULL, {49.3, 48.9, 47.2, 45.0, 46.1}},
    {"Gc10", BALASCH2010_CORRELATED, 10, NULL, WATER_C10_SCORES},
    {"Gnc10", BALASCH2010_UNCORRELATED, 10, NULL, WATER_NC10_SCORES},
    {"Gc5", BALASCH2010_CORRELATED, 5, NULL, WATER_C5_SCORES},
    {"Gnc5", BALASCH2010_UNCORRELATED, 5, NULL, WATER_NC5_SCORES},
    {"Gc4", BALASCH2010_CORRELATED, 4, NULL, NOT_PRINTED},
    {"Gnc4", BALASCH2010_UNCORRELATED, 4, NULL, NOT_PRINTED},
    {"Gc3", BALASCH2010_CORRELATED, 3, NULL, WATER_C3_SCORES},
    {"Gnc3", BALASCH2010_UNCORRELATED, 3, NULL, WATER_NC3_SCORES},
    {"Gc10 (A.2)", BALASCH2010_PRINTED, 10, WATER_C10, WATER_C10_SCORES},
    {"Gnc10 (A.2)", BALASCH2010_PRINTED, 10, WATER_NC10, WATER_NC10_SCORES},
    {"Gc5 (A.2)", BALASCH2010_PRINTED, 5, WATER_C5, WATER_C5_SCORES},
    {"Gnc5 (A.2)", BALASCH2010_PRINTED, 5, WATER_NC5, WATER_NC5_SCORES},
    {"Gc3 (A.2)", BALASCH2010_PRINTED, 3, WATER_C3, WATER_C3_SCORES},
    {"Gnc3 (A.2)", BALASCH2010_PRINTED, 3, WATER_NC3, WATER_NC3_SCORES},
    {NULL, BALASCH2010_ALL, 0, NULL, NOT_PRINTED},
};

/* Table 5.4. */
#define CENSUS_C4_SCORES                                                                           \
    { 39.7, 37.3, 31.4, 24.4, 16.6 }
#define CENSUS_NC4_SCORES                                                                          \
    { 34.5, 27.8, 19.6, 14.9, 15.1 }
#define CENSUS_C3_SCORES                                                                           \
    { 40.4, 38.0, 33.1, 27.0, 20.1 }
#define CENSUS_NC3_SCORES                                                                          \
    { 38.0, 34.3, 27.5, 20.9, 16.2 }

/* The printed groups are Table A.1's. */
static const balasch2010_hand census[] = {
    {"G12", BALASCH2010_ALL, 12, NULL, {12.0, 12.4, 14.2, 15.5, 17.9}},
    {"G1", BALASCH2010_SINGLE, 1, NULL, {48.9, 48.1, 45.3, 41.8, 37.6}},
    {"Gc10", BALASCH2010_CORRELATED, 10, NULL, NOT_PRINTED},
    {"Gnc10", BALASCH2010_UNCORRELATED, 10, NULL, NOT_PRINTED},
    {"Gc5", BALASCH2010_CORRELATED, 5, NULL, NOT_PRINTED},
    {"Gnc5", BALASCH2010_UNCORRELATED, 5, NULL, NOT_PRINTED},
    {"Gc4", BALASCH2010_CORRELATED, 4, NULL, CENSUS_C4_SCORES},
    {"Gnc4", BALASCH2010_UNCORRELATED, 4, NULL, CENSUS_NC4_SCORES},
    {"Gc3", BALASCH2010_CORRELATED, 3, NULL, CENSUS_C3_SCORES},
    {"Gnc3", BALASCH2010_UNCORRELATED, 3, NULL, CENSUS_NC3_SCORES},
    {"Gc4 (A.1)", BALASCH2010_PRINTED, 4, "2 4 6 7|5 10 11 12|1 3 8 9", CENSUS_C4_SCORES},
    {"Gnc4 (A.1)", BALASCH2010_PRINTED, 4, "1 2 4 5|3 6 10 11|7 8 9 12", CENSUS_NC4_SCORES},
    {"Gc3 (A.1)", BALASCH2010_PRINTED, 3, "2 4 7|3 11 12|5 6 10|1 8 9", CENSUS_C3_SCORES},
    {"Gnc3 (A.1)", BALASCH2010_PRINTED, 3, "2 3 5|8 10 11|7 9 12|1 4 6", CENSUS_NC3_SCORES},
    {NULL, BALASCH2010_ALL, 0, NULL, NOT_PRINTED},
};

const balasch2010_hand *balasch2010_hands(balasch2010_set which) {
    return which == BALASCH2010_WATER ? water : census;
}
