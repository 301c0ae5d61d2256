// The functions of libsystemd that are used here.
//
// F(name, count of its parameters, result without the library)
#pragma once

#define SORI_SYSTEMD_FUNCTIONS(F) \
    F(sd_bus_add_filter, 4, -ELIBACC) \
    F(sd_bus_close_unref, 1, nullptr) \
    F(sd_bus_get_events, 1, -ELIBACC) \
    F(sd_bus_get_fd, 1, -ELIBACC) \
    F(sd_bus_get_n_queued_write, 2, -ELIBACC) \
    F(sd_bus_get_timeout, 2, -ELIBACC) \
    F(sd_bus_get_unique_name, 2, -ELIBACC) \
    F(sd_bus_is_open, 1, -ELIBACC) \
    F(sd_bus_message_append_array, 4, -ELIBACC) \
    F(sd_bus_message_append_basic, 3, -ELIBACC) \
    F(sd_bus_message_at_end, 2, -ELIBACC) \
    F(sd_bus_message_close_container, 1, -ELIBACC) \
    F(sd_bus_message_enter_container, 3, -ELIBACC) \
    F(sd_bus_message_exit_container, 1, -ELIBACC) \
    F(sd_bus_message_get_error, 1, nullptr) \
    F(sd_bus_message_get_expect_reply, 1, -ELIBACC) \
    F(sd_bus_message_get_interface, 1, nullptr) \
    F(sd_bus_message_get_member, 1, nullptr) \
    F(sd_bus_message_get_path, 1, nullptr) \
    F(sd_bus_message_get_reply_cookie, 2, -ELIBACC) \
    F(sd_bus_message_get_sender, 1, nullptr) \
    F(sd_bus_message_get_type, 2, -ELIBACC) \
    F(sd_bus_message_is_signal, 3, -ELIBACC) \
    F(sd_bus_message_new_method_call, 6, -ELIBACC) \
    F(sd_bus_message_new_method_error, 3, -ELIBACC) \
    F(sd_bus_message_new_method_return, 2, -ELIBACC) \
    F(sd_bus_message_new_signal, 5, -ELIBACC) \
    F(sd_bus_message_open_container, 3, -ELIBACC) \
    F(sd_bus_message_peek_type, 3, -ELIBACC) \
    F(sd_bus_message_read_array, 4, -ELIBACC) \
    F(sd_bus_message_read_basic, 3, -ELIBACC) \
    F(sd_bus_message_ref, 1, nullptr) \
    F(sd_bus_message_set_destination, 2, -ELIBACC) \
    F(sd_bus_message_unref, 1, nullptr) \
    F(sd_bus_negotiate_fds, 2, -ELIBACC) \
    F(sd_bus_new, 1, -ELIBACC) \
    F(sd_bus_process, 2, -ELIBACC) \
    F(sd_bus_send, 3, -ELIBACC) \
    F(sd_bus_set_address, 2, -ELIBACC) \
    F(sd_bus_set_bus_client, 2, -ELIBACC) \
    F(sd_bus_set_connected_signal, 2, -ELIBACC) \
    F(sd_bus_start, 1, -ELIBACC)
