/* The paper prints one of its taxonomies, work class, and of the others only how many bits all have
 * and about how many solutions they leave; see tests/experiments/test_taxonomies.c for those
 * numbers. Where a value has no group of its own at a level, its name stands there: that node is
 * the value.
 */
#include "experiments/lunacek2006_taxonomies.h"

/* ---- Free --------------------------------------------------------------------------------- */

/* The ages a1, a2, … a9, b0. */
#define TEN_AGES(a, b, bin)                                                                        \
    a "1;" bin a "2;" bin a "3;" bin a "4;" bin a "5;" bin a "6;" bin a "7;" bin a "8;" bin a      \
      "9;" bin b "0;" bin

/* clang-format off */
static const char age[] =
    "17;17-20;*\n" "18;17-20;*\n" "19;17-20;*\n" "20;17-20;*\n"
    TEN_AGES("2", "3", "21-30;*\n")
    TEN_AGES("3", "4", "31-40;*\n")
    TEN_AGES("4", "5", "41-50;*\n")
    TEN_AGES("5", "6", "51-60;*\n")
    TEN_AGES("6", "7", "61-70;*\n")
    TEN_AGES("7", "8", "71-90;*\n")
    TEN_AGES("8", "9", "71-90;*\n");
/* clang-format on */

static const char race[] = "Amer-Indian-Eskimo;*\n"
                           "Asian-Pac-Islander;*\n"
                           "Black;*\n"
                           "Other;*\n"
                           "White;*\n";

static const char sex[] = "Female;*\n"
                          "Male;*\n";

static const char occupation[] = "Exec-managerial;office;*\n"
                                 "Prof-specialty;office;*\n"
                                 "Tech-support;office;*\n"
                                 "Sales;office;*\n"
                                 "Adm-clerical;office;*\n"
                                 "Armed-Forces;service;*\n"
                                 "Protective-serv;service;*\n"
                                 "Other-service;service;*\n"
                                 "Priv-house-serv;service;*\n"
                                 "Farming-fishing;manual;*\n"
                                 "Craft-repair;manual;*\n"
                                 "Machine-op-inspct;manual;*\n"
                                 "Transport-moving;manual;*\n"
                                 "Handlers-cleaners;manual;*\n";

/* ---- Constrained -------------------------------------------------------------------------- */

static const char work_class[] = "Self-emp-inc;self-employed;*\n"
                                 "Self-emp-not-inc;self-employed;*\n"
                                 "Federal-gov;government;*\n"
                                 "State-gov;government;*\n"
                                 "Local-gov;government;*\n"
                                 "Private;Private;*\n"
                                 "Without-pay;unemployed;*\n"
                                 "Never-worked;unemployed;*\n";

static const char education[] = "Preschool;elementary;school;*\n"
                                "1st-4th;elementary;school;*\n"
                                "5th-6th;elementary;school;*\n"
                                "7th-8th;7th-8th;school;*\n"
                                "9th;high school;school;*\n"
                                "10th;high school;school;*\n"
                                "11th;high school;school;*\n"
                                "12th;high school;school;*\n"
                                "HS-grad;HS-grad;school;*\n"
                                "Some-college;some college;college;*\n"
                                "Assoc-voc;some college;college;*\n"
                                "Assoc-acdm;some college;college;*\n"
                                "Bachelors;Bachelors;college;*\n"
                                "Masters;graduate;college;*\n"
                                "Prof-school;graduate;college;*\n"
                                "Doctorate;graduate;college;*\n";

static const char marital_status[] = "Married-civ-spouse;married;*\n"
                                     "Married-AF-spouse;married;*\n"
                                     "Married-spouse-absent;married;*\n"
                                     "Separated;was married;*\n"
                                     "Divorced;was married;*\n"
                                     "Widowed;was married;*\n"
                                     "Never-married;Never-married;*\n";

static const char native_country[] = "United-States;Northern America;Americas;*\n"
                                     "Outlying-US(Guam-USVI-etc);Northern America;Americas;*\n"
                                     "Canada;Northern America;Americas;*\n"
                                     "Mexico;Central America;Americas;*\n"
                                     "Guatemala;Central America;Americas;*\n"
                                     "El-Salvador;Central America;Americas;*\n"
                                     "Honduras;Central America;Americas;*\n"
                                     "Nicaragua;Central America;Americas;*\n"
                                     "Cuba;Caribbean;Americas;*\n"
                                     "Jamaica;Caribbean;Americas;*\n"
                                     "Haiti;Caribbean;Americas;*\n"
                                     "Dominican-Republic;Caribbean;Americas;*\n"
                                     "Puerto-Rico;Caribbean;Americas;*\n"
                                     "Trinadad&Tobago;Caribbean;Americas;*\n"
                                     "Columbia;South America;Americas;*\n"
                                     "Ecuador;South America;Americas;*\n"
                                     "Peru;South America;Americas;*\n"
                                     "England;Western Europe;Europe;*\n"
                                     "Scotland;Western Europe;Europe;*\n"
                                     "Ireland;Western Europe;Europe;*\n"
                                     "France;Western Europe;Europe;*\n"
                                     "Holand-Netherlands;Western Europe;Europe;*\n"
                                     "Germany;Western Europe;Europe;*\n"
                                     "Portugal;Southern and Eastern Europe;Europe;*\n"
                                     "Italy;Southern and Eastern Europe;Europe;*\n"
                                     "Greece;Southern and Eastern Europe;Europe;*\n"
                                     "Yugoslavia;Southern and Eastern Europe;Europe;*\n"
                                     "Hungary;Southern and Eastern Europe;Europe;*\n"
                                     "Poland;Southern and Eastern Europe;Europe;*\n"
                                     "Iran;Iran;Asia;*\n"
                                     "India;India;Asia;*\n"
                                     "Thailand;South-East Asia;Asia;*\n"
                                     "Laos;South-East Asia;Asia;*\n"
                                     "Cambodia;South-East Asia;Asia;*\n"
                                     "Vietnam;South-East Asia;Asia;*\n"
                                     "Philippines;South-East Asia;Asia;*\n"
                                     "China;East Asia;Asia;*\n"
                                     "Hong;East Asia;Asia;*\n"
                                     "Taiwan;East Asia;Asia;*\n"
                                     "South;East Asia;Asia;*\n"
                                     "Japan;East Asia;Asia;*\n";

/* ---- All ---------------------------------------------------------------------------------- */

const lunacek2006_attribute lunacek2006_attributes[LUNACEK2006_ATTRIBUTES] = {
    {"age", false, 1, age,
     "The paper's domain 20, 30, …, 80, read as bins that end there: up to 20, 21 to 30, …, 61 to "
     "70, 71 and older. Adult's ages run from 17 to 90, where they are cut off."},
    {"race", false, 0, race, "There is no order to speak of, so that of their names."},
    {"sex", false, 0, sex, "Two values."},
    {"occupation", false, 0, occupation,
     "By the kind of work, much as the census classified it in 1990: managers, professions, "
     "technicians, sales and clerks; services, with the armed forces beside the protective ones; "
     "farming, crafts, machines, transport, labour."},
    {"workclass", true, 0, work_class, "The tree of the paper's figure 2."},
    {"education", true, 0, education,
     "By grade, with the paper's high school of the grades 9 to 12. Years of school are groups, "
     "and "
     "so is college short of a Bachelor's degree; HS-grad and Bachelors, which most people hold, "
     "stand alone. Above that, school up to its diploma is one side, everything after it the "
     "other."},
    {"marital-status", true, 0, marital_status,
     "Who is married, who was and lives without the spouse for good, who never was."},
    {"native-country", true, 0, native_country,
     "Regions of continents. The neighbours Thailand, Laos, Cambodia and Vietnam, which no order "
     "does justice to, are in one region, as the paper has it. Iran and India are the only "
     "countries of their regions. Puerto Rico is where it lies; the outlying territories, which "
     "lie in two oceans, are with the country they belong to. `South` is taken for South Korea, "
     "`Hong` for Hong Kong."},
};
