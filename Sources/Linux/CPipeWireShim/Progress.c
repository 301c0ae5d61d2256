#ifdef SORI_PIPEWIRE

#include "Internal.h"

// What is known of the stream's cycles.

sori_pw_cycle sori_pw_get_cycle(sori_pw_connection *connection) {
    sori_pw_cycle cycle = {
        .frame_count = (uint32_t)atomic_load(&connection->cycle_frames),
        .has_unequal_blocks = atomic_load(&connection->has_unequal_blocks),
        .delay_nanoseconds = atomic_load(&connection->delay_nanoseconds),
    };
    return cycle;
}

// With the thread loop locked.
static int64_t drain_nanoseconds(struct sori_pw_connection *connection) {
    struct pw_time snapshot;
    if (pw_stream_get_time_n(connection->stream, &snapshot, sizeof snapshot) < 0
        || snapshot.now == 0 || snapshot.rate.denom == 0) {
        return 0;
    }
    int64_t elapsed = sori_pw_monotonic_nanoseconds() - snapshot.now;
    // The device is `delay` behind the start of the cycle; the cycle's own frames are added.
    int64_t device = snapshot.delay * (int64_t)snapshot.rate.num * (int64_t)SPA_NSEC_PER_SEC
        / (int64_t)snapshot.rate.denom;
    int64_t waiting = (int64_t)(snapshot.queued + snapshot.buffered) * (int64_t)SPA_NSEC_PER_SEC
        / (int64_t)connection->sample_rate;
    int64_t cycle = (int64_t)atomic_load(&connection->cycle_nanoseconds);
    int64_t remaining = device + waiting + cycle - elapsed;
    return remaining > 0 ? remaining : 0;
}

sori_pw_progress sori_pw_get_progress(sori_pw_connection *connection) {
    sori_pw_progress progress = {0};
    pw_thread_loop_lock(connection->thread);
    if (connection->stream != NULL) {
        progress.cycle_count = atomic_load(&connection->cycle_count);
        progress.missed_cycle_count = atomic_load(&connection->missed_cycle_count);
        progress.drain_nanoseconds = drain_nanoseconds(connection);
        progress.last_cycle_nanoseconds = atomic_load(&connection->last_cycle_nanoseconds);
    }
    pw_thread_loop_unlock(connection->thread);
    return progress;
}

#endif
