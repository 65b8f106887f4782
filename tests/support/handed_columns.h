/* A table as a program would hand it over: columns of texts and of codes, drawn at random. */
#ifndef SHOAL_TESTS_SUPPORT_HANDED_COLUMNS_H
#define SHOAL_TESTS_SUPPORT_HANDED_COLUMNS_H

#include "base/random.h"

#include <shoal.h>

/* The same cells in another layout: texts at addresses of their own or shared ones, or codes of any
 * width from any first code on, with unused and repeated values in the dictionary. An empty cell is
 * a text, or with `nulls` no value. Aborts when it cannot be made. */
shoal_table *handed_columns(const shoal_table *from, random_stream *draw, bool nulls,
                            shoal_context *context);

#endif
