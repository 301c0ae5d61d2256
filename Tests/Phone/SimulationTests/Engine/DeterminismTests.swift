import AudioModel
import Foundation
import Simulation
import SoundPolicy
import Testing

/// A story with everything that could differ between runs: noise, a converted sound, several apps,
/// ramps, a call, suspension.
private func restlessStory(_ file: String) -> String {
    """
    phone media 0.5 ringer 0.25
    app Music category playback background audio
    app Game category ambient options duckOthers
    app Blog
    at 0 Music opens; Music plays "\(file)" as song loops -1
    at 0.2 Game opens; Game plays noise as wind volume 0.5; Game alerts tone:900/0.3 as shot
    at 0.5 Blog opens; Blog sounds noise/0.2
    at 0.7 press volume down x2
    at 0.9 Game opens; Game sets wind volume 0.25
    at 1.1 call arrives
    at 1.15 call is declined
    at 1.3 switch silent; plug headphones
    at 1.4 Music is killed
    at 1.6 end
    """
}

/// A sound at a rate that has to be converted.
private func writeTune(in folder: SoundFolder) throws -> String {
    let tune = (0..<15_000).map { Float(0.2 * sin(Double($0) * 0.09 + Double($0 % 700) * 0.01)) }
    return try folder.write(tune, rate: 44_100, as: "tune.wav")
}

@Suite("A story told twice")
struct DeterminismTests {
    @Test("gives the same report and the same sound, byte by byte")
    func sameBytes() throws {
        let folder = try SoundFolder()
        let scenario = try parseScenario(
            restlessStory(writeTune(in: folder)), path: "story.scenario")
        let results = try (1...2).map { count in
            var options = RunOptions()
            options.wavPath = folder.path + "/\(count).wav"
            let report = try runScenario(scenario, options: options)
            let wav = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/\(count).wav"))
            return (json: report.jsonText, html: report.html(), wav: wav)
        }
        #expect(results[0].json == results[1].json)
        #expect(results[0].html == results[1].html)
        #expect(results[0].wav == results[1].wav)
        #expect(results[0].wav.count == 44 + Int(1.6 * 48_000) * 4)
    }

    @Test("asks the policy the same, which answers the same to itself alone")
    func sameAnswers() throws {
        let folder = try SoundFolder()
        let scenario = try parseScenario(
            restlessStory(writeTune(in: folder)), path: "story.scenario")
        let seen = Recorder<Answer>()
        var options = RunOptions()
        options.observer = { seen.add(Answer(time: $0, event: $1, response: $2)) }
        _ = try runScenario(scenario, options: options)
        let first = seen.values
        _ = try runScenario(scenario, options: options)
        #expect(Array(seen.values.dropFirst(first.count)) == first)
        var machine = PolicyMachine(PolicyConfiguration(scenario, disabledRules: []))
        for answer in first {
            #expect(machine.handle(answer.event, at: answer.time) == answer.response)
        }
    }

    private struct Answer: Hashable, Sendable {
        var time: HostTime
        var event: PolicyEvent
        var response: PolicyResponse
    }
}

@Suite("The stems of a story")
struct StemTests {
    @Test("add up to what is heard")
    func sum() throws {
        let folder = try SoundFolder()
        let scenario = try parseScenario(
            restlessStory(writeTune(in: folder)), path: "story.scenario")
        var options = RunOptions()
        options.wavPath = folder.path + "/mix.wav"
        options.stemsFolder = folder.path
        let report = try runScenario(scenario, options: options)
        // Given one file per stream, the phone's own included.
        let names = report.streams.map(\.fullName)
        #expect(
            Set(names) == [
                "Music.song", "Game.wind", "Game.shot", "Blog.sound1", "phone.ringtone",
            ])
        // When they are added.
        let mix = try samples(ofFile: folder.path + "/mix.wav")
        var sum = [Float](repeating: 0, count: mix.count)
        for name in names {
            let stem = try samples(ofFile: folder.path + "/\(name).wav")
            try #require(stem.count == mix.count)
            #expect(stem.contains { $0 != 0 }, "\(name)")
            for index in sum.indices { sum[index] += stem[index] }
        }
        // Then they differ only by rounding: half a 16-bit step per file.
        let largest = zip(sum, mix).map { abs($0 - $1) }.max() ?? 0
        #expect(largest <= Float(names.count + 1) * 0.5 / 32_768 + 1e-6)
    }
}
