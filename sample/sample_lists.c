#include "sample/sample_lists.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

int sample_stage(int age) {
    static const int begin[SAMPLE_STAGES] = {0, 6, 12, 16, 19, 25, 35, 50, 65, 80};
    int stage = SAMPLE_STAGES - 1;
    while (age < begin[stage])
        stage--;
    return stage;
}

int sample_band(int stage) {
    static const int band[SAMPLE_STAGES] = {0, 1, 1, 2, 2, 2, 3, 4, 5, 6};
    return band[stage];
}

int sample_situation(int stage, int partnered) {
    if (stage < 4)
        return 0;
    int life = stage < 6 ? 0 : stage == 6 ? 1 : stage == 7 ? 2 : 3;
    return partnered ? 4 + life : life == 3 ? 3 : 1 + (life > 0);
}

/* ---- Who people are ----------------------------------------------------------------------- */

const uint16_t sample_pyramid[SAMPLE_AGE_STEPS] = {520, 545, 560, 555, 580, 640, 670, 655,
                                                   630, 610, 650, 700, 680, 600, 520, 430,
                                                   300, 180, 85,  28,  5,   0};
const uint16_t sample_men[SAMPLE_STAGES] = {513, 512, 512, 512, 510, 508, 503, 498, 470, 385};

static const sample_value sexes[] = {{"female", {0}}, {"male", {0}}};
const sample_list sample_sexes = {"sex", sexes, COUNT(sexes), 0};

const char *const sample_first_names[SAMPLE_SEXES][SAMPLE_FIRST_NAMES] = {
    {"Ada",   "Agnes", "Alma",   "Amira", "Anna",  "Astrid", "Beata",  "Bianca", "Carla", "Clara",
     "Dana",  "Delia", "Edith",  "Elena", "Elin",  "Emma",   "Esther", "Fatima", "Flora", "Freya",
     "Greta", "Hanna", "Helga",  "Ida",   "Ines",  "Irma",   "Jana",   "Judith", "Karin", "Laura",
     "Leila", "Lena",  "Linnea", "Lucia", "Maja",  "Maria",  "Marta",  "Mila",   "Nadia", "Nora",
     "Olga",  "Petra", "Rosa",   "Sara",  "Selma", "Sofia",  "Tilda",  "Vera"},
    {"Adam",   "Albin", "Anton",  "Arne",  "Axel",   "Bela",  "Bruno",  "Carl",   "Daniel", "David",
     "Edgar",  "Elias", "Emil",   "Erik",  "Felix",  "Frank", "Georg",  "Gustav", "Hamid",  "Hans",
     "Henrik", "Hugo",  "Igor",   "Ivan",  "Jakob",  "Jan",   "Jonas",  "Josef",  "Karim",  "Kurt",
     "Lars",   "Leo",   "Ludwig", "Marek", "Martin", "Max",   "Mikael", "Nils",   "Omar",   "Oskar",
     "Otto",   "Paul",  "Rafael", "Simon", "Stefan", "Theo",  "Viktor", "Yusuf"}};

const char *const sample_name_starts[SAMPLE_NAME_STARTS] = {
    "Berg", "Lind", "Sand",  "Holm", "Stein", "Wester", "Oster", "Nor",  "Hal",   "Birk",
    "Eke",  "Fors", "Grun",  "Hage", "Kall",  "Kron",   "Lang",  "Lund", "Mar",   "Moss",
    "Ny",   "Ost",  "Quist", "Ros",  "Sal",   "Sjo",    "Sol",   "Sten", "Strom", "Sund",
    "Thor", "Ulf",  "Vall",  "Wald", "Wind",  "Ahl",    "Bjork", "Dahl", "Eng",   "Hed"};
const char *const sample_name_ends[SAMPLE_NAME_ENDS] = {
    "man", "berg", "gren", "qvist", "strand", "ner", "lund", "sen",
    "dal", "feld", "mark", "rup",   "vik",    "hus", "by",   "ack"};

static const sample_value countries[SAMPLE_COUNTRIES] = {
    {"Norland", {"Norland", "Norland", "born in the country"}},
    {"Denmark", {"Northern Europe", "Europe", "born abroad"}},
    {"Estonia", {"Northern Europe", "Europe", "born abroad"}},
    {"Finland", {"Northern Europe", "Europe", "born abroad"}},
    {"Norway", {"Northern Europe", "Europe", "born abroad"}},
    {"Sweden", {"Northern Europe", "Europe", "born abroad"}},
    {"United Kingdom", {"Western Europe", "Europe", "born abroad"}},
    {"France", {"Western Europe", "Europe", "born abroad"}},
    {"Germany", {"Western Europe", "Europe", "born abroad"}},
    {"Netherlands", {"Western Europe", "Europe", "born abroad"}},
    {"Italy", {"Southern Europe", "Europe", "born abroad"}},
    {"Portugal", {"Southern Europe", "Europe", "born abroad"}},
    {"Spain", {"Southern Europe", "Europe", "born abroad"}},
    {"Poland", {"Eastern Europe", "Europe", "born abroad"}},
    {"Romania", {"Eastern Europe", "Europe", "born abroad"}},
    {"Russia", {"Eastern Europe", "Europe", "born abroad"}},
    {"Ukraine", {"Eastern Europe", "Europe", "born abroad"}},
    {"Afghanistan", {"Western Asia", "Asia", "born abroad"}},
    {"Iran", {"Western Asia", "Asia", "born abroad"}},
    {"Iraq", {"Western Asia", "Asia", "born abroad"}},
    {"Syria", {"Western Asia", "Asia", "born abroad"}},
    {"Turkey", {"Western Asia", "Asia", "born abroad"}},
    {"China", {"Eastern Asia", "Asia", "born abroad"}},
    {"India", {"Eastern Asia", "Asia", "born abroad"}},
    {"Philippines", {"Eastern Asia", "Asia", "born abroad"}},
    {"Thailand", {"Eastern Asia", "Asia", "born abroad"}},
    {"Vietnam", {"Eastern Asia", "Asia", "born abroad"}},
    {"Egypt", {"Africa", "Africa", "born abroad"}},
    {"Eritrea", {"Africa", "Africa", "born abroad"}},
    {"Morocco", {"Africa", "Africa", "born abroad"}},
    {"Nigeria", {"Africa", "Africa", "born abroad"}},
    {"Somalia", {"Africa", "Africa", "born abroad"}},
    {"Brazil", {"Americas", "Americas and Oceania", "born abroad"}},
    {"Canada", {"Americas", "Americas and Oceania", "born abroad"}},
    {"Chile", {"Americas", "Americas and Oceania", "born abroad"}},
    {"United States", {"Americas", "Americas and Oceania", "born abroad"}},
    {"Australia", {"Oceania", "Americas and Oceania", "born abroad"}}};
const sample_list sample_countries = {"country", countries, COUNT(countries), 3};

/* The home country's weight follows from its region's share of people born abroad. */
const uint8_t sample_country_weight[SAMPLE_COUNTRIES] = {
    0,  40, 25, 55, 30, 70, 35, 20, 80, 15, 20, 10, 12, 110, 70, 35, 60, 45, 40,
    60, 95, 50, 20, 25, 18, 22, 20, 8,  25, 15, 10, 40, 10,  3,  8,  12, 3};

const sample_region sample_regions[SAMPLE_REGIONS] = {
    {50, "Northern Europe"}, {240, "Western Asia"},   {120, "Western Europe"},
    {90, "Eastern Europe"},  {150, "Eastern Europe"}, {75, "Northern Europe"},
    {110, "Africa"},         {65, "Eastern Asia"},    {170, "Western Asia"},
    {100, "Southern Europe"}};

static const sample_value maritals[SAMPLE_MARITALS] = {
    {"single", {"never married", "without partner"}},
    {"married", {"partnered", "with partner"}},
    {"registered partnership", {"partnered", "with partner"}},
    {"separated", {"formerly married", "without partner"}},
    {"divorced", {"formerly married", "without partner"}},
    {"widowed", {"formerly married", "without partner"}}};
const sample_list sample_maritals = {"marital_status", maritals, COUNT(maritals), 2};

const uint8_t sample_marital_weight[SAMPLE_STAGES][SAMPLE_SEXES][SAMPLE_MARITALS] = {
    {{1}, {1}},
    {{1}, {1}},
    {{1}, {1}},
    {{1}, {1}},
    {{180, 14, 4, 1, 1, 0}, {190, 7, 2, 1, 0, 0}},
    {{112, 70, 8, 4, 6, 0}, {132, 56, 6, 3, 3, 0}},
    {{50, 112, 7, 8, 22, 1}, {62, 110, 6, 7, 15, 0}},
    {{26, 116, 5, 7, 38, 8}, {32, 124, 5, 6, 31, 2}},
    {{12, 108, 2, 3, 32, 43}, {14, 142, 2, 3, 27, 12}},
    {{10, 44, 1, 1, 16, 128}, {8, 118, 1, 1, 14, 58}}};

static const sample_value households[SAMPLE_HOUSEHOLDS] = {
    {"1", {"1", "1-2"}}, {"2", {"2", "1-2"}}, {"3", {"3-4", "3+"}}, {"4", {"3-4", "3+"}},
    {"5", {"5+", "3+"}}, {"6", {"5+", "3+"}}, {"7", {"5+", "3+"}},  {"8", {"5+", "3+"}}};
const sample_list sample_households = {"household_size", households, COUNT(households), 2};

/* Minors; young, middle-aged and old people alone; couples from young to old. */
const uint8_t sample_household_weight[SAMPLE_SITUATIONS][SAMPLE_HOUSEHOLDS] = {
    {0, 9, 27, 40, 16, 5, 2, 1}, {46, 20, 15, 11, 5, 2, 1, 0}, {58, 22, 12, 5, 2, 1, 0, 0},
    {86, 10, 3, 1, 0, 0, 0, 0},  {0, 48, 26, 18, 5, 2, 1, 0},  {0, 18, 24, 38, 14, 4, 1, 1},
    {0, 56, 24, 14, 4, 1, 1, 0}, {0, 90, 7, 2, 1, 0, 0, 0}};

/* ---- What they are ill with --------------------------------------------------------------- */

const sample_diagnosis sample_diagnoses[SAMPLE_DIAGNOSES] = {
    {"Z00", {60, 50, 40, 30, 24, 14, 8}, 52}, {"J06", {80, 60, 40, 26, 18, 12, 10}, 51},
    {"J18", {8, 3, 2, 3, 6, 14, 30}, 45},     {"J20", {20, 10, 8, 8, 9, 11, 12}, 50},
    {"J45", {14, 24, 14, 10, 9, 8, 6}, 54},   {"J44", {0, 0, 0, 3, 14, 26, 24}, 42},
    {"H66", {60, 14, 2, 1, 1, 1, 1}, 49},     {"B34", {50, 30, 14, 8, 5, 4, 4}, 50},
    {"A09", {40, 18, 14, 9, 7, 7, 9}, 50},    {"L20", {30, 16, 9, 5, 3, 2, 2}, 53},
    {"S52", {6, 20, 5, 4, 6, 8, 10}, 48},     {"S06", {8, 10, 8, 4, 4, 6, 10}, 38},
    {"S72", {0, 1, 1, 1, 3, 12, 46}, 68},     {"F90", {2, 30, 10, 3, 1, 0, 0}, 28},
    {"F32", {0, 8, 34, 36, 30, 18, 16}, 66},  {"F41", {0, 8, 30, 26, 18, 10, 8}, 67},
    {"F10", {0, 0, 8, 14, 16, 7, 2}, 24},     {"F20", {0, 0, 5, 5, 4, 2, 1}, 42},
    {"G43", {1, 8, 22, 22, 12, 4, 1}, 76},    {"G30", {0, 0, 0, 0, 2, 18, 60}, 60},
    {"G20", {0, 0, 0, 1, 4, 14, 18}, 40},     {"M54", {0, 4, 26, 46, 48, 32, 20}, 52},
    {"M17", {0, 0, 1, 6, 26, 40, 30}, 62},    {"M81", {0, 0, 0, 1, 10, 24, 30}, 86},
    {"M05", {0, 1, 3, 7, 11, 11, 8}, 72},     {"E11", {0, 1, 3, 16, 44, 58, 46}, 44},
    {"E10", {2, 8, 6, 5, 4, 3, 2}, 46},       {"E66", {2, 8, 14, 20, 20, 12, 4}, 54},
    {"E78", {0, 0, 3, 16, 38, 42, 24}, 47},   {"E03", {1, 2, 7, 12, 16, 16, 14}, 83},
    {"I10", {0, 0, 4, 28, 78, 110, 96}, 49},  {"I21", {0, 0, 0, 4, 14, 22, 26}, 34},
    {"I25", {0, 0, 0, 4, 22, 50, 56}, 36},    {"I48", {0, 0, 1, 3, 12, 36, 58}, 44},
    {"I50", {0, 0, 0, 2, 8, 30, 70}, 47},     {"I63", {0, 0, 1, 2, 9, 24, 40}, 48},
    {"K21", {3, 2, 8, 14, 18, 16, 12}, 51},   {"K35", {2, 14, 10, 5, 3, 2, 2}, 46},
    {"N39", {6, 8, 18, 14, 14, 18, 30}, 82},  {"N18", {0, 0, 1, 3, 9, 26, 44}, 46},
    {"O80", {0, 0, 44, 14, 0, 0, 0}, 100},    {"O24", {0, 0, 8, 6, 0, 0, 0}, 100},
    {"C50", {0, 0, 1, 9, 16, 17, 12}, 99},    {"C61", {0, 0, 0, 1, 14, 34, 28}, 0},
    {"C34", {0, 0, 0, 2, 10, 16, 10}, 42},    {"C18", {0, 0, 1, 3, 9, 17, 17}, 46}};
