package import AudioCodecs
import AudioModel
package import MediaSources
package import SoundClient
import Synchronization

/// A source that plays timelines: a composition. All of it is there; its files are opened when playback
/// gets to them.
package final class TimelineMedia: OpenedMedia {
    package let opening = MediaOpening()
    /// The numbers of the timelines' tracks.
    package let trackIDs: [Int32]
    private let timelines: [SoundTimeline]
    private let sampleRate: Double
    private let channelCount: Int
    private let queue: any WorkQueue
    private let shared = Mutex(State())

    private struct State {
        var gains: [Int: GainCurve] = [:]
        /// Counts changes of the gains.
        var gainsVersion = 0
    }

    private static let channelCountMax = 2

    /// Timelines that are played together, at the rate of the first sound, in mono or stereo.
    ///
    /// - Parameter trackIDs: Of each timeline, the number of its track.
    package init(_ timelines: [SoundTimeline], trackIDs: [Int32], for app: AppSound) {
        self.timelines = timelines
        self.trackIDs = trackIDs
        let formats = timelines.compactMap(\.firstFormat)
        let rate = formats.first?.sampleRate ?? 44_100
        sampleRate = min(
            max(rate, StreamFormat.playableSampleRates.lowerBound),
            StreamFormat.playableSampleRates.upperBound)
        channelCount = min(
            max(formats.map { Int($0.channelCount) }.max() ?? 1, 1), Self.channelCountMax)
        queue = app.environment.makeWorkQueue(label: "sori.timeline")
    }

    package func load() {
        opening.begin(queue.async) { [weak self] in self?.opened() }
    }

    private func opened() -> MediaState {
        let duration = timelines.map(\.duration).max() ?? 0
        return .ready(
            MediaContents(
                format: .mixed(sampleRate: sampleRate, channelCount: channelCount),
                frameCount: nearestFrame(at: duration, sampleRate)))
    }

    /// Replaces the volume of a timeline; it is heard with the next frames that are decoded.
    package func setGains(_ gains: GainCurve, ofTrack index: Int) {
        shared.withLock { state in
            state.gains[index] = gains
            state.gainsVersion += 1
        }
    }

    package func makeReader() throws(FormatError) -> any MediaReader {
        guard case .ready = state else { throw FormatError(.missing("audio")) }
        return Reader(
            self,
            try TimelineMix(timelines, sampleRate: sampleRate, channelCount: channelCount))
    }

    /// Mixes the timelines.
    private final class Reader: MediaReader {
        private weak var media: TimelineMedia?
        private let mix: TimelineMix
        private var gainsVersion = 0

        init(_ media: TimelineMedia, _ mix: TimelineMix) {
            self.media = media
            self.mix = mix
        }

        var channelCount: Int { mix.channelCount }
        var sampleRate: Double { mix.sampleRate }

        func seek(toFrame frame: Int64, exactly: Bool) -> Int64 {
            mix.seek(toFrame: frame)
            return mix.frame
        }

        func read(
            into samples: UnsafeMutablePointer<Float>, frameCount: Int
        ) throws(FormatError) -> MediaRead {
            takeGains()
            let count = try mix.read(into: samples, frameCount: frameCount)
            return count > 0 ? .frames(count) : .ended
        }

        private func takeGains() {
            guard let media else { return }
            let known = gainsVersion
            let (gains, version) = media.shared.withLock { state in
                (state.gainsVersion == known ? [:] : state.gains, state.gainsVersion)
            }
            gainsVersion = version
            for (index, curve) in gains {
                mix.setGains(curve.atRate(mix.sampleRate), ofTrack: index)
            }
        }
    }
}
