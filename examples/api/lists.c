/* What the library of this machine is and knows. */
#include "example.h"

int main(void) {
    /* [shoal_version shoal_build] */
    printf("shoal %s\n", shoal_version());
    for (const char *line = shoal_build(); *line;) { /* NAME, a tab, VERSION or "no" */
        size_t length = strcspn(line, "\n");
        check(memchr(line, '\t', length) != NULL);
        line += length + (line[length] == '\n');
    }
    /* [] */

    /* [shoal_list] */
    const shoal_item *item = shoal_list("recodings");
    for (; item->name; item++)
        printf("%s: %s\n", item->name, item->summary);
    check(!shoal_list("colours")); /* no such kind */
    /* [] */

    /* [shoal_algorithm_parameters] */
    const shoal_parameter *parameter = shoal_algorithm_parameters("lattice", "nsga2");
    for (; parameter->name; parameter++)
        printf("search.%s, %s by default: %s\n", parameter->name, parameter->fallback,
               parameter->summary);
    check(!shoal_algorithm_parameters("lattice", "guess"));
    /* [] */

    /* [shoal_places] */
    for (const shoal_place *place = shoal_places(); place->name; place++)
        if (!place->is_built)
            printf("%s: %s\n", place->name, place->install);
        else if (place->writes)
            printf("%s can be written:%s%s\n", place->name, *place->written ? " " : "",
                   place->written);
    /* [] */

    /* [shoal_nearest_name] */
    static const char *const names[] = {"age", "sex", "postcode", NULL};
    check(same(shoal_nearest_name("Psotcode", names), "postcode"));
    check(!shoal_nearest_name("income", names));
    /* [] */
    return 0;
}
