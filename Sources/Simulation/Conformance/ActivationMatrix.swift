import AudioModel

/// A is active and sounds when another app's session, B, becomes active.
///
/// Source: the session policy's matrix; the apps of Audio Session Programming Guide, "Fine-Tuning
/// the Category".
package enum ActivationMatrix {
    package struct Player: Sendable {
        package var name: String
        var subject: ConformanceSubject
        var begin: @Sendable (BenchApp) -> Void = { $0.play() }
    }

    package static let sounding: [Player] = [
        Player(name: "non-mixable", subject: ConformanceSubject(.playback)),
        Player(
            name: "non-mixable, spoken", subject: ConformanceSubject(.playback, mode: .spokenAudio)),
        Player(
            name: "mixable", subject: ConformanceSubject(.playback, options: .mixWithOthers)),
        Player(
            name: "mixable, spoken",
            subject: ConformanceSubject(.playback, mode: .spokenAudio, options: .mixWithOthers)),
        Player(name: "ducking", subject: ConformanceSubject(.playback, options: .duckOthers)),
        Player(name: "recording", subject: ConformanceSubject(.record)) { $0.record() },
        Player(
            name: "music player", subject: ConformanceSubject(.playback, role: .musicPlayer)),
    ]

    package static let beginning: [Player] = [
        Player(name: "non-mixable", subject: ConformanceSubject(.playback)),
        Player(
            name: "mixable", subject: ConformanceSubject(.playback, options: .mixWithOthers)),
        Player(
            name: "mixable, ducking", subject: ConformanceSubject(.playback, options: .duckOthers)),
        Player(
            name: "spoken-interrupting",
            subject: ConformanceSubject(
                .playback, options: .interruptSpokenAudioAndMixWithOthers)),
        Player(
            name: "spoken-interrupting, ducking",
            subject: ConformanceSubject(
                .playback, options: [.interruptSpokenAudioAndMixWithOthers, .duckOthers])),
        Player(name: "recording", subject: ConformanceSubject(.record)) { $0.record() },
        Player(name: "a system sound", subject: ConformanceSubject(.soloAmbient)) {
            $0.play(.systemSound)
        },
        Player(
            name: "music player", subject: ConformanceSubject(.playback, role: .musicPlayer)),
    ]

    static func measure(_ a: Player, _ b: Player) -> ConformanceCell {
        let bench = ConformanceBench()
        let first = bench.open(a.subject, "A")
        a.begin(first)
        bench.listen()
        let second = bench.open(b.subject, "B")
        b.begin(second)
        bench.listen()
        return ConformanceCell(
            itself: second.measurementBeside, other: first.measurementBeside)
    }
}
