package import AudioModel

/// Returns the outputs that play a kind of stream, when sessions play on `route`.
///
/// Ringtones, alarms, timers and emergency alerts play from the speaker as well as from
/// accessories; system sounds use the present output, or the speaker if there is none.
///
/// Source: iPhone Human Interface Guidelines, "Using Sound", on alarms with headphones attached;
/// that ringtones, timers and alerts go the same way is our choice (`docs/facts.md`).
package func soundOutputs(of kind: StreamKind, on route: Route) -> [Port] {
    switch kind {
    case .player, .queue, .unit, .callAudio: route.outputs
    case .recorder: []
    case .systemSound, .alertSound, .messageTone, .keyClick:
        route.outputs.isEmpty ? [.speaker] : route.outputs
    case .ringtone, .alarm, .timer, .emergencyAlert:
        [.speaker] + route.outputs.filter { $0.kind != .speaker && $0.kind != .receiver }
    }
}
