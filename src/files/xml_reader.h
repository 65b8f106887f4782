/* XML as it comes: elements and text, handed on one by one. With expat; a build without it
 * (SHOAL_SHEETS=OFF) reads none.
 *
 * Documents of workbooks are plain: one with a document type is refused, and with it entities of
 * its own, and so is one that is nested without need. */
#ifndef SHOAL_FILES_XML_READER_H
#define SHOAL_FILES_XML_READER_H

#include "base/status.h"

/* Names are "NAMESPACE|NAME", or the name alone. Attributes are names and values by turns, and a
 * NULL. Whatever a call fails with ends the reading. */
typedef struct xml_handler {
    shoal_status (*start)(void *context, const char *name, const char *const *attributes,
                          shoal_error *error);
    shoal_status (*end)(void *context, const char *name, shoal_error *error);
    shoal_status (*text)(void *context, const char *bytes, size_t length, shoal_error *error);
} xml_handler;

typedef struct xml_reader xml_reader;

/* `handler` and `label`, which is what error messages call the document, must outlive it. */
SHOAL_CHECKED shoal_status xml_reader_new(xml_reader **out, const xml_handler *handler,
                                          void *context, const char *label, shoal_error *error);
void xml_reader_free(xml_reader *reader);

/* The next bytes; and the end of the document. */
SHOAL_CHECKED shoal_status xml_reader_feed(xml_reader *reader, const char *bytes, size_t length,
                                           shoal_error *error);
SHOAL_CHECKED shoal_status xml_reader_finish(xml_reader *reader, shoal_error *error);

/* The part of a name behind its namespace. */
const char *xml_local(const char *name);
bool xml_is(const char *name, const char *local);
/* The value of the attribute of that local name, or NULL; `space` is part of its namespace, or NULL
 * for any. */
const char *xml_attribute(const char *const *attributes, const char *space, const char *local);

#endif
