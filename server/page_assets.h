/* The page of `shoal serve`, which web/build makes from web/ (web/no_server_assets.c where it is
 * not built). */
#ifndef SHOAL_SERVER_PAGE_ASSETS_H
#define SHOAL_SERVER_PAGE_ASSETS_H

#include <stddef.h>

typedef struct server_asset {
    const char *bytes;
    size_t length;
} server_asset;

extern const server_asset server_page;
extern const server_asset server_script;
extern const server_asset server_style;

#endif
