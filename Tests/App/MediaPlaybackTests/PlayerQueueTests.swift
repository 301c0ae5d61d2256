import AudioModel
import MediaPlayback
import MediaSources
import Simulation
import SoundClient
import Testing

/// Tests queues of items: joins without gaps, and what follows what.
@MainActor
@Suite("A queue of media")
struct PlayerQueueTests {
    private let studio: Studio
    private let log = EventLog()
    private let player: MediaItemPlayer

    init() throws {
        studio = try Studio()
        player = studio.player(log)
        player.endAction = .advance
    }

    @Test("joins its items without a gap, and reports each end before the next item")
    func gapless() throws {
        // Whole periods of 100 Hz, so that the sine goes on from item to item.
        let items = ["a", "b", "c"].map {
            studio.item(seconds: 1, hertz: 100, log, named: $0)
        }
        studio.app.run {
            for item in items { player.insert(item, after: nil) }
            player.play()
        }
        #expect(player.items.count == 3 && player.currentItem === items[0])
        let start = studio.now
        studio.advance(1.5)
        #expect(player.items.count == 2 && player.currentItem === items[1])
        #expect(abs(player.currentTime.seconds - 0.5) < 0.02)
        studio.advance(1.9)
        #expect(player.items.isEmpty && player.currentItem == nil && player.rate == 1)
        #expect(player.timeControlStatus == .waiting && player.waitingReason == .noItemToPlay)
        let order = log.all.filter {
            $0.hasSuffix("ended") || $0.contains("item") && !$0.contains(" i")
        }
        #expect(log.count("a ended") == 1 && log.count("b ended") == 1)
        let ends = try #require(log.all.firstIndex(of: "a ended"))
        #expect(log.all[ends...].firstIndex(of: "items 2") ?? 0 > ends)
        #expect(!order.isEmpty && log.count("playing") == 1)
        // One sine without a step: no second difference is larger than its own.
        let largest = largestBend(of: studio.heard(start + 0.1..<start + 2.95))
        #expect(largest < 0.001)
    }

    @Test("joins an item without a gap that becomes ready just before its turn")
    func readyLate() {
        // Both are one sine of 440 Hz.
        let late = ScriptedMedia(for: studio.sound, seconds: 3, [.init(time: 0.93, seconds: 3)])
        let start = studio.now
        studio.app.run {
            player.insert(studio.item(seconds: 1, hertz: 440, log, named: "a"), after: nil)
            player.insert(studio.item(late, log, named: "b"), after: nil)
            player.play()
        }
        studio.advance(2)
        #expect(largestBend(of: studio.heard(start + 0.1..<start + 1.9)) < 0.003)
        #expect(log.count("a ended") == 1 && log.count("b stalled") == 0)
        #expect(abs(player.currentTime.seconds - 1) < 0.05)
    }

    @Test("begins an item as soon as it is there, with its first sample, where it comes too late")
    func tooLate() {
        let late = ScriptedMedia(for: studio.sound, seconds: 3, [.init(time: 1.5, seconds: 3)])
        let start = studio.now
        studio.app.run {
            player.insert(studio.item(seconds: 1, hertz: 440, log, named: "a"), after: nil)
            player.insert(studio.item(late, log, named: "b"), after: nil)
            player.play()
        }
        studio.advance(1.3)
        #expect(player.timeControlStatus == .waiting && log.count("a ended") == 1)
        studio.advance(0.7)
        #expect(studio.heard(start + 1.1..<start + 1.45).isSilent)
        #expect(!studio.heard(start + 1.53..<start + 1.6).isSilent)
        #expect(abs(player.currentTime.seconds - 0.5) < 0.05)
        studio.advance(2.7)
        #expect(log.count("b ended") == 1 && player.items.isEmpty)
    }

    @Test("resamples an item of another rate, without a pause between them")
    func otherRate() {
        studio.app.run {
            player.insert(studio.item(seconds: 1, rate: 48_000, hertz: 440), after: nil)
            player.insert(studio.item(seconds: 1, rate: 32_000, hertz: 880), after: nil)
            player.play()
        }
        studio.advance(1.5)
        #expect(studio.heard().contains(hertz: 880))
        #expect(abs(player.currentTime.seconds - 0.5) < 0.02)
        #expect(!studio.heard(0.98..<1.03).isSilent)
        studio.advance(0.7)
        #expect(studio.heard().isSilent && player.items.isEmpty)
    }

    @Test("follows what is inserted, removed and skipped")
    func changes() {
        let items = ["a", "b", "c"].map { studio.item(seconds: 2, hertz: 440, log, named: $0) }
        let high = studio.item(seconds: 2, hertz: 880, log, named: "high")
        studio.app.run {
            player.insert(items[0], after: nil)
            player.insert(items[1], after: nil)
            player.insert(high, after: items[0])
            #expect(!player.canInsert(high, after: nil))
            #expect(!player.canInsert(items[2], after: items[2]))
            player.play()
        }
        studio.advance(1.95)
        // The second item is decoded ahead already.
        studio.app.run { player.remove(high) }
        studio.advance(0.5)
        #expect(player.currentItem === items[1] && high.player == nil)
        #expect(studio.heard().contains(hertz: 440))
        studio.app.run { player.insert(high, after: nil) }
        studio.app.run { player.advanceToNextItem() }
        studio.advance(0.3)
        #expect(player.currentItem === high && studio.heard().contains(hertz: 880))
        studio.app.run { player.removeAllItems() }
        studio.advance(0.3)
        #expect(studio.heard().isSilent && player.currentItem == nil && player.rate == 1)
        #expect(log.count("b ended") == 0 && log.count("a ended") == 1)
    }

    @Test("passes over an item that cannot be played")
    func failedItem() {
        let bad = studio.item(FileMedia(path: "/nowhere", for: studio.sound), log, named: "bad")
        studio.app.run {
            player.insert(studio.item(seconds: 1, log, named: "a"), after: nil)
            player.insert(bad, after: nil)
            player.insert(studio.item(seconds: 1, hertz: 880, log, named: "b"), after: nil)
            player.play()
        }
        studio.advance(1.5)
        #expect(log.count("bad broke off -1100") == 1 && log.count("a ended") == 1)
        #expect(studio.heard().contains(hertz: 880))
        studio.advance(1)
        #expect(log.count("b ended") == 1 && player.items.isEmpty)
    }

    @Test("ends its sound at once when the item is replaced, and keeps the rate")
    func replaced() {
        studio.app.run {
            player.replaceCurrentItem(with: studio.item(hertz: 440))
            player.play()
        }
        studio.advance(0.5)
        studio.app.run { _ = player.replaceCurrentItem(with: studio.item(hertz: 880)) }
        studio.advance(0.2)
        #expect(player.rate == 1 && player.items.count == 1)
        #expect(studio.heard().contains(hertz: 880) && !studio.heard().contains(hertz: 440))
        #expect(studio.sound.streamNumbers.count == 1)
    }

    @Test("plays passages over and over, as a looper arranges them")
    func loops() {
        // Two copies of one sound that follow each other in turn.
        let items = (0..<2).map { studio.item(seconds: 5, hertz: 100, log, named: "loop\($0)") }
        let range = (MediaTime(value: 1, timescale: 1), MediaTime(value: 2, timescale: 1))
        studio.app.run {
            for item in items {
                item.forwardEndTime = range.1
                item.seek(to: range.0)
                player.insert(item, after: nil)
            }
            player.play()
        }
        let start = studio.now
        for _ in 0..<3 {
            studio.advance(1)
            studio.app.run {
                for item in items where item.player == nil {
                    item.seek(to: range.0)
                    player.insert(item, after: nil)
                }
            }
        }
        studio.advance(0.4)
        let largest = largestBend(of: studio.heard(start + 0.1..<start + 3.3))
        #expect(largest < 0.001)
        #expect(abs(player.currentTime.seconds - 1.4) < 0.05)
        #expect(log.count("loop0 ended") == 2 && log.count("loop1 ended") == 1)
    }
}
