// What Linux has beyond POSIX, which Swift's Glibc module does not show.

#ifndef SORI_LINUX_SHIM_H
#define SORI_LINUX_SHIM_H

#include <spawn.h>
#include <sys/types.h>

/// The next caller of a listening socket, closed in programs that are started and never waiting;
/// −1 for none.
int sori_accept(int listener);

/// The user of the process at the other end of a local socket; −1 when that is not known.
long sori_user_at_other_end(int local_socket);

/// Has a program that is started keep no descriptor from `first` on. Zero, or an error's number.
int sori_close_from(posix_spawn_file_actions_t *actions, int first);

/// A descriptor that is readable after something was written to it; −1 when there is none.
int sori_make_wake_descriptor(void);

#endif
