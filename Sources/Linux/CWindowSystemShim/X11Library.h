// libxcb and libxcb-res, opened when the first X server is connected.
//
// A program is not linked to them. A name that is used without being listed here does not link.
#pragma once

#include "LibraryLoader.h"

#if !__has_include(<xcb/res.h>)
#error "no headers of XCB: install libxcb-res0-dev, or switch trait X11 off"
#endif

#include <xcb/res.h>
#include <xcb/xcb.h>

#define SORI_XCB_SYMBOLS(F) \
    F(xcb_change_window_attributes) \
    F(xcb_connect) \
    F(xcb_connection_has_error) \
    F(xcb_disconnect) \
    F(xcb_flush) \
    F(xcb_get_extension_data) \
    F(xcb_get_file_descriptor) \
    F(xcb_get_property) \
    F(xcb_get_property_reply) \
    F(xcb_get_property_value) \
    F(xcb_get_property_value_length) \
    F(xcb_get_setup) \
    F(xcb_intern_atom) \
    F(xcb_intern_atom_reply) \
    F(xcb_poll_for_event) \
    F(xcb_screen_next) \
    F(xcb_setup_roots_iterator)

#define SORI_XCB_RES_SYMBOLS(F) \
    F(xcb_res_client_id_value_next) \
    F(xcb_res_client_id_value_value) \
    F(xcb_res_client_id_value_value_length) \
    F(xcb_res_id) \
    F(xcb_res_query_client_ids) \
    F(xcb_res_query_client_ids_ids_iterator) \
    F(xcb_res_query_client_ids_reply) \
    F(xcb_res_query_version) \
    F(xcb_res_query_version_reply)

#define SORI_DECLARE(name) __typeof__(name) *name;
static struct {
    SORI_XCB_SYMBOLS(SORI_DECLARE)
    SORI_XCB_RES_SYMBOLS(SORI_DECLARE)
} x11;
#undef SORI_DECLARE

#define SORI_SYMBOL(name) {#name, (void **)&x11.name},
static const sori_symbol xcb_symbols[] = {SORI_XCB_SYMBOLS(SORI_SYMBOL)};
static const sori_symbol xcb_res_symbols[] = {SORI_XCB_RES_SYMBOLS(SORI_SYMBOL)};
#undef SORI_SYMBOL

static sori_library xcb_library = {
    .file_name = "libxcb.so.1", .project = "XCB", .package = "libxcb1",
    .symbols = xcb_symbols, .symbol_count = sizeof xcb_symbols / sizeof *xcb_symbols,
};

static sori_library xcb_res_library = {
    .file_name = "libxcb-res.so.0", .project = "XCB", .package = "libxcb-res0",
    .symbols = xcb_res_symbols, .symbol_count = sizeof xcb_res_symbols / sizeof *xcb_res_symbols,
};

// Opens what is not open yet; the names below may be used when it is.
static bool open_x11_libraries(void) {
    return sori_library_is_there(&xcb_library)
        && sori_library_is_there(&xcb_res_library);
}

#define xcb_change_window_attributes (*x11.xcb_change_window_attributes)
#define xcb_connect (*x11.xcb_connect)
#define xcb_connection_has_error (*x11.xcb_connection_has_error)
#define xcb_disconnect (*x11.xcb_disconnect)
#define xcb_flush (*x11.xcb_flush)
#define xcb_get_extension_data (*x11.xcb_get_extension_data)
#define xcb_get_file_descriptor (*x11.xcb_get_file_descriptor)
#define xcb_get_property (*x11.xcb_get_property)
#define xcb_get_property_reply (*x11.xcb_get_property_reply)
#define xcb_get_property_value (*x11.xcb_get_property_value)
#define xcb_get_property_value_length (*x11.xcb_get_property_value_length)
#define xcb_get_setup (*x11.xcb_get_setup)
#define xcb_intern_atom (*x11.xcb_intern_atom)
#define xcb_intern_atom_reply (*x11.xcb_intern_atom_reply)
#define xcb_poll_for_event (*x11.xcb_poll_for_event)
#define xcb_screen_next (*x11.xcb_screen_next)
#define xcb_setup_roots_iterator (*x11.xcb_setup_roots_iterator)
#define xcb_res_client_id_value_next (*x11.xcb_res_client_id_value_next)
#define xcb_res_client_id_value_value (*x11.xcb_res_client_id_value_value)
#define xcb_res_client_id_value_value_length (*x11.xcb_res_client_id_value_value_length)
#define xcb_res_id (*x11.xcb_res_id)
#define xcb_res_query_client_ids (*x11.xcb_res_query_client_ids)
#define xcb_res_query_client_ids_ids_iterator (*x11.xcb_res_query_client_ids_ids_iterator)
#define xcb_res_query_client_ids_reply (*x11.xcb_res_query_client_ids_reply)
#define xcb_res_query_version (*x11.xcb_res_query_version)
#define xcb_res_query_version_reply (*x11.xcb_res_query_version_reply)
