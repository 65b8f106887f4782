/* What tests of the cut space share: failures that name the problem's seed, and comparisons with
 * the oracle. */
#ifndef SHOAL_TESTS_SUPPORT_CUT_CHECKS_H
#define SHOAL_TESTS_SUPPORT_CUT_CHECKS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "recode/cut/cut.h"
#include "support/cut_oracle.h"
#include "support/oracle.h"
#include "support/same.h"

/* 64 boundaries each: enough for all shapes that are drawn. */
#define CUT_MOST_WORDS 20
/* Metrics that are sums over cells: the first ones. */
#define CUT_PRICED 3

/* The shape of small problems, whose cuts can all be judged by the oracle. */
extern const cut_shape cut_small;

void cut_same_classes(const cut_problem *made, const class_statistics *got,
                      const class_statistics *expected);
void cut_same_answer(const cut_problem *made, size_t target, const evaluation *got,
                     const cut_answer *expected);

/* Every boundary of the first is among those of the other. */
bool cut_is_within(const uint64_t *inner, const uint64_t *outer, size_t words);

evaluation cut_evaluate_one(cut *space, const uint64_t *node);

/* Checks random small problems, each by so many of the metrics, the first ones. */
typedef void cut_property(cut_solved *done, size_t target);
void cut_for_all(uint64_t seed, size_t targets, cut_property *check);

#endif
