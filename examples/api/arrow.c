/* Arrow data as a table, and a release as Arrow data. The example makes its data by hand: programs
 * have it from a library that exports the Arrow C data interface, and leave the rest to it. */
#include "example.h"

#include <shoal_arrow.h>

enum { ROWS = 6 };

/* ---- What another library would hand over ------------------------------------------------------
 */

static int released;

static void release_schema(struct ArrowSchema *schema) {
    for (int64_t i = 0; i < schema->n_children; i++)
        if (schema->children[i]->release)
            schema->children[i]->release(schema->children[i]);
    if (schema->dictionary && schema->dictionary->release)
        schema->dictionary->release(schema->dictionary);
    schema->release = NULL;
}

static void release_array(struct ArrowArray *array) {
    for (int64_t i = 0; i < array->n_children; i++)
        if (array->children[i]->release)
            array->children[i]->release(array->children[i]);
    if (array->dictionary && array->dictionary->release)
        array->dictionary->release(array->dictionary);
    array->release = NULL;
    released++;
}

/* Two columns: `age` of integers, the last of them missing, and `sex` of codes of a dictionary. */
static void make_batch(struct ArrowSchema *schema, struct ArrowArray *array) {
    static const int32_t ages[ROWS] = {31, 34, 38, 52, 57, 0};
    static const uint8_t are_known[] = {0x1f};
    static const int8_t sexes[ROWS] = {0, 1, 0, 1, 0, 1};
    static const int32_t ends[] = {0, 6, 10};
    static const char *const texts = "femalemale";
    static const void *of_batch[1], *of_ages[] = {are_known, ages}, *of_sexes[] = {NULL, sexes},
                                    *of_texts[3];
    static struct ArrowSchema formats[2], words_format, *format_children[2];
    static struct ArrowArray columns[2], words, *column_children[2];
    of_texts[1] = ends;
    of_texts[2] = texts;
    words_format = (struct ArrowSchema){.format = "u", .release = release_schema};
    words = (struct ArrowArray){
        .length = 2, .n_buffers = 3, .buffers = of_texts, .release = release_array};
    formats[0] = (struct ArrowSchema){
        .format = "i", .name = "age", .flags = ARROW_FLAG_NULLABLE, .release = release_schema};
    formats[1] = (struct ArrowSchema){
        .format = "c", .name = "sex", .dictionary = &words_format, .release = release_schema};
    columns[0] = (struct ArrowArray){.length = ROWS,
                                     .null_count = 1,
                                     .n_buffers = 2,
                                     .buffers = of_ages,
                                     .release = release_array};
    columns[1] = (struct ArrowArray){.length = ROWS,
                                     .n_buffers = 2,
                                     .buffers = of_sexes,
                                     .dictionary = &words,
                                     .release = release_array};
    for (int i = 0; i < 2; i++) {
        format_children[i] = &formats[i];
        column_children[i] = &columns[i];
    }
    *schema = (struct ArrowSchema){
        .format = "+s", .n_children = 2, .children = format_children, .release = release_schema};
    *array = (struct ArrowArray){.length = ROWS,
                                 .n_buffers = 1,
                                 .buffers = of_batch,
                                 .n_children = 2,
                                 .children = column_children,
                                 .release = release_array};
}

/* ---- In and out --------------------------------------------------------------------------------
 */

static shoal_table *import_batch(void) {
    shoal_error error = {0};
    /* [shoal_table_from_arrow_array] */
    struct ArrowSchema schema;
    struct ArrowArray array;
    make_batch(&schema, &array); /* or schema and array as a library exports them */
    shoal_table *table = NULL;
    must(shoal_table_from_arrow_array(&table, &schema, &array, NULL, &error), &error);
    check(!schema.release && !array.release); /* both were moved */
    check(shoal_table_rows(table) == 6 && same(shoal_table_column_name(table, 1), "sex"));
    check(same(shoal_table_value(table, 0, 0), "31") && shoal_table_is_null(table, 5, 0));
    /* [] */
    return table;
}

static shoal_table *release_table(const shoal_table *table) {
    shoal_error error = {0};
    shoal_plan *plan = NULL;
    shoal_table *release = NULL;
    shoal_result *result = NULL;
    must(shoal_plan_new(&plan, &error), &error);
    must(shoal_plan_set(plan, "privacy.k", "3", &error), &error);
    must(shoal_plan_set(plan, "attributes.sex.role", "quasi", &error), &error);
    shoal_job job = {.size = sizeof job, .table = table, .release = &release};
    must(shoal_anonymize(&result, plan, &job, NULL, &error), &error);
    shoal_result_free(result);
    shoal_plan_free(plan);
    return release;
}

static void export_release(const shoal_table *release) {
    shoal_error error = {0};
    /* [shoal_table_to_arrow_stream] */
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    struct ArrowArray batch;
    const shoal_arrow_options options = {.size = sizeof options, .batch_rows = 4};
    must(shoal_table_to_arrow_stream(&stream, release, &options, &error), &error);
    check(stream.get_schema(&stream, &schema) == 0);
    check(same(schema.children[0]->format, "i"));  /* age as it came */
    check(schema.children[1]->dictionary != NULL); /* sex as codes of a dictionary */
    int64_t rows = 0;
    for (;;) {
        check(stream.get_next(&stream, &batch) == 0);
        if (!batch.release) /* after the last */
            break;
        rows += batch.length;
        batch.release(&batch);
    }
    check(rows == 6);
    schema.release(&schema);
    stream.release(&stream);
    /* [] */
}

static void import_stream(const shoal_table *release) {
    shoal_error error = {0};
    /* [shoal_table_from_arrow_stream] */
    struct ArrowArrayStream stream;
    shoal_table *again = NULL;
    must(shoal_table_to_arrow_stream(&stream, release, NULL, &error), &error); /* or another's */
    must(shoal_table_from_arrow_stream(&again, &stream, NULL, &error), &error);
    check(!stream.release); /* it was moved */
    check(shoal_table_rows(again) == 6 && shoal_table_is_null(again, 5, 0));
    /* [] */
    shoal_table_free(again);
}

int main(void) {
    shoal_table *table = import_batch(), *release = release_table(table);
    export_release(release);
    import_stream(release);
    shoal_table_free(release);
    shoal_table_free(table);
    check(released == 4); /* each array once: the batch, its columns and the dictionary */
    return 0;
}
