import AudioModel
import MediaPlayback
import MediaSources
import Simulation
import SoundClient
import Synchronization
import Testing

/// Tests what handlers may do: all that an app may.
@MainActor
@Suite("A handler of a player of media")
struct PlayerHandlerTests {
    private let studio: Studio
    private let log = EventLog()

    init() throws { studio = try Studio() }

    /// Holds a player for its handlers.
    private final class Holder: Sendable {
        private let player = Mutex<MediaItemPlayer?>(nil)

        init(_ player: MediaItemPlayer) { self.player.withLock { $0 = player } }

        var held: MediaItemPlayer? { player.withLock { $0 } }

        func release() {
            let released = player.withLock { player in
                defer { player = nil }
                return player
            }
            withExtendedLifetime(released) {}
        }
    }

    @Test("may release the player, in a call and when an item has ended")
    func releases() {
        let holder = Holder(MediaItemPlayer(studio.sound))
        weak let first = holder.held
        first?.setObserver { event in
            if event == .timeControlStatus { holder.release() }
        }
        studio.app.run { holder.held?.play() }
        #expect(first == nil)

        let other = Holder(MediaItemPlayer(studio.sound))
        weak let second = other.held
        let item = studio.item(seconds: 0.5)
        item.setObserver { event in
            if event == .playedToEnd { other.release() }
        }
        studio.app.run {
            other.held?.replaceCurrentItem(with: item)
            other.held?.play()
        }
        studio.advance(1)
        #expect(second == nil && studio.sound.streamNumbers.isEmpty)
    }

    @Test("may call the player: what is told then is true")
    func calls() {
        let player = MediaItemPlayer(studio.sound)
        let holder = Holder(player)
        player.setObserver { [log] event in
            guard event == .timeControlStatus, let player = holder.held else { return }
            log.note("\(player.timeControlStatus)")
            if player.timeControlStatus == .playing { player.pause() }
        }
        studio.app.run {
            player.replaceCurrentItem(with: studio.item())
            player.play()
        }
        studio.advance(0.5)
        #expect(log.all == ["waiting", "playing", "paused"])
        #expect(player.rate == 0 && player.currentTime.seconds < 0.05)
        holder.release()
    }

    @Test("may give the player the next item when one has ended")
    func playsNext() {
        let player = studio.player(log)
        let next = studio.item(hertz: 880)
        let item = studio.item(seconds: 0.5)
        let holder = Holder(player)
        item.setObserver { event in
            guard event == .playedToEnd else { return }
            holder.held?.replaceCurrentItem(with: next)
            holder.held?.play()
        }
        studio.app.run {
            player.replaceCurrentItem(with: item)
            player.play()
        }
        studio.advance(1)
        #expect(player.currentItem === next && studio.heard().contains(hertz: 880))
        holder.release()
    }

    @Test("is told on the thread of a call before it returns, and else on the main thread")
    func threads() {
        let player = MediaItemPlayer(studio.sound)
        let name = Named(thread: "main")
        player.setObserver { [log] event in log.note("\(event) on \(name.thread)") }
        let queue = studio.sound.environment.makeWorkQueue(label: "caller")
        studio.app.run {
            queue.async {
                name.thread = "queue"
                player.play()
                name.thread = "main"
            }
        }
        studio.advance(0.1)
        #expect(log.all.prefix(2) == ["waitingReason on queue", "rate on queue"])
        #expect(log.all.last?.hasPrefix("rateChanged") == true)
        #expect(log.all.last?.hasSuffix("on main") == true)
    }

    private final class Named: Sendable {
        private let name: Mutex<String>

        init(thread: String) { name = Mutex(thread) }

        var thread: String {
            get { name.withLock { $0 } }
            set { name.withLock { $0 = newValue } }
        }
    }
}
