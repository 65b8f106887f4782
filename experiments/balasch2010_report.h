/* What draws the figures and tables of the thesis; balasch2010_report.c has their list. */
#ifndef SHOAL_EXPERIMENTS_BALASCH2010_REPORT_H
#define SHOAL_EXPERIMENTS_BALASCH2010_REPORT_H

#include "experiments/balasch2010.h"

/* Chapter 5; `at` is the set. */
figure_drawer balasch2010_draw_best;
figure_drawer balasch2010_draw_hands;
figure_drawer balasch2010_draw_time;

/* Chapter 4 and appendix B, by generation; `at` is the case, with this added when each operator is
 * used alone. */
#define BALASCH2010_ALONE 16
figure_drawer balasch2010_draw_utilization;
figure_drawer balasch2010_draw_lifetime;
figure_drawer balasch2010_draw_efficacy;
figure_drawer balasch2010_draw_efficiency;
/* `at` is the set. */
figure_drawer balasch2010_draw_costs;
figure_drawer balasch2010_draw_groups;

#endif
