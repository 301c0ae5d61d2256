import AudioModel

/// The behaviour of an active, sounding app A when another app's session, B, becomes active.
///
/// Source: the session policy's matrix; the apps of Audio Session Programming Guide, "Fine-Tuning
/// the Category".
package enum ActivationMatrix {
    package static let sounding: [ConformancePlayer] = [
        ConformancePlayer("non-mixable", ConformanceSubject(.playback)),
        ConformancePlayer("non-mixable, spoken", ConformanceSubject(.playback, mode: .spokenAudio)),
        ConformancePlayer("mixable", ConformanceSubject(.playback, options: .mixWithOthers)),
        ConformancePlayer(
            "mixable, spoken",
            ConformanceSubject(.playback, mode: .spokenAudio, options: .mixWithOthers)),
        ConformancePlayer("ducking", ConformanceSubject(.playback, options: .duckOthers)),
        ConformancePlayer("recording", ConformanceSubject(.record)) { $0.record() },
        ConformancePlayer("music player", ConformanceSubject(.playback, role: .musicPlayer)),
    ]

    package static let beginning: [ConformancePlayer] = [
        ConformancePlayer("non-mixable", ConformanceSubject(.playback)),
        ConformancePlayer("mixable", ConformanceSubject(.playback, options: .mixWithOthers)),
        ConformancePlayer("mixable, ducking", ConformanceSubject(.playback, options: .duckOthers)),
        ConformancePlayer(
            "spoken-interrupting",
            ConformanceSubject(.playback, options: .interruptSpokenAudioAndMixWithOthers)),
        ConformancePlayer(
            "spoken-interrupting, ducking",
            ConformanceSubject(
                .playback, options: [.interruptSpokenAudioAndMixWithOthers, .duckOthers])),
        ConformancePlayer("recording", ConformanceSubject(.record)) { $0.record() },
        ConformancePlayer("a system sound", ConformanceSubject(.soloAmbient)) {
            $0.play(.systemSound)
        },
        ConformancePlayer("music player", ConformanceSubject(.playback, role: .musicPlayer)),
    ]
}
