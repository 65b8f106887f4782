/* The values that the classes of a node have of one column, added up from those of its tuples. */
#ifndef SHOAL_BIND_CLASS_ADDER_H
#define SHOAL_BIND_CLASS_ADDER_H

#include "bind/rules_scratch.h"

/* Which classes are added up, and which persons of several tuples. */
typedef enum adder_use {
    ADD_FOR_ALL,     /* every class */
    ADD_FOR_HOPEFUL, /* those that are not hopeless */
    ADD_FOR_TUPLES   /* every class; persons of several classes are left out */
} adder_use;

typedef struct class_adder {
    rules_scratch *scratch;
    const tuple_values *values;
    uint32_t size;
    bool at_once; /* all classes are in `cells` */
} class_adder;

/* class_of[tuple] is in the scratch. False when out of memory. */
bool class_adder_open(class_adder *by, rules_scratch *scratch, const tuple_values *values,
                      uint32_t size, size_t classes, adder_use use);

/* Whether the class is one of those that are added up. */
static inline bool class_adder_has(const class_adder *by, size_t class) {
    return by->scratch->place[class] != RULE_NONE;
}

/* The values of such a class: counts, present, distinct and scratch; class_adder_forget empties it
 * again. */
void class_adder_take(class_histogram *out, const class_adder *by, size_t class);
void class_adder_forget(const class_adder *by, const class_histogram *used, size_t class);

#endif
