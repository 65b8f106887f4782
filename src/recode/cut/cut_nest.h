/* A closer bound for an interval. One attribute leads: each group that it may form is looked at
 * apart. What the rows of such a group cost at least is found as in cut_bound.h, with the group in
 * place of the leading attribute's part of the low end, so that the other attributes claim rows
 * that fall below k within the group. Every group has its own cheapest partitions of the others,
 * and the cheapest partition of the leading attribute into groups gives the bound. It takes some
 * ten times as long as the bound of single attributes, and is far better where two attributes of
 * many values are open. */
#ifndef SHOAL_RECODE_CUT_CUT_NEST_H
#define SHOAL_RECODE_CUT_CUT_NEST_H

#include "recode/cut/cut_bounder.h"

typedef struct cut_nest cut_nest;

SHOAL_CHECKED bool cut_nest_open(cut_nest **out, size_t attributes);
void cut_nest_close(cut_nest *nest); /* may be NULL */

/* The attribute that leads: that of which costs are known, if it is open still; else one of those
 * open that has the largest share of the slack and not too many groups; `attributes` when there is
 * none, or nothing to gain. */
size_t cut_nest_lead(const cut *space, const cut_bounder *bounder, const cut_group_costs *known);

/* To be called when the interval's pieces are listed, priced and solved. Puts the bounds of the
 * groups into the costs of the lead's pieces and solves it. Of groups whose costs are known from an
 * interval around it only those are looked at that a cheapest partition has: until all of its
 * groups were looked at, or the bound is at least `best` or `interval->enough`. *bound is that of
 * the interval; it is -infinity when it would take too long. Sets `stopped` and adds to `looks` of
 * the interval. False when out of memory. */
SHOAL_CHECKED bool cut_nest_bound(const cut *space, cut_worker *worker, const cut_source *source,
                                  cut_interval *interval, size_t lead, double best, double *bound);

/* Puts what that found out about the groups into interval->found. */
void cut_nest_tell(const cut_bounder *bounder, size_t lead, cut_interval *interval);

#endif
