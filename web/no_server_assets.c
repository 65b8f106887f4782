/* What a build without pages has in place of the page of `shoal serve`. */
#include "server/page_assets.h"

static const char page[] =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Shoal</title>\n"
    "<p>This build of Shoal has no page: it was made without node, or with SHOAL_PAGES=OFF. The "
    "API below <code>/api/1/</code> works.</p>\n</html>\n";

const server_asset server_page = {page, sizeof page - 1};
const server_asset server_script = {"", 0};
const server_asset server_style = {"", 0};
