// libwayland-client, opened when the first compositor is connected.
//
// A program is not linked to it. A function that is used without being listed here does not link.
#pragma once

#include "LibraryLoader.h"

#if !__has_include(<wayland-client-core.h>)
#error "no headers of Wayland: install libwayland-dev, or switch trait Wayland off"
#endif

#include <wayland-client-core.h>

#define SORI_WAYLAND_SYMBOLS(F) \
    F(wl_display_connect_to_fd) \
    F(wl_display_disconnect) \
    F(wl_display_dispatch_pending) \
    F(wl_display_flush) \
    F(wl_display_get_fd) \
    F(wl_display_prepare_read) \
    F(wl_display_read_events) \
    F(wl_list_init) \
    F(wl_list_insert) \
    F(wl_list_remove) \
    F(wl_proxy_add_listener) \
    F(wl_proxy_destroy) \
    F(wl_proxy_get_version) \
    F(wl_proxy_marshal_flags)

#define SORI_DECLARE(name) __typeof__(name) *name;
static struct {
    SORI_WAYLAND_SYMBOLS(SORI_DECLARE)
} wayland;
#undef SORI_DECLARE

#define SORI_SYMBOL(name) {#name, (void **)&wayland.name},
static const sori_symbol wayland_symbols[] = {SORI_WAYLAND_SYMBOLS(SORI_SYMBOL)};
#undef SORI_SYMBOL

static sori_library wayland_library = {
    .file_name = "libwayland-client.so.0", .project = "Wayland", .package = "libwayland-client0",
    .symbols = wayland_symbols, .symbol_count = sizeof wayland_symbols / sizeof *wayland_symbols,
};

// Opens what is not open yet; the names below may be used when it is.
static bool open_wayland_library(void) {
    return sori_library_is_there(&wayland_library);
}

#define wl_display_connect_to_fd (*wayland.wl_display_connect_to_fd)
#define wl_display_disconnect (*wayland.wl_display_disconnect)
#define wl_display_dispatch_pending (*wayland.wl_display_dispatch_pending)
#define wl_display_flush (*wayland.wl_display_flush)
#define wl_display_get_fd (*wayland.wl_display_get_fd)
#define wl_display_prepare_read (*wayland.wl_display_prepare_read)
#define wl_display_read_events (*wayland.wl_display_read_events)
#define wl_list_init (*wayland.wl_list_init)
#define wl_list_insert (*wayland.wl_list_insert)
#define wl_list_remove (*wayland.wl_list_remove)
#define wl_proxy_add_listener (*wayland.wl_proxy_add_listener)
#define wl_proxy_destroy (*wayland.wl_proxy_destroy)
#define wl_proxy_get_version (*wayland.wl_proxy_get_version)
#define wl_proxy_marshal_flags (*wayland.wl_proxy_marshal_flags)
