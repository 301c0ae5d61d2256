import AVFoundation
import Foundation

// Apps that play media, in the shapes that such apps have.

/// A view model of the main actor with a player.
@MainActor
final class EpisodeModel: NSObject {
    private(set) var isPlaying = false
    private(set) var seconds = 0.0
    private(set) var title = ""
    private(set) var failure: NSError?
    private let player = AVPlayer()
    private var timeObserver: Any?
    private var observations: Set<NSKeyValueObservation> = []
    private var tokens: [NSObjectProtocol] = []

    override init() {
        super.init()
        player.automaticallyWaitsToMinimizeStalling = true
        player.allowsExternalPlayback = false
        player.actionAtItemEnd = .pause
        observations.insert(
            player.observe(
                \.timeControlStatus, options: [.initial, .new]
            ) { [weak self] player, _ in
                self?.isPlaying = player.timeControlStatus == .playing
            })
        observations.insert(
            player.observe(\.currentItem?.status) { [weak self] player, _ in
                guard let item = player.currentItem else { return }
                switch item.status {
                case .readyToPlay: self?.seconds = item.duration.seconds
                case .failed: self?.failure = item.error as NSError?
                case .unknown: break
                @unknown default: break
                }
            })
        let interval = CMTime(seconds: 0.5, preferredTimescale: CMTimeScale(NSEC_PER_SEC))
        timeObserver = player.addPeriodicTimeObserver(forInterval: interval, queue: .main) {
            [weak self] time in
            self?.seconds = time.seconds
        }
        tokens.append(
            NotificationCenter.default.addObserver(
                forName: .AVPlayerItemDidPlayToEndTime, object: nil, queue: .main
            ) { [weak self] note in
                guard let item = note.object as? AVPlayerItem else { return }
                _ = item
                Task { @MainActor in self?.isPlaying = false }
            })
    }

    func open(_ url: URL) {
        let asset = AVURLAsset(
            url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
        let item = AVPlayerItem(asset: asset, automaticallyLoadedAssetKeys: ["playable"])
        item.audioTimePitchAlgorithm = .timeDomain
        item.preferredForwardBufferDuration = 5
        player.replaceCurrentItem(with: item)
        player.defaultRate = 1.5
        player.play()
    }

    func skip(_ interval: TimeInterval) {
        let time = CMTimeAdd(
            player.currentTime(), CMTime(seconds: interval, preferredTimescale: 600))
        player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
    }

    func jump(to seconds: Double) async -> Bool {
        await player.seek(to: CMTime(seconds: seconds, preferredTimescale: 600))
    }

    func follow() async {
        for await status in player.values(for: \.timeControlStatus) where status == .playing {
            return
        }
    }

    var buffered: Double {
        player.currentItem?.loadedTimeRanges.last?.timeRangeValue.end.seconds ?? 0
    }

    var explanation: String {
        guard let error = player.currentItem?.error else { return "" }
        switch error {
        case AVError.fileFormatNotRecognized: return "no sound"
        default: break
        }
        if let error = error as? AVError, error.code == .decodeFailed { return "no decoder" }
        return (error as NSError).domain == NSURLErrorDomain ? "no network" : ""
    }

    func close() {
        if let timeObserver { player.removeTimeObserver(timeObserver) }
        timeObserver = nil
        observations.removeAll()
        tokens.forEach { NotificationCenter.default.removeObserver($0) }
        player.replaceCurrentItem(with: nil)
    }
}

/// A queue with a loop at its end.
final class Jukebox {
    private let player: AVQueuePlayer
    private var looper: AVPlayerLooper?

    init(_ urls: [URL]) {
        player = AVQueuePlayer(items: urls.map { AVPlayerItem(url: $0) })
    }

    func add(_ url: URL) {
        let item = AVPlayerItem(url: url)
        if player.canInsert(item, after: player.items().last) {
            player.insert(item, after: nil)
        }
    }

    func loop(_ url: URL) {
        player.removeAllItems()
        looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: url))
        player.volume = 0.5
        player.play()
    }

    func stop() {
        looper?.disableLooping()
        player.pause()
        looper = nil
    }

    var loops: Int { looper?.loopCount ?? 0 }
}

/// An item that knows more.
///
/// Ownership: the title is set before any other thread has the item.
final class TitledItem: AVPlayerItem, @unchecked Sendable {
    var title = ""

    init(_ url: URL, title: String) {
        self.title = title
        super.init(asset: AVURLAsset(url: url), automaticallyLoadedAssetKeys: nil)
    }
}

/// The titles of a radio station.
final class StationTitles: NSObject, AVPlayerItemMetadataOutputPushDelegate {
    private(set) var titles: [String] = []

    func attach(to item: AVPlayerItem) {
        let output = AVPlayerItemMetadataOutput(identifiers: nil)
        output.setDelegate(self, queue: .main)
        item.add(output)
    }

    func metadataOutput(
        _ output: AVPlayerItemMetadataOutput,
        didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
        from track: AVPlayerItemTrack?
    ) {
        titles += groups.flatMap(\.items).compactMap(\.stringValue)
    }
}

@MainActor
func tryMediaPlayers() {
    let url = URL(fileURLWithPath: "/nowhere/episode.mp3")
    let model = EpisodeModel()
    model.open(url)
    model.skip(15)
    expect(model.buffered == 0, "\(model.buffered) s of no file are buffered")
    model.close()
    let jukebox = Jukebox([url, url])
    jukebox.add(url)
    jukebox.loop(url)
    expect(jukebox.loops == 0, "no file was looped")
    jukebox.stop()
    let item = TitledItem(url, title: "Episode")
    StationTitles().attach(to: item)
    let player = AVPlayer(playerItem: item)
    player.rate = 0
    expect(player.timeControlStatus == .paused, "a player with rate 0 is not paused")
    expect((player.currentItem as? TitledItem)?.title == "Episode", "the item is another one")
    expect(item.timebase.map { CMTimebaseGetRate($0) } == 0, "a timebase runs")
}
