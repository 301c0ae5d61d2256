import AVFAudio
import AudioCodecs
import AudioModel
import CommandLineTool
import Foundation
import Realtime

/// Measures players of files: many at once, the start of a prepared one, and the memory of idle
/// ones.
enum PlayerBench {
    private static let playerCount = 500
    private static let idleCount = 100
    /// A prepared player of three minutes of AAC.
    private static let idleMegabytesMax = 0.25
    private static let startsPerRound = 20

    static func steps(in folder: TemporaryFolder) throws(ProgramError) -> [BenchStep] {
        let files = BenchFiles(folder: folder)
        let sound = BenchSound(seconds: 2, channelCount: 2)
        let pcm = URL(fileURLWithPath: try files.pcm("players.wav", .wav, sound))
        var steps = [
            BenchStep(name: "500 players of 16-bit stereo, a second of sound") {
                timing throws(ProgramError) in try crowd(of: pcm, timing)
            },
            BenchStep(name: "play() of a prepared player") { timing throws(ProgramError) in
                .found(
                    Measure.Figure(
                        median(try starts(of: pcm, timing).map(\.callNanoseconds)), .nanoseconds))
            },
            BenchStep(name: "silence before a prepared player, the longest") {
                timing throws(ProgramError) in
                let longest = try starts(of: pcm, timing).map(\.silentFrames).max() ?? 0
                return .found(
                    Measure.Figure(
                        Double(longest), .count("frame"), most: Double(DrivenApp.blockFrames)))
            },
        ]
        let name = "memory of an idle prepared player of 3 minutes of AAC"
        #if FFmpeg
            steps.append(
                BenchStep(name: name) { _ throws(ProgramError) in
                    let sound = BenchSound(seconds: 180, channelCount: 2)
                    let path = try files.coded(
                        "players.m4a", .m4a, sound, sound.format(.mpeg4AAC), bitRate: 128_000)
                    return try idleMemory(of: URL(fileURLWithPath: path))
                })
        #else
            steps.append(BenchStep(skipping: name, because: "built without FFmpeg"))
        #endif
        return steps
    }

    private static func player(
        _ url: URL, in phone: DrivenApp
    ) throws(ProgramError) -> AVAudioPlayer {
        do {
            return try phone.run { try AVAudioPlayer(contentsOf: url) }
        } catch {
            throw ProgramError(.deviceMissing, "\(error)", in: url.path)
        }
    }

    // MARK: Many at once

    /// Processor time for a second of sound, everything on one thread; a second is real time.
    private static func crowd(
        of url: URL, _ timing: BenchmarkTimer
    ) throws(ProgramError) -> Measure.Outcome {
        let phone = DrivenApp()
        var players: [AVAudioPlayer] = []
        for index in 0..<playerCount {
            let player = try player(url, in: phone)
            player.numberOfLoops = -1
            // Decoding is spread over the blocks, as with players that start one by one.
            player.currentTime = Double(index) * 0.003
            players.append(player)
        }
        for player in players {
            guard phone.run({ player.play() }) else {
                throw ProgramError(
                    .expectationFailed, "a player does not play", in: "Benchmarks")
            }
            if players.count.isMultiple(of: 10) { _ = phone.render() }
        }
        var times: [Double] = []
        for round in -1..<timing.roundCount {
            try timing.checkEnd()
            let start = timing.now()
            for _ in 0..<DrivenApp.blocksPerSecond { _ = phone.render() }
            if round >= 0 { times.append((timing.now() - start) * 1e9) }
        }
        guard phone.underrunFrames == 0, players.allSatisfy(\.isPlaying) else {
            throw ProgramError(.expectationFailed, "a player ran short", in: "Benchmarks")
        }
        return .found(Measure.Figure(median(times), .nanoseconds, most: 1e9))
    }

    // MARK: Starts

    private struct Start {
        var callNanoseconds: Double
        var silentFrames: Int
    }

    private static func starts(
        of url: URL, _ timing: BenchmarkTimer
    ) throws(ProgramError) -> [Start] {
        let phone = DrivenApp()
        // Another player keeps the app's output running, silently.
        let other = try player(url, in: phone)
        other.volume = 0
        other.numberOfLoops = -1
        _ = phone.run { other.play() }
        var starts: [Start] = []
        for _ in 0..<timing.roundCount * startsPerRound {
            try timing.checkEnd()
            let player = try player(url, in: phone)
            player.prepareToPlay()
            _ = phone.render()
            let before = monotonicSeconds()
            _ = phone.run { player.play() }
            let call = (monotonicSeconds() - before) * 1e9
            var silentFrames = 0
            var first = phone.render()
            while first == nil, silentFrames < 100 * DrivenApp.blockFrames {
                silentFrames += DrivenApp.blockFrames
                first = phone.render()
            }
            starts.append(Start(callNanoseconds: call, silentFrames: silentFrames + (first ?? 0)))
            phone.run { player.stop() }
            for _ in 0..<4 { _ = phone.render() }
        }
        return starts
    }

    // MARK: Memory

    private static func idleMemory(of url: URL) throws(ProgramError) -> Measure.Outcome {
        let phone = DrivenApp()
        // The first player initialises what all share.
        var players = [try prepared(url, in: phone)]
        guard let before = ProcessMemory.residentBytes() else {
            return .skipped(reason: "/proc does not tell the memory")
        }
        for _ in 0..<idleCount { players.append(try prepared(url, in: phone)) }
        let after = ProcessMemory.residentBytes() ?? before
        return withExtendedLifetime(players) {
            .found(
                .growth(
                    from: 0, to: (after - before) / idleCount, most: idleMegabytesMax))
        }
    }

    private static func prepared(
        _ url: URL, in phone: DrivenApp
    ) throws(ProgramError) -> AVAudioPlayer {
        let player = try player(url, in: phone)
        guard phone.run({ player.prepareToPlay() }) else {
            throw ProgramError(.expectationFailed, "a player is not prepared", in: url.path)
        }
        return player
    }
}
