/* Tables in files of statistical packages: what the kinds of sources share. A file is parsed twice,
 * first for its variables and labels, then for its rows. */
#ifndef SHOAL_STORE_STATISTICS_PACKAGE_SOURCE_H
#define SHOAL_STORE_STATISTICS_PACKAGE_SOURCE_H

#include "store/source_kind.h"

/* SHOAL_USAGE that says what to install. */
SHOAL_CHECKED shoal_status package_not_built(const char *action, const char *name,
                                             shoal_error *error);

/* The only file of a kind, behind a descriptor: for sinks that read back. `name` tells its
 * format. */
SHOAL_CHECKED shoal_status package_source_open_descriptor(source **out, const source_kind *kind,
                                                          const char *name, int descriptor,
                                                          const source_options *options,
                                                          shoal_error *error);

#endif
