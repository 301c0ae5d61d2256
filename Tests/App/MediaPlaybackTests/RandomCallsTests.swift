import AudioModel
import MediaPlayback
import MediaSources
import Simulation
import SoundClient
import SoundMixer
import Synchronization
import Testing

/// Calls a player at random, and checks what holds always.
@MainActor
@Suite("A player of media that is called at random")
struct RandomCallsTests {
    /// The first seeds, and those that have found something.
    private nonisolated static let seeds = Array(0..<40) + [53, 818, 1301]

    /// Numbers that follow from a seed.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 33
        }
    }

    /// Counts the calls of completions by the numbers of their seeks.
    private final class Completions: Sendable {
        let counts = Mutex<[Int: Int]>([:])

        func make(_ number: Int) -> @Sendable (Bool) -> Void {
            counts.withLock { $0[number] = 0 }
            return { [self] _ in counts.withLock { $0[number, default: 0] += 1 } }
        }
    }

    private func makeItem(_ studio: Studio, _ numbers: inout Numbers) -> MediaItem {
        switch Int.random(in: 0..<5, using: &numbers) {
        case 0: return studio.item(FileMedia(path: "/nowhere", for: studio.sound))
        case 1:
            let speed = Double.random(in: 0.3...4, using: &numbers)
            return studio.item(
                ScriptedMedia(
                    for: studio.sound, seconds: 3, ScriptedMedia.steady(speed, until: 10.05)))
        case 2:
            let lost = MediaFailure(domain: "NSURLErrorDomain", code: -1005, reason: "Lost.")
            return studio.item(
                ScriptedMedia(
                    for: studio.sound, seconds: 5, [.init(time: 0.1, seconds: 1)],
                    failure: (1, lost)))
        case 3:
            return studio.item(
                ScriptedMedia(
                    for: studio.sound, seconds: nil,
                    ScriptedMedia.steady(1, until: 5, already: 6)))
        default:
            return studio.item(
                seconds: Double.random(in: 0.01...2, using: &numbers),
                rate: [48_000, 44_100, 8_000].randomElement(using: &numbers) ?? 48_000)
        }
    }

    private func act(
        on player: MediaItemPlayer, _ studio: Studio, _ completions: Completions, _ number: Int,
        _ numbers: inout Numbers
    ) {
        let time = MediaTime(
            seconds: Double.random(in: -1...4, using: &numbers), timescale: 1000)
        switch Int.random(in: 0..<16, using: &numbers) {
        case 0, 1: player.play()
        case 2: player.pause()
        case 3: player.rate = [0, 0.5, 1, 2, 10].randomElement(using: &numbers) ?? 1
        case 4: player.playImmediately(atRate: 1)
        case 5: player.replaceCurrentItem(with: makeItem(studio, &numbers))
        case 6, 7: player.insert(makeItem(studio, &numbers), after: nil)
        case 8: player.advanceToNextItem()
        case 9: player.items.randomElement(using: &numbers).map { player.remove($0) }
        case 10: player.endAction = Bool.random(using: &numbers) ? .advance : .pause
        case 11: player.waitsToMinimizeStalling.toggle()
        case 12: player.currentItem?.forwardEndTime = time
        case 13: player.currentItem?.pitchAlgorithm = .varispeed
        default: player.seek(to: time, completion: completions.make(number))
        }
    }

    private func check(_ player: MediaItemPlayer) {
        let time = player.currentTime.seconds
        let item = player.currentItem
        #expect(time >= 0)
        if item?.status == .ready, let duration = item?.duration {
            #expect(time <= duration.seconds + 0.001)
        }
        #expect((player.rate == 0) == (player.timeControlStatus == .paused))
        #expect((player.waitingReason != nil) == (player.timeControlStatus == .waiting))
        if item == nil { #expect(player.timeControlStatus != .playing) }
    }

    @Test("keeps its states, and completes each seek once", arguments: seeds)
    func calls(seed: Int) throws {
        var numbers = Numbers(state: UInt64(seed))
        let studio = try Studio()
        let completions = Completions()
        var player: MediaItemPlayer? = studio.player()
        for number in 0..<40 {
            studio.app.run {
                guard let player else { return }
                act(on: player, studio, completions, number, &numbers)
                check(player)
            }
            studio.advance(Double.random(in: 0...0.6, using: &numbers))
            if let player { check(player) }
        }
        weak let released = player
        studio.app.run { player = nil }
        studio.advance(0.2)
        #expect(released == nil && studio.sound.streamNumbers.isEmpty)
        #expect(studio.sound.mixer.voiceCount == 0)
        let counts = completions.counts.withLock { $0 }
        #expect(counts.values.allSatisfy { $0 == 1 })
        #expect(studio.phone.findings.isEmpty)
    }

    @Test("plays the same samples each time")
    func repeats() throws {
        let outputs = try (0..<2).map { _ in
            var numbers = Numbers(state: 7)
            let studio = try Studio()
            let player = studio.player()
            let completions = Completions()
            for number in 0..<20 {
                studio.app.run { act(on: player, studio, completions, number, &numbers) }
                studio.advance(0.3)
            }
            return studio.heard(last: 6).samples
        }
        #expect(outputs[0] == outputs[1])
    }
}
