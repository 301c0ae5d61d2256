import AudioCodecs
import AudioFormats
import AudioModel
import MediaPlayback
import MediaSources
import SoundClient
import Simulation
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A phone with one app, and its players.
@MainActor
final class Studio {
    let phone = SimulatedPhone()
    let app: SimulatedPhone.App
    let sound: AppSound

    init(backgroundModes: [String] = []) throws {
        phone.onFinding = { _ in }
        app = phone.launch("player", backgroundModes: backgroundModes)
        sound = try #require(app.run { CurrentApp.simulated })
    }

    /// A player that notes its events in a log.
    func player(_ log: EventLog = EventLog()) -> MediaItemPlayer {
        let player = MediaItemPlayer(sound)
        player.setObserver { [weak player] event in
            if let player { log.note(event, of: player) }
        }
        return player
    }

    /// An item of a file with a sine of 440 Hz, or with the given samples.
    func item(
        seconds: Double = 5, rate: UInt32 = 48_000, hertz: Double = 440, samples: [Int16]? = nil,
        _ log: EventLog? = nil, named name: String = "item"
    ) -> MediaItem {
        let samples = samples ?? sine(hertz: hertz, seconds: seconds, rate: rate)
        return item(
            FileMedia(url: name, for: sound) { () throws(FormatError) in
                try AudioFileReader(MemoryBytes(wavFile(samples, rate: rate)))
            }, log, named: name)
    }

    func item(
        _ source: any MediaSource, _ log: EventLog? = nil, named name: String = "item"
    ) -> MediaItem {
        let item = MediaItem(source)
        if let log {
            item.setObserver { [weak item] event in
                if let item { log.note(event, of: item, named: name) }
            }
        }
        return item
    }

    func advance(_ seconds: Double) { phone.advance(by: .seconds(seconds)) }

    /// The app's output in the last part.
    func heard(last seconds: Double = 0.1) -> MeasuredOutput {
        phone.heard(from: app, last: .seconds(seconds))
    }

    func heard(_ interval: Range<Double>) -> MeasuredOutput {
        phone.heard(
            from: app,
            during: .seconds(interval.lowerBound)..<(.seconds(interval.upperBound)))
    }

    var now: Double { phone.now / .seconds(1) }
}

/// A sine of half the full scale.
func sine(hertz: Double, seconds: Double, rate: UInt32 = 48_000) -> [Int16] {
    (0..<Int(seconds * Double(rate))).map { frame in
        Int16(16_384 * sin(2 * .pi * hertz * Double(frame) / Double(rate)))
    }
}

/// The largest second difference of the left channel: a step, or the sharpest bend of a sine.
func largestBend(of output: MeasuredOutput) -> Float {
    let left = stride(from: 0, to: output.samples.count, by: 2).map { output.samples[$0] }
    var largest: Float = 0
    for frame in left.indices.dropFirst(2) {
        let bend = left[frame] - 2 * left[frame - 1] + left[frame - 2]
        largest = max(largest, bend.magnitude)
    }
    return largest
}

/// What happened to a player and its items, as words, in order.
final class EventLog: Sendable {
    private let state = Mutex<[String]>([])

    var all: [String] { state.withLock { $0 } }

    func note(_ words: String) { state.withLock { $0.append(words) } }

    func count(_ words: String) -> Int { all.count { $0 == words } }

    func clear() { state.withLock { $0 = [] } }

    func note(_ event: MediaPlayerEvent, of player: MediaItemPlayer) {
        switch event {
        case .status: note("player \(player.status)")
        case .currentItem: note(player.currentItem == nil ? "no item" : "current")
        case .items: note("items \(player.items.count)")
        case .rate: note("rate \(player.rate)")
        case .timeControlStatus: note("\(player.timeControlStatus)")
        case .waitingReason:
            note(player.waitingReason.map { "because \($0)" } ?? "no reason")
        case .rateChanged(let reason): note("changed \(reason.map { "\($0)" } ?? "at end")")
        }
    }

    func note(_ event: MediaItemEvent, of item: MediaItem, named name: String) {
        switch event {
        case .status: note("\(name) \(item.status)")
        case .duration: note("\(name) lasts \(item.duration?.seconds ?? -1)")
        case .likelyToKeepUp: note("\(name) keeps up \(item.isLikelyToKeepUp)")
        case .bufferFull: note("\(name) full \(item.isBufferFull)")
        case .bufferEmpty: note("\(name) empty \(item.isBufferEmpty)")
        case .loadedRanges, .seekableRanges: break
        case .metadata(let values, let time):
            note("\(name) \(values.map(\.key)) at \(time.seconds)")
        case .flushed: note("\(name) flushed")
        case .playedToEnd: note("\(name) ended")
        case .failedToPlayToEnd(let failure): note("\(name) broke off \(failure.code)")
        case .stalled: note("\(name) stalled")
        case .timeJumped: note("\(name) jumped")
        case .log(let isError): note("\(name) log \(isError)")
        }
    }
}
