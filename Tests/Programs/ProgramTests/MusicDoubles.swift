import MusicCommands
import Playback
import Synchronization

/// A player that only notes what it is told.
final class NotedPlayer: RemoteMusicControl {
    private let state = Mutex(State())

    struct State {
        var snapshot = MusicPlayerSnapshot()
        var items: [MusicItem] = []
        var calls: [String] = []
        var volume = 0.5
        var isConnected = true
        var observer: (@Sendable (MusicPlayerEvent) -> Void)?
    }

    var snapshot: MusicPlayerSnapshot { state.withLock { $0.snapshot } }
    var items: [MusicItem] { state.withLock { $0.items } }
    var calls: [String] { state.withLock { $0.calls } }
    var volume: Double { state.withLock { $0.volume } }

    var isConnected: Bool { state.withLock { $0.isConnected } }

    func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        state.withLock { $0.observer }?(.queueChanged)
    }

    private func note(_ call: String, _ body: (inout State) -> Void = { _ in }) {
        change {
            $0.calls.append(call)
            body(&$0)
        }
    }

    private func present(_ place: Int?) {
        change { state in
            state.snapshot.place = place
            state.snapshot.item = place.map { state.items[$0] }
        }
    }

    func setQueue(_ items: [MusicItem]) {
        note("setQueue \(items.count)") {
            $0.items = items
            $0.snapshot.itemCount = items.count
        }
    }
    func prepend(_ items: [MusicItem]) { note("prepend \(items.count)") }
    func append(_ items: [MusicItem]) { note("append \(items.count)") { $0.items += items } }
    func remove(atPlaces places: [Int]) { note("remove \(places)") }
    func move(toPlace place: Int) {
        note("move \(place)")
        present(place)
    }
    func move(toItem id: UInt64) {
        note("moveTo")
        present(items.firstIndex { $0.id == id })
    }
    func prepare(completion: @escaping @Sendable (Bool) -> Void) { completion(true) }
    func play() { note("play") { $0.snapshot.state = .playing } }
    func pause() { note("pause") { $0.snapshot.state = .paused } }
    func stop() { note("stop") }
    func skipToNext() { note("next") }
    func skipToPrevious() { note("previous") }
    func seek(to seconds: Double) { note("seek \(seconds)") { $0.snapshot.seconds = seconds } }
    func beginSeeking(forward: Bool) {}
    func endSeeking() {}
    func setRepeatMode(_ mode: RepeatMode) {
        note("repeat \(mode)") { $0.snapshot.repeatMode = mode }
    }
    func setShuffleMode(_ mode: ShuffleMode) {
        note("shuffle \(mode)") { $0.snapshot.shuffleMode = mode }
    }
    func setVolume(_ volume: Double) { note("volume") { $0.volume = volume } }
    func addObserver(_ observer: @escaping @Sendable (MusicPlayerEvent) -> Void) -> Int {
        state.withLock { $0.observer = observer }
        return 1
    }
    func removeObserver(_ number: Int) { state.withLock { $0.observer = nil } }
}
