#define _GNU_SOURCE
#include "CLinuxShim.h"

#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

int sori_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

long sori_user_at_other_end(int local_socket) {
    struct ucred credentials;
    socklen_t size = sizeof credentials;
    if (getsockopt(local_socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return -1;
    return (long)credentials.uid;
}

int sori_process_at_other_end(int local_socket) {
    struct ucred credentials;
    socklen_t size = sizeof credentials;
    if (getsockopt(local_socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return -1;
    return (int)credentials.pid;
}

int sori_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int sori_make_wake_descriptor(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}
