/* dewri2009's achievement function and preference deviation, worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/multi/achievement.h"

#include <math.h>

typedef struct achievement_case {
    const char *name;
    preference wish;
    double nwp, necd;
    double achievement, deviation;
} achievement_case;

#define E 1e-6

/* The weights are (bias + E) and (loss + E) over their sum. */
static const achievement_case cases[] = {
    {"equal wishes, loss decides", {0.3, 0.3}, 0.4, 0.2, (0.4 + E) / 2, 0},
    {"equal wishes, bias decides", {0.3, 0.3}, 0.2, 0.5, (0.5 + E) / 2, 0.1},
    {"equal wishes of nothing", {0, 0}, 0.2, 0.1, (0.2 + E) / 2, 0.3},
    {"equal wishes of everything", {1, 1}, 0.2, 0.1, (0.2 + E) / 2, -1.7},
    {"the ideal point", {0.5, 0.5}, 0, 0, E / 2, -1},
    {"loss is to be small", {0.2, 1}, 0.3, 0.9, (1 + E) / (1.2 + 2 * E) * (0.3 + E), 0},
    {"bias is to be small", {1, 0.2}, 0.9, 0.3, (1 + E) / (1.2 + 2 * E) * (0.3 + E), 0},
    {"at the wish both weigh the same",
     {0.2, 0.1},
     0.2,
     0.1,
     (0.1 + E) / (0.3 + 2 * E) * (0.2 + E),
     0},
    {"no loss at all is wished", {0, 1}, 0.5, 1, (1 + E) / (1 + 2 * E) * (0.5 + E), 0.5},
    {"no loss at all, and none", {0, 1}, 0, 1, E / (1 + 2 * E) * (1 + E), 0},
    {"no bias at all is wished", {1, 0}, 1, 0.5, (1 + E) / (1 + 2 * E) * (0.5 + E), 0.5},
};

static void cases_by_hand(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const achievement_case *row = &cases[i];
        print_message("  %s\n", row->name);
        double achievement = preference_achievement(&row->wish, row->nwp, row->necd);
        double deviation = preference_deviation(&row->wish, row->nwp, row->necd);
        assert_true(fabs(achievement - row->achievement) <= 1e-14);
        assert_true(fabs(deviation - row->deviation) <= 1e-14);
    }
}

/* Who exchanges loss and bias in the wish and in the release changes nothing. */
static void symmetric(void **state) {
    (void)state;
    for (int i = 0; i < 11 * 11 * 11 * 11; i++) {
        double wished = i % 11 * 0.1, other_wished = i / 11 % 11 * 0.1;
        double reached = i / 121 % 11 * 0.1, other_reached = i / 1331 % 11 * 0.1;
        preference wish = {wished, other_wished}, turned = {other_wished, wished};
        double one = preference_achievement(&wish, reached, other_reached);
        double other = preference_achievement(&turned, other_reached, reached);
        assert_true(fabs(one - other) <= 1e-15);
        assert_true(one > 0 && one <= 1 + E);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_by_hand),
        cmocka_unit_test(symmetric),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
