#define _GNU_SOURCE
#include "CLinuxShim.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

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

int sori_open_terminal(int *writer) {
    int reader = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (reader < 0) return -1;
    char name[128];
    if (grantpt(reader) == 0 && unlockpt(reader) == 0
        && ptsname_r(reader, name, sizeof name) == 0) {
        *writer = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
        if (*writer >= 0) return reader;
    }
    close(reader);
    return -1;
}

int sori_make_pipe(int *writer) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    *writer = ends[1];
    return ends[0];
}

int sori_make_wake_descriptor(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

int sori_start_supervisor(char *const *arguments) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    pid_t child = fork();
    if (child == 0) {
        // Only what is safe behind a fork. Its own session, so that Ctrl-C is not for it.
        setsid();
        close(ends[1]);
        char byte;
        ssize_t count;
        do count = read(ends[0], &byte, 1);
        while (count < 0 && errno == EINTR);
        if (count == 0) {
            sigprocmask(SIG_SETMASK, &before, NULL);
            execv("/proc/self/exe", arguments);
        }
        _exit(0);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[0]);
    if (child < 0) {
        close(ends[1]);
        return -1;
    }
    return ends[1];
}

void sori_end_supervisor(int supervisor) {
    char byte = 0;
    while (write(supervisor, &byte, 1) < 0 && errno == EINTR) {}
    close(supervisor);
}
