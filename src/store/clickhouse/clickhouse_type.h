/* Types of ClickHouse and texts of their values. */
#ifndef SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_TYPE_H
#define SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_TYPE_H

#include "base/text.h"
#include "data/column_origin.h"

#define CLICKHOUSE_KIND "clickhouse"

/* What a type's name says; NULL: out of memory. */
column_origin *clickhouse_origin(const char *type);

/* Whether the type has absent values: Nullable(…). */
bool clickhouse_is_nullable(const char *type);

/* Adds an expression: the text of the values of a column, `name` being quoted already, as the
 * source reads them; moments are told in UTC. Absent values and empty texts become `absent`. */
void clickhouse_add_as_text(text *out, const char *name, const char *type, absent_texts absent);
/* The same without a word on absent values: what is absent stays so. */
void clickhouse_add_plain_text(text *out, const char *name, const char *type);

/* Adds the type, never Nullable, that a column which comes unchanged from such a place can have;
 * false, with nothing added: only text holds its values. */
bool clickhouse_add_type(text *out, const column_origin *origin);
/* The type of a column of ClickHouse that a release made there keeps: its own, but text where that
 * lists values, since those of rows that are left out would be among them. */
const char *clickhouse_kept_type(const char *native);

/* Whether a type's name is a name, or a name and arguments in parentheses, and nothing else: what
 * may be put into a statement when it comes from elsewhere. */
bool clickhouse_is_type(const char *type);

/* Adds an expression that is 1 where a text, the column `name`, survives being turned into the type
 * and back. Fails in the server on some texts that do not. */
void clickhouse_add_survives(text *out, const char *name, const char *type);

/* Adds a column as what is hashed, behind others: whether it is there, and its text. */
void clickhouse_add_hashed(text *out, const char *bare, const char *type);

#endif
