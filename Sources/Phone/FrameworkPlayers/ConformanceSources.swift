package import Simulation

extension FrameworkPlayers {
    /// What the conformance page is measured with: an audio queue's stream, Apple's classes and
    /// units, and OpenAL.
    package static let conformanceSources = [
        ConformanceSource("AVAudioPlayer", .player, FrameworkPlayers()),
        ConformanceSource.queue,
        ConformanceSource("RemoteIO", .unit, FrameworkPlayers()),
        ConformanceSource("AVAudioEngine", .engine, FrameworkPlayers()),
        ConformanceSource("OpenAL", .unit, OpenALPlayers()),
    ]
}
