// The functions of libsystemd that are used here.
//
// F(result, result without the library, name, parameters, arguments)
#pragma once

#define SORI_SYSTEMD_FUNCTIONS(F) \
    F( \
        int, -ELIBACC, sd_bus_add_filter, (sd_bus *bus, sd_bus_slot **slot, \
        sd_bus_message_handler_t callback, void *userdata), (bus, slot, callback, userdata)) \
    F(sd_bus *, NULL, sd_bus_close_unref, (sd_bus *bus), (bus)) \
    F(int, -ELIBACC, sd_bus_get_events, (sd_bus *bus), (bus)) \
    F(int, -ELIBACC, sd_bus_get_fd, (sd_bus *bus), (bus)) \
    F( \
        int, -ELIBACC, sd_bus_get_n_queued_write, (sd_bus *bus, uint64_t *ret), (bus, ret)) \
    F( \
        int, -ELIBACC, sd_bus_get_timeout, (sd_bus *bus, uint64_t *timeout_usec), (bus, \
        timeout_usec)) \
    F(int, -ELIBACC, sd_bus_get_unique_name, (sd_bus *bus, const char **unique), (bus, unique)) \
    F(int, -ELIBACC, sd_bus_is_open, (sd_bus *bus), (bus)) \
    F( \
        int, -ELIBACC, sd_bus_message_append_array, (sd_bus_message *m, char type, const void \
        *ptr, size_t size), (m, type, ptr, size)) \
    F( \
        int, -ELIBACC, sd_bus_message_append_basic, (sd_bus_message *m, char type, const void \
        *p), (m, type, p)) \
    F(int, -ELIBACC, sd_bus_message_at_end, (sd_bus_message *m, int complete), (m, complete)) \
    F(int, -ELIBACC, sd_bus_message_close_container, (sd_bus_message *m), (m)) \
    F( \
        int, -ELIBACC, sd_bus_message_enter_container, (sd_bus_message *m, char type, const char \
        *contents), (m, type, contents)) \
    F(int, -ELIBACC, sd_bus_message_exit_container, (sd_bus_message *m), (m)) \
    F(const sd_bus_error *, NULL, sd_bus_message_get_error, (sd_bus_message *m), (m)) \
    F(int, -ELIBACC, sd_bus_message_get_expect_reply, (sd_bus_message *m), (m)) \
    F(const char *, NULL, sd_bus_message_get_interface, (sd_bus_message *m), (m)) \
    F(const char *, NULL, sd_bus_message_get_member, (sd_bus_message *m), (m)) \
    F(const char *, NULL, sd_bus_message_get_path, (sd_bus_message *m), (m)) \
    F( \
        int, -ELIBACC, sd_bus_message_get_reply_cookie, (sd_bus_message *m, uint64_t *cookie), \
        (m, cookie)) \
    F(const char *, NULL, sd_bus_message_get_sender, (sd_bus_message *m), (m)) \
    F(int, -ELIBACC, sd_bus_message_get_type, (sd_bus_message *m, uint8_t *type), (m, type)) \
    F( \
        int, -ELIBACC, sd_bus_message_is_signal, (sd_bus_message *m, const char *interface, \
        const char *member), (m, interface, member)) \
    F( \
        int, -ELIBACC, sd_bus_message_new_method_call, (sd_bus *bus, sd_bus_message **m, const \
        char *destination, const char *path, const char *interface, const char *member), (bus, \
        m, destination, path, interface, member)) \
    F( \
        int, -ELIBACC, sd_bus_message_new_method_error, (sd_bus_message *call, sd_bus_message \
        **m, const sd_bus_error *e), (call, m, e)) \
    F( \
        int, -ELIBACC, sd_bus_message_new_method_return, (sd_bus_message *call, sd_bus_message \
        **m), (call, m)) \
    F( \
        int, -ELIBACC, sd_bus_message_new_signal, (sd_bus *bus, sd_bus_message **m, const char \
        *path, const char *interface, const char *member), (bus, m, path, interface, member)) \
    F( \
        int, -ELIBACC, sd_bus_message_open_container, (sd_bus_message *m, char type, const char \
        *contents), (m, type, contents)) \
    F( \
        int, -ELIBACC, sd_bus_message_peek_type, (sd_bus_message *m, char *type, const char \
        **contents), (m, type, contents)) \
    F( \
        int, -ELIBACC, sd_bus_message_read_array, (sd_bus_message *m, char type, const void \
        **ptr, size_t *size), (m, type, ptr, size)) \
    F( \
        int, -ELIBACC, sd_bus_message_read_basic, (sd_bus_message *m, char type, void *p), (m, \
        type, p)) \
    F(sd_bus_message *, NULL, sd_bus_message_ref, (sd_bus_message *m), (m)) \
    F(sd_bus_message *, NULL, sd_bus_message_unref, (sd_bus_message *m), (m)) \
    F(int, -ELIBACC, sd_bus_negotiate_fds, (sd_bus *bus, int b), (bus, b)) \
    F(int, -ELIBACC, sd_bus_new, (sd_bus **ret), (ret)) \
    F(int, -ELIBACC, sd_bus_process, (sd_bus *bus, sd_bus_message **r), (bus, r)) \
    F( \
        int, -ELIBACC, sd_bus_send, (sd_bus *bus, sd_bus_message *m, uint64_t *cookie), (bus, m, \
        cookie)) \
    F(int, -ELIBACC, sd_bus_set_address, (sd_bus *bus, const char *address), (bus, address)) \
    F(int, -ELIBACC, sd_bus_set_bus_client, (sd_bus *bus, int b), (bus, b)) \
    F(int, -ELIBACC, sd_bus_set_connected_signal, (sd_bus *bus, int b), (bus, b)) \
    F(int, -ELIBACC, sd_bus_start, (sd_bus *bus), (bus))
