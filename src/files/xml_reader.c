#include "files/xml_reader.h"

#include "base/memory.h"

#include <string.h>

const char *xml_local(const char *name) {
    const char *bar = strrchr(name, '|');
    return bar ? bar + 1 : name;
}

bool xml_is(const char *name, const char *local) {
    return strcmp(xml_local(name), local) == 0;
}

const char *xml_attribute(const char *const *attributes, const char *space, const char *local) {
    for (; attributes[0]; attributes += 2)
        if (xml_is(attributes[0], local) && (!space || strstr(attributes[0], space)))
            return attributes[1];
    return NULL;
}

#ifdef SHOAL_HAS_SHEETS

#include <expat.h>

/* Bytes without an element or text in them: a tag of that size is no workbook's, and the parser
 * keeps it in memory until it ends. */
#define LONGEST_TAG ((size_t)4 << 20)
#define DEEPEST 256

struct xml_reader {
    XML_Parser parser;
    const xml_handler *handler;
    void *context;
    const char *label;
    size_t silent; /* bytes since the last element or text */
    int depth;
    shoal_error failure;
};

/* Keeps the first failure, and ends the parser. */
static void settle(xml_reader *reader, shoal_status status) {
    reader->silent = 0;
    if (status == SHOAL_OK)
        return;
    reader->failure.status = status;
    XML_StopParser(reader->parser, XML_FALSE);
}

static bool has_failed(const xml_reader *reader) {
    return reader->failure.status != SHOAL_OK;
}

static void XMLCALL on_start(void *context, const char *name, const char **attributes) {
    xml_reader *reader = context;
    if (has_failed(reader))
        return;
    if (++reader->depth > DEEPEST) {
        settle(reader, status_fail(&reader->failure, SHOAL_BAD_DATA,
                                   "%.100s: its XML is nested deeper than %d: it is damaged",
                                   reader->label, DEEPEST));
        return;
    }
    settle(reader, reader->handler->start(reader->context, name, (const char *const *)attributes,
                                          &reader->failure));
}

static void XMLCALL on_end(void *context, const char *name) {
    xml_reader *reader = context;
    if (has_failed(reader))
        return;
    reader->depth--;
    settle(reader, reader->handler->end(reader->context, name, &reader->failure));
}

static void XMLCALL on_text(void *context, const char *bytes, int length) {
    xml_reader *reader = context;
    if (has_failed(reader))
        return;
    settle(reader, reader->handler->text(reader->context, bytes, (size_t)length, &reader->failure));
}

static void XMLCALL on_document_type(void *context, const char *name, const char *system,
                                     const char *public, int internal) {
    xml_reader *reader = context;
    (void)name;
    (void)system;
    (void)public;
    (void)internal;
    settle(reader, status_fail(&reader->failure, SHOAL_BAD_DATA,
                               "%.100s: its XML declares a document type, which no workbook does",
                               reader->label));
}

shoal_status xml_reader_new(xml_reader **out, const xml_handler *handler, void *context,
                            const char *label, shoal_error *error) {
    xml_reader *reader = *out = memory_zero(1, sizeof *reader);
    if (reader)
        reader->parser = XML_ParserCreateNS(NULL, '|');
    if (!reader || !reader->parser)
        return status_no_memory(error);
    reader->handler = handler;
    reader->context = context;
    reader->label = label;
    XML_SetUserData(reader->parser, reader);
    XML_SetElementHandler(reader->parser, on_start, on_end);
    XML_SetCharacterDataHandler(reader->parser, on_text);
    XML_SetStartDoctypeDeclHandler(reader->parser, on_document_type);
    return SHOAL_OK;
}

void xml_reader_free(xml_reader *reader) {
    if (!reader)
        return;
    if (reader->parser)
        XML_ParserFree(reader->parser);
    memory_free(reader);
}

static shoal_status fail(const xml_reader *reader, shoal_error *error) {
    if (has_failed(reader)) {
        if (error)
            *error = reader->failure;
        return reader->failure.status;
    }
    enum XML_Error why = XML_GetErrorCode(reader->parser);
    if (why == XML_ERROR_NO_MEMORY)
        return status_no_memory(error);
    return status_fail(error, SHOAL_BAD_DATA, "%.100s is damaged: its XML has %s in line %lu",
                       reader->label, XML_ErrorString(why),
                       (unsigned long)XML_GetCurrentLineNumber(reader->parser));
}

shoal_status xml_reader_feed(xml_reader *reader, const char *bytes, size_t length,
                             shoal_error *error) {
    const int most = 1 << 20;
    while (length > 0) {
        int now = length < (size_t)most ? (int)length : most;
        reader->silent += (size_t)now;
        if (XML_Parse(reader->parser, bytes, now, 0) != XML_STATUS_OK)
            return fail(reader, error);
        if (reader->silent > LONGEST_TAG)
            return status_fail(error, SHOAL_BAD_DATA,
                               "%.100s is damaged: its XML has a tag of more than %zu bytes",
                               reader->label, LONGEST_TAG);
        bytes += now;
        length -= (size_t)now;
    }
    return SHOAL_OK;
}

shoal_status xml_reader_finish(xml_reader *reader, shoal_error *error) {
    return XML_Parse(reader->parser, "", 0, 1) == XML_STATUS_OK ? SHOAL_OK : fail(reader, error);
}

#else

shoal_status xml_reader_new(xml_reader **out, const xml_handler *handler, void *context,
                            const char *label, shoal_error *error) {
    (void)handler;
    (void)context;
    *out = NULL;
    return status_fail(error, SHOAL_USAGE, "%.100s: this build reads no XML", label);
}

void xml_reader_free(xml_reader *reader) {
    (void)reader;
}

shoal_status xml_reader_feed(xml_reader *reader, const char *bytes, size_t length,
                             shoal_error *error) {
    (void)reader;
    (void)bytes;
    (void)length;
    return status_fail(error, SHOAL_USAGE, "this build reads no XML");
}

shoal_status xml_reader_finish(xml_reader *reader, shoal_error *error) {
    (void)reader;
    return status_fail(error, SHOAL_USAGE, "this build reads no XML");
}

#endif
