import AudioModel
import Foundation
import MediaPlayer
import Simulation
import Testing

/// Tests the music players of an app on a phone in virtual time.
@MainActor
@Suite("MPMusicPlayerController")
struct MusicPlayerControllerTests {
    let bench: PlayerBench

    init() throws { bench = try PlayerBench() }

    private func system<Value>(_ body: (MPMusicPlayerController) throws -> Value) rethrows -> Value
    {
        try bench.app.run { try body(MPMusicPlayerController.systemMusicPlayer) }
    }

    private func own<Value>(_ body: (MPMusicPlayerController) throws -> Value) rethrows -> Value {
        try bench.app.run { try body(MPMusicPlayerController.applicationMusicPlayer) }
    }

    private func playThree(_ player: MPMusicPlayerController) throws {
        player.setQueue(with: MPMediaItemCollection(items: try bench.threeItems()))
        player.play()
    }

    // MARK: Queues

    @Test("without a queue prepares with error 1, and plays nothing")
    func noQueue() throws {
        var found: [NSError?] = []
        func prepare() {
            system { $0.prepareToPlay { found.append($0 as NSError?) } }
            bench.advance(0.1)
        }
        prepare()
        system { $0.setQueue(with: MPMediaItemCollection(items: [])) }
        prepare()
        try system {
            try playThree($0)
            $0.stop()
        }
        prepare()
        system { $0.play() }
        bench.advance(0.5)
        #expect(found.count == 3)
        for error in found {
            #expect(error?.domain == "MPMusicPlayerControllerErrorDomain" && error?.code == 1)
            let text = error?.userInfo["NSDebugDescription"] as? String
            #expect(text == "prepareToPlay without a queue")
        }
        #expect(bench.phone.heard.isSilent)
        #expect(system { $0.playbackState } == .stopped)
        #expect(system { $0.indexOfNowPlayingItem } == NSNotFound)
    }

    @Test("prepares a queue without sound, and plays it without a gap")
    func plays() throws {
        var errors: [(any Error)?] = []
        try system { player in
            player.setQueue(with: MPMediaItemCollection(items: try bench.threeItems()))
            #expect(!player.isPreparedToPlay)
            player.prepareToPlay { errors.append($0) }
        }
        bench.advance(0.1)
        #expect(errors.count == 1 && errors[0] == nil)
        #expect(system { $0.isPreparedToPlay && $0.playbackState == .stopped })
        #expect(bench.phone.heard.isSilent)
        system { $0.play() }
        for (place, hertz) in [400, 600, 800].enumerated() {
            bench.advance(0.5)
            #expect(bench.pitch == hertz)
            #expect(system { $0.indexOfNowPlayingItem } == place)
            #expect(system { $0.nowPlayingItem?.persistentID } == UInt64(place + 1))
            #expect(system { abs($0.currentPlaybackTime - 0.5) } < 0.02)
            bench.advance(0.5)
        }
        bench.advance(0.1)
        #expect(system { $0.playbackState } == .stopped)
        #expect(system { $0.nowPlayingItem } == nil)
    }

    @Test("at the last item, skipping ends playback")
    func skipsPastEnd() throws {
        try system { try playThree($0) }
        bench.advance(0.1)
        system { $0.skipToNextItem() }
        system { $0.skipToNextItem() }
        bench.advance(0.2)
        #expect(system { $0.indexOfNowPlayingItem } == 2)
        #expect(system { $0.playbackState } == .playing)
        system { $0.skipToNextItem() }
        bench.advance(0.2)
        #expect(system { $0.playbackState } == .stopped)
        #expect(bench.phone.heard.isSilent)
    }

    @Test("goes back, to an item's beginning, and before the first to the end")
    func skipsBack() throws {
        try system { try playThree($0) }
        bench.advance(0.1)
        system { $0.skipToNextItem() }
        bench.advance(0.4)
        system { $0.skipToBeginning() }
        bench.advance(0.2)
        #expect(system { abs($0.currentPlaybackTime - 0.2) } < 0.03)
        system { $0.skipToPreviousItem() }
        bench.advance(0.2)
        #expect(bench.pitch == 400)
        system { $0.skipToPreviousItem() }
        bench.advance(0.2)
        #expect(system { $0.playbackState } == .stopped)
    }

    @Test("takes a new queue at the next play, and goes on with the old one until then")
    func newQueue() throws {
        try system { try playThree($0) }
        bench.advance(0.3)
        let high = try bench.item(9, hertz: 1_000)
        let higher = try bench.item(10, hertz: 1_200)
        system { $0.setQueue(with: MPMediaItemCollection(items: [high, higher])) }
        bench.advance(0.3)
        #expect(bench.pitch == 400)
        #expect(system { $0.nowPlayingItem?.persistentID } == 1)
        system { $0.play() }
        bench.advance(0.3)
        #expect(bench.pitch == 1_000)
        // An item chosen at once after the queue is set begins it.
        let old = try bench.threeItems()
        system {
            $0.setQueue(with: MPMediaItemCollection(items: old))
            $0.nowPlayingItem = old[1]
            $0.play()
        }
        bench.advance(0.3)
        #expect(bench.pitch == 600)
    }

    @Test("begins a descriptor's queue with its first item, and within its times")
    func descriptor() throws {
        let items = try bench.threeItems()
        system { player in
            let descriptor = MPMusicPlayerMediaItemQueueDescriptor(
                itemCollection: MPMediaItemCollection(items: items))
            descriptor.startItem = items[1]
            descriptor.setStartTime(0.5, for: items[1])
            descriptor.setEndTime(0.2, for: items[2])
            player.setQueue(with: descriptor)
            player.play()
        }
        bench.advance(0.2)
        #expect(bench.pitch == 600)
        #expect(system { abs($0.currentPlaybackTime - 0.7) } < 0.03)
        bench.advance(0.45)
        #expect(bench.pitch == 800)
        bench.advance(0.2)
        #expect(system { $0.playbackState } == .stopped)
    }

    @Test("adds items behind the present one and at the end")
    func adds() throws {
        let items = try bench.threeItems()
        func descriptor(_ items: [MPMediaItem]) -> MPMusicPlayerMediaItemQueueDescriptor {
            MPMusicPlayerMediaItemQueueDescriptor(
                itemCollection: MPMediaItemCollection(items: items))
        }
        system { player in
            player.setQueue(with: descriptor([items[0]]))
            player.play()
            player.append(descriptor([items[2]]))
            player.prepend(descriptor([items[1]]))
        }
        var heard: [Int] = []
        for _ in 0..<3 {
            bench.advance(0.5)
            heard.append(bench.pitch)
            bench.advance(0.5)
        }
        #expect(heard == [400, 600, 800])
    }

    @Test("changes its queue in a transaction")
    func transaction() throws {
        let items = try bench.threeItems()
        let other = try bench.item(7, hertz: 1_400)
        var results: [[UInt64]] = []
        bench.app.run {
            let player = MPMusicPlayerController.applicationQueuePlayer
            player.setQueue(with: MPMediaItemCollection(items: items))
            player.play()
            player.perform { queue in
                queue.remove(items[1])
                // The present item stays.
                queue.remove(items[0])
                queue.insert(
                    MPMusicPlayerMediaItemQueueDescriptor(
                        itemCollection: MPMediaItemCollection(items: [other])), after: items[0])
            } completionHandler: { queue, error in
                #expect(error == nil)
                results.append(queue.items.map(\.persistentID))
            }
        }
        bench.advance(0.5)
        #expect(results == [[1, 7, 3]])
        bench.advance(1)
        #expect(bench.pitch == 1_400)
    }

    // Source: mattneub/Programming-iOS-Book-Examples, on devices.
    @Test("reports the queue after a transaction that changes nothing")
    func emptyTransaction() throws {
        let items = try bench.threeItems()
        bench.app.run {
            let player = MPMusicPlayerController.applicationQueuePlayer
            bench.observe(player)
            player.beginGeneratingPlaybackNotifications()
            player.setQueue(with: MPMediaItemCollection(items: items))
            player.play()
        }
        bench.advance(0.1)
        bench.clearLog()
        bench.app.run {
            MPMusicPlayerController.applicationQueuePlayer.perform { _ in
            } completionHandler: { queue, _ in
                #expect(queue.items.count == 3)
            }
        }
        bench.advance(0.1)
        #expect(bench.log == ["queue"])
    }

    @Test("has after a transaction what its block has left, changed at once", arguments: 1...8)
    func transactions(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let items = (1...12).map { testItem($0, path: "/nowhere/\($0).wav") }
        var expected: [UInt64] = []
        var results: [[UInt64]] = []
        let place = Int.random(in: 0..<12, using: &generator)
        bench.app.run {
            let player = MPMusicPlayerController.applicationQueuePlayer
            bench.observe(player)
            player.beginGeneratingPlaybackNotifications()
            player.setQueue(with: MPMediaItemCollection(items: items))
            player.nowPlayingItem = items[place]
        }
        bench.advance(0.1)
        bench.clearLog()
        bench.app.run {
            MPMusicPlayerController.applicationQueuePlayer.perform { queue in
                for number in 0..<10 {
                    guard number == 5, let item = queue.items.randomElement(using: &generator)
                    else {
                        if let item = queue.items.randomElement(using: &generator) {
                            queue.remove(item)
                        }
                        continue
                    }
                    let added = MPMediaItemCollection(items: [testItem(77, path: "/nowhere")])
                    queue.insert(
                        MPMusicPlayerMediaItemQueueDescriptor(itemCollection: added), after: item)
                }
                expected = queue.items.map(\.persistentID)
            } completionHandler: { queue, _ in
                results.append(queue.items.map(\.persistentID))
            }
        }
        bench.advance(0.1)
        #expect(results == [expected])
        #expect(expected.contains(UInt64(place + 1)))
        // The removals before the insertion, the insertion, and the removals behind it.
        #expect(bench.log == ["queue", "queue", "queue"])
    }

    // MARK: Position, seeking, modes

    @Test("moves within an item, winds, and returns to what it did before")
    func seeks() throws {
        let long = try bench.item(1, hertz: 500, seconds: 60)
        system { player in
            player.setQueue(with: MPMediaItemCollection(items: [long]))
            player.play()
        }
        bench.advance(0.5)
        system { $0.currentPlaybackTime = 20 }
        bench.advance(0.5)
        #expect(system { abs($0.currentPlaybackTime - 20.5) } < 0.05)
        #expect(system { $0.currentPlaybackRate } == 1)
        system { $0.beginSeekingForward() }
        bench.advance(1)
        #expect(system { $0.playbackState } == .seekingForward)
        #expect(system { $0.currentPlaybackTime } > 24.5)
        system { $0.endSeeking() }
        #expect(system { $0.playbackState } == .playing)
        // Twice as fast at the same pitch.
        system { $0.currentPlaybackRate = 2 }
        let before = system { $0.currentPlaybackTime }
        bench.advance(1)
        #expect(system { abs($0.currentPlaybackTime - before - 2) } < 0.1)
        #expect(system { $0.currentPlaybackRate } == 2)
        #expect(bench.pitch == 500)
        system { $0.currentPlaybackRate = 0 }
        #expect(system { $0.playbackState } == .paused)
        system { $0.beginSeekingBackward() }
        #expect(system { $0.playbackState } == .seekingBackward)
        bench.advance(1)
        system { $0.endSeeking() }
        #expect(system { $0.playbackState } == .paused)
        #expect(bench.phone.heard.isSilent)
    }

    @Test("has modes of its own, which are the system player's until they are set")
    func modes() throws {
        system {
            $0.repeatMode = .all
            $0.shuffleMode = .albums
        }
        #expect(system { $0.repeatMode } == .all && system { $0.shuffleMode } == .albums)
        #expect(own { $0.repeatMode } == .default && own { $0.shuffleMode } == .default)
        own { $0.repeatMode = .one }
        #expect(own { $0.repeatMode } == .one && system { $0.repeatMode } == .all)
        let item = try bench.item(1, hertz: 500, seconds: 0.3)
        own {
            $0.setQueue(with: MPMediaItemCollection(items: [item]))
            $0.play()
        }
        bench.advance(2)
        #expect(bench.pitch == 500)
        own { $0.repeatMode = .none }
        bench.advance(1)
        #expect(own { $0.playbackState } == .stopped)
    }
}
