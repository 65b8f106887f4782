/* Names of sources and sinks in results, reports, logs and messages: without passwords. */
#ifndef SHOAL_FILES_STORE_NAME_SHOWN_H
#define SHOAL_FILES_STORE_NAME_SHOWN_H

/* In place of a password. */
#define STORE_NAME_HIDDEN "***"

/* A copy of the name of a source or sink that may be shown: that of a URL, also behind other text
 * (`--against=…`), without its passwords, any other as it is. NULL: out of memory. */
char *store_name_shown(const char *name);

#endif
