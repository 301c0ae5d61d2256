#ifdef SORI_PIPEWIRE

#include "Internal.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

// The connection that is made ahead. The lock guards the flags; the rest is the maker's until the
// maker has been joined.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool has_begun;
static bool is_waiting_for_taker;
static pthread_t maker;
static char *prepared_remote;
static char *prepared_name;
static uint32_t prepared_timeout_ms;
static sori_pw_connection *prepared;
static int32_t prepared_error;

static void *prepare(void *unused) {
    (void)unused;
    prepared = sori_pw_make_connection(
        SORI_PW_DIRECTION_PLAYBACK, prepared_remote, prepared_name, prepared_timeout_ms,
        &prepared_error);
    return NULL;
}

// With the lock. Returns whether the caller is to join the maker, and then has the connection.
static bool take(void) {
    bool is_taken = is_waiting_for_taker;
    is_waiting_for_taker = false;
    return is_taken;
}

// The maker must not load libraries while the process runs their last functions.
static void end_preparation(void) {
    pthread_mutex_lock(&lock);
    bool is_taken = take();
    pthread_mutex_unlock(&lock);
    if (is_taken && pthread_join(maker, NULL) == 0 && prepared != NULL) {
        sori_pw_close(prepared);
    }
}

// Starts the maker with all signals blocked, for it and for the threads of the library: the
// program's own threads handle them.
static bool start_maker(void) {
    sigset_t all, usual;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &usual);
    int error = pthread_create(&maker, NULL, prepare, NULL);
    pthread_sigmask(SIG_SETMASK, &usual, NULL);
    return error == 0;
}

void sori_pw_prepare(const char *remote, const char *application_name, uint32_t timeout_ms) {
    pthread_mutex_lock(&lock);
    if (!has_begun) {
        has_begun = true;
        prepared_remote = remote == NULL ? NULL : strdup(remote);
        prepared_name = strdup(application_name);
        prepared_timeout_ms = timeout_ms;
        bool is_complete = prepared_name != NULL && (remote == NULL || prepared_remote != NULL);
        is_waiting_for_taker = is_complete && atexit(end_preparation) == 0 && start_maker();
    }
    pthread_mutex_unlock(&lock);
}

bool sori_pw_take_prepared(
    sori_pw_direction direction, const char *remote, const char *application_name,
    sori_pw_connection **connection, int32_t *error) {
    pthread_mutex_lock(&lock);
    bool is_taken = direction == SORI_PW_DIRECTION_PLAYBACK && spa_streq(remote, prepared_remote)
        && spa_streq(application_name, prepared_name) && take();
    pthread_mutex_unlock(&lock);
    if (!is_taken || pthread_join(maker, NULL) != 0) {
        return false;
    }
    *connection = prepared;
    *error = prepared_error;
    return true;
}

#endif
