import AudioFormats
import AudioModel
import CommandLineTool
import CoreFoundation
import Glibc
import HostLinux
import MediaPlayback
import MediaSources
import Playback
import SoundClient
import SoundMixer
import SoundServer
import Synchronization
import Terminal

/// Plays what a server sends: a file, a radio, or HTTP Live Streaming.
final class WebPlayer: Player {
    private let request: PlayRequest
    private let address: WebAddress
    private let app: AppSound
    private let device: ConnectingOutput
    private let item: MediaItem
    private let player: MediaItemPlayer
    private let ending = Ending()
    private(set) var isPaused = false
    private var wasStopped = false
    /// When the last frame has been heard; `nil` before the player has given it.
    private var drainedAt: HostTime?
    private var speed: Double

    /// Why the item broke off. Any thread.
    private final class Ending: Sendable {
        let failure = Mutex<MediaFailure?>(nil)
    }

    private static let pollMilliseconds: Int32 = 10
    /// Until the fade of a pause has been heard.
    private static let fadeMilliseconds: Int32 = 20

    /// Starts to load and to play, and waits until the server tells what it is.
    init(
        _ request: PlayRequest, _ address: WebAddress, on app: AppSound,
        _ device: ConnectingOutput, _ console: Console
    ) throws(ProgramError) {
        try Self.check(request, address)
        guard let source = address.source(for: app) else { throw .noNetwork(address) }
        self.request = request
        self.address = address
        self.app = app
        self.device = device
        speed = request.speed.rate
        volume = request.volume
        isMuted = request.isMuted
        item = MediaItem(source)
        player = MediaItemPlayer(app)
        item.setObserver { [ending] event in
            guard case .failedToPlayToEnd(let failure) = event else { return }
            ending.failure.withLock { $0 = failure }
        }
        try setCategory()
        player.endAction = .advance
        player.defaultRate = Float(speed)
        applyVolume()
        player.insert(item, after: nil)
        let start = max(request.from, request.resumeAt)
        if start > 0 { item.seek(to: MediaTime(seconds: start, timescale: 1000)) }
        if let end = request.to { item.forwardEndTime = MediaTime(seconds: end, timescale: 1000) }
        player.play()
        try waitUntilReady(console)
        if request.from > 0, let refusal = seekRefusal {
            throw ProgramError(.wrongUse, refusal, in: address.shown, advice: "leave out --from")
        }
    }

    private static func check(
        _ request: PlayRequest, _ address: WebAddress
    ) throws(ProgramError) {
        guard request.speed.pitchCents == 0 else {
            throw ProgramError(
                .wrongUse, "--pitch is for files", in: address.shown, advice: "leave it out")
        }
        guard request.loops == 0 else {
            throw ProgramError(
                .wrongUse, "what a server sends is played once", in: address.shown,
                advice: "leave out --loops, or write --loop")
        }
    }

    private func setCategory() throws(ProgramError) {
        guard app.connection.session.category != request.category else { return }
        do throws(SessionError) {
            try app.request(.setCategory(request.category, .default, [], .default))
        } catch {
            try checkStatus(
                error.rawValue, "cannot play", in: address.shown, advice: "try another --category")
        }
    }

    private func waitUntilReady(_ console: Console) throws(ProgramError) {
        if !address.isLocal { console.progress("connecting to \(printable(address.host))") }
        defer { console.progress("") }
        while true {
            attend()
            switch item.status {
            case .ready: return
            case .failed:
                guard let failure = item.failure else { break }
                throw ProgramError(failure, of: address)
            case .unknown: break
            }
            guard !EndSignals.hasCome else {
                throw ProgramError(
                    EndSignals.first?.exitCode ?? .stopped, "stopped", in: address.shown)
            }
            poll(nil, 0, Self.pollMilliseconds)
        }
    }

    /// Runs what the player tells on the main thread.
    func attend() {
        CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false)
    }

    // MARK: State

    var position: Double { max(item.currentTime.seconds, 0) }

    var duration: Double? {
        item.contents?.isLive == true ? nil : item.duration?.seconds
    }

    var route: String { device.routeName }
    var level: Float { app.meters.values.map(\.outputPeak).max() ?? 0 }

    /// The reason why nothing is heard although it plays; `nil` otherwise.
    var silence: String? {
        guard let number = player.streamNumber,
            let verdict = app.connection.verdict(
                ofStream: number), verdict.state == .silent
        else { return nil }
        return verdict.reasons.map(\.sentence).joined(separator: "; ")
    }

    var waiting: String? {
        !isPaused && player.timeControlStatus == .waiting ? "buffering" : nil
    }

    var about: SoundAbout {
        var about = SoundAbout(item.contents?.tags ?? FileTags())
        about.take(item.timedMetadata)
        return about
    }

    var isFinished: Bool {
        if wasStopped { return true }
        guard player.currentItem == nil else { return false }
        drainedAt = drainedAt ?? LinuxClock.now + device.drainTime
        return drainedAt.map { LinuxClock.now >= $0 } ?? false
    }

    var failure: ProgramError? {
        guard player.currentItem == nil || player.status == .failed else { return nil }
        attend()
        let failure = ending.failure.withLock { $0 } ?? item.failure ?? player.failure
        return failure.map { ProgramError($0, of: address) }
    }

    // MARK: Control

    var volume: Double {
        didSet { applyVolume() }
    }

    var isMuted: Bool {
        didSet { applyVolume() }
    }

    private func applyVolume() {
        player.volume = Float(volume)
        player.isMuted = isMuted
    }

    func pause() {
        isPaused = true
        player.pause()
    }

    func resume() {
        isPaused = false
        device.release()
        player.play()
    }

    var removedDevice: String? { device.removedSink }
    var hasDevice: Bool { device.hasSink }

    var seekRefusal: String? {
        if !item.seekableRanges.isEmpty { return nil }
        return item.contents?.isLive == true ? "a live stream cannot seek" : "it cannot seek"
    }

    func seek(to seconds: Double) {
        let ranges = item.seekableRanges
        guard let first = ranges.first, let last = ranges.last else { return }
        let time = min(max(seconds, first.start.seconds), last.end.seconds)
        item.seek(to: MediaTime(seconds: time, timescale: 1000))
    }

    var rate: Double { speed }

    var rateRefusal: String? {
        if item.contents?.isLive == true { return "a live stream keeps its speed" }
        return MachinePlayers.canChangeSpeed ? nil : "the speed needs SoundTouch"
    }

    func setRate(_ rate: Double) {
        speed = rate
        player.defaultRate = Float(rate)
        if !isPaused { player.rate = Float(rate) }
    }

    func stop() {
        guard !isFinished else { return }
        player.pause()
        if !isPaused { poll(nil, 0, Self.fadeMilliseconds) }
        wasStopped = true
        player.removeAllItems()
    }
}

extension SoundAbout {
    /// Takes what a stream says while it plays.
    mutating func take(_ metadata: [MediaMetadata]) {
        for entry in metadata {
            guard case .text(let text) = entry.value, !text.allSatisfy(\.isWhitespace) else {
                continue
            }
            switch (entry.keySpace, entry.key) {
            case ("icy", "StreamTitle"): (title, artist) = (text, nil)
            case ("org.id3", "TIT2"): title = text
            case ("org.id3", "TPE1"): artist = text
            case ("org.id3", "TALB"): album = text
            default: break
            }
        }
    }
}
