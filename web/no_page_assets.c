/* What a build without pages has in place of the bundle. */
#include "report/page_assets.h"

const page_part page_begin = {"", 0};
const page_part page_style = {"", 0};
const page_part page_result = {"", 0};
const page_part page_end = {"", 0};
