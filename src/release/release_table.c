#include "release/release_table.h"

#include "data/decimal_comma.h"
#include "store/memory/fed_table.h"

shoal_status release_table_make(shoal_table **out, const release_task *task, shoal_error *error) {
    release_feed feed;
    sink_options options = {.format = task->format, .pool = task->pool, .cancel = task->cancel};
    *out = NULL;
    shoal_status status = release_feed_open(&feed, task, error);
    if (status == SHOAL_OK)
        status = fed_table_make(out, &feed.rows, &options, error);
    release_feed_close(&feed);
    if (status == SHOAL_OK)
        decimal_comma_turn_like(*out, task->table);
    return status;
}
