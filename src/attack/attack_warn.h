/* Attacks that succeed, as a warning. */
#ifndef SHOAL_ATTACK_ATTACK_WARN_H
#define SHOAL_ATTACK_ATTACK_WARN_H

#include "attack/attack.h"
#include "base/warnings.h"

/* Adds a warning for the attack of each kind, and about each attribute, that succeeds by most, and
 * one where the control has the people of the table. */
void attacks_warn(warning_list *to, const attack_list *of);

#endif
