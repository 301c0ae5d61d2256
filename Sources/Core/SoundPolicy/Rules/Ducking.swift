package import AudioModel

/// Whether an active session lowers the sound of others.
///
/// Ducking lasts from activation to deactivation, whether or not the session plays. A record-only
/// session ducks nothing: it interrupts or silences all others.
///
/// Source: the public AVAudioSession header, `duckOthers`.
package func ducksOthers(_ category: SessionCategory, _ options: SessionOptions) -> Bool {
    options.contains(.duckOthers) && category != .record
}

/// Lowers an app's sound while another app ducks it, and an alarm during a call where that is
/// configured.
///
/// Source: the public AVAudioSession header, `duckOthers`; the amount is ours (`docs/facts.md`).
func duckingLowers(_ facts: StreamFacts) -> AudibilityFinding? {
    if facts.kind == .alarm, facts.device.lowersAlarms {
        return .ducked(facts.device.duckGain, by: .system(.call))
    }
    guard facts.kind.isSessionSound, facts.kind != .recorder, let ducker = facts.app.ducker else {
        return nil
    }
    return .ducked(facts.device.duckGain, by: .app(ducker))
}
