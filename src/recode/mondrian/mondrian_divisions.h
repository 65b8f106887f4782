/* How attributes may be cut so that no two labels that are published overlap. */
#ifndef SHOAL_RECODE_MONDRIAN_MONDRIAN_DIVISIONS_H
#define SHOAL_RECODE_MONDRIAN_MONDRIAN_DIVISIONS_H

#include "boxes/box_mondrian.h"
#include "recode/box_binding.h"

/* [attributes] in the arena. */
SHOAL_CHECKED shoal_status mondrian_divisions_make(const box_division **out, const box_binding *of,
                                                   arena *memory, shoal_error *error);

#endif
