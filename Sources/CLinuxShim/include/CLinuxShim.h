// Linux functions beyond POSIX that Swift's Glibc module lacks.

#ifndef SORI_LINUX_SHIM_H
#define SORI_LINUX_SHIM_H

#include <spawn.h>
#include <sys/types.h>

#include "InputDeviceShim.h"

/// Accepts the next connection of a listening socket, non-blocking and close-on-exec; −1 for none.
int sori_accept(int listener);

/// The user ID of the process at the other end of a local socket; −1 when unknown.
long sori_user_at_other_end(int local_socket);

/// The process ID of the process that connected a local socket; −1 when unknown.
int sori_process_at_other_end(int local_socket);

/// Closes all descriptors from `first` on in a spawned program. Returns 0 or an errno value.
int sori_close_from(posix_spawn_file_actions_t *actions, int first);

/// Makes an eventfd, non-blocking and close-on-exec; −1 on failure.
int sori_make_wake_descriptor(void);

/// Starts a process that replaces itself by this program, with `arguments`, when the caller has ended
/// without `sori_end_supervisor`: by SIGKILL, for example. Call it before there are other threads.
/// Returns a descriptor that the caller keeps open; −1 on failure.
int sori_start_supervisor(char *const *arguments);

/// Ends a supervisor, and closes its descriptor.
void sori_end_supervisor(int supervisor);

#endif
