import AudioCodecs
import AudioModel
import CommandLineTool
import SoundClient
import SoundMixer

/// Reads a sound of one second as `AudioServicesCreateSystemSoundID` does, in processor time.
enum SystemSoundBenchmark {
    private static let soundCount = 64
    private static let nanosecondsMax = 60_000.0

    static func steps(_ files: BenchFiles) throws(ProgramError) -> [BenchStep] {
        var steps: [BenchStep] = []
        for (name, channelCount) in [("mono", 1), ("stereo", 2)] {
            let path = try files.pcm(
                "click-\(name).wav", .wav, BenchSound(seconds: 1, channelCount: channelCount))
            for isKept in [false, true] {
                let title = "system sound, 1 s \(name), \(isKept ? "all kept" : "one at a time")"
                steps.append(step(title, path, isKept: isKept))
            }
        }
        return steps
    }

    private static func step(_ title: String, _ path: String, isKept: Bool) -> BenchStep {
        BenchStep(name: title) { timing throws(ProgramError) in
            var rounds: [Double] = []
            for _ in 0..<timing.roundCount {
                var kept: [VoiceSource] = []
                let start = timing.now()
                for _ in 0..<soundCount {
                    switch loadSystemSound(path: path) {
                    case .success(let sound): if isKept { kept.append(sound) }
                    case .failure:
                        throw ProgramError(.expectationFailed, "the sound was refused", in: path)
                    }
                }
                rounds.append((timing.now() - start) / Double(soundCount))
                withExtendedLifetime(kept) {}
            }
            return .found(.init(median(rounds) * 1e9, .nanoseconds, most: nanosecondsMax))
        }
    }
}
