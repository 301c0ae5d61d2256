import AudioModel

/// Where a sound of this kind comes out, when sessions' sound takes `route`.
///
/// What must not be missed comes from the speaker as well as from what is attached; system sounds
/// take the present output, or the speaker if there is none.
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
