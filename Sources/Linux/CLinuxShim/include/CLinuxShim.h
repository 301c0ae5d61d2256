// Linux functions beyond POSIX that Swift's Glibc module lacks.

#ifndef SORI_LINUX_SHIM_H
#define SORI_LINUX_SHIM_H

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "InputDeviceShim.h"
#include "LibraryLoader.h"

/// Accepts the next connection of a listening socket, non-blocking and close-on-exec; −1 for none.
int sori_accept(int listener);

/// The user ID of the process at the other end of a local socket; −1 when unknown.
long sori_user_at_other_end(int local_socket);

/// The process ID of the process that connected a local socket; −1 when unknown.
int sori_process_at_other_end(int local_socket);

/// Closes all descriptors from `first` on in a spawned program. Returns 0 or an errno value.
int sori_close_from(posix_spawn_file_actions_t *actions, int first);

/// Opens a pseudo-terminal, close-on-exec, that is no process's controlling terminal, and writes the
/// descriptor for the program to `writer`. Returns the other one, or −1 on failure.
int sori_open_terminal(int *writer);

/// Makes a close-on-exec pipe, and writes the descriptor for writing to `writer`. Returns the other
/// one, or −1 on failure.
int sori_make_pipe(int *writer);

/// Makes an eventfd, non-blocking and close-on-exec; −1 on failure.
int sori_make_wake_descriptor(void);

/// Starts a process that replaces itself by this program, with `arguments`, when the caller has ended
/// without `sori_end_supervisor`: by SIGKILL, for example. Call it before there are other threads.
/// Returns a descriptor that the caller keeps open; −1 on failure.
int sori_start_supervisor(char *const *arguments);

/// Ends a supervisor, and closes its descriptor.
void sori_end_supervisor(int supervisor);

/// Makes a page that only the caller can write, and any process that has its descriptor can read;
/// NULL on failure.
void *sori_make_page(size_t size, int *descriptor);

/// Maps another process's page; NULL for a descriptor of anything else.
const void *sori_map_page(int descriptor, size_t size);

/// Unmaps a page, in either process.
void sori_unmap_page(const void *page, size_t size);

/// Replaces the contents of a page that the caller has made. One thread at a time.
void sori_write_page(void *page, size_t size, const uint8_t *bytes, size_t count);

/// A number that every write changes.
uint64_t sori_page_sequence(const void *page);

/// Reads a page, with its sequence number. Any thread. Returns the number of bytes; −1 when it
/// cannot be read.
long sori_read_page(
    const void *page, size_t size, uint8_t *bytes, size_t capacity, uint64_t *sequence);

/// Sends a message with a descriptor. Returns the number of bytes, or −1 with errno.
long sori_send_with_descriptor(int socket, const uint8_t *bytes, size_t count, int descriptor);

/// Receives a message, and its descriptor; −1 for none. Returns as recv(2) does with MSG_TRUNC.
long sori_receive_with_descriptor(int socket, uint8_t *bytes, size_t count, int *descriptor);

#endif
