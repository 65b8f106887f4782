#include "shoal_r.h"

#include <R_ext/Rdynload.h>

#define CALL(name, arguments)                                                                      \
    { #name, (DL_FUNC)(void *)&name, arguments }

static const R_CallMethodDef calls[] = {
    CALL(C_version, 0),
    CALL(C_list, 1),
    CALL(C_places, 0),
    CALL(C_parameters, 2),
    CALL(C_nearest, 2),
    CALL(C_raise_interrupt, 0),
    CALL(C_plan_new, 0),
    CALL(C_plan_copy, 1),
    CALL(C_plan_read, 2),
    CALL(C_plan_parse, 2),
    CALL(C_plan_set, 3),
    CALL(C_plan_set_list, 3),
    CALL(C_plan_get, 2),
    CALL(C_plan_attributes, 1),
    CALL(C_plan_format, 1),
    CALL(C_plan_set_hierarchy, 4),
    CALL(C_plan_drop_hierarchy, 2),
    CALL(C_plan_set_population, 2),
    CALL(C_plan_keys, 0),
    CALL(C_table_from_columns, 4),
    CALL(C_table_from_texts, 2),
    CALL(C_table_read, 2),
    CALL(C_table_write, 2),
    CALL(C_table_columns, 1),
    CALL(C_table_factor, 4),
    CALL(C_table_texts, 2),
    CALL(C_is_alive, 1),
    CALL(C_run, 4),
    CALL(C_verify, 2),
    CALL(C_recoding, 2),
    CALL(C_hierarchy_read, 1),
    CALL(C_hierarchy_build, 3),
    CALL(C_hierarchy_check, 2),
    CALL(C_hierarchy_write, 3),
    {NULL, NULL, 0},
};

void R_init_shoal(DllInfo *library);

void R_init_shoal(DllInfo *library) {
    R_registerRoutines(library, NULL, calls, NULL, NULL);
    R_useDynamicSymbols(library, FALSE);
    R_forceSymbols(library, TRUE);
}
