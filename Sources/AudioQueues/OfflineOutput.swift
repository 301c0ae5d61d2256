import AudioModel
import SoundMixer

/// Where a queue's audio goes while an app takes it by calls: a mixer of its own, so that gains,
/// balance and sample rates are as they are when it is heard.
///
/// With the queue's lock held.
final class OfflineOutput {
    let format: StreamFormat
    private let mixer: Mixer
    private var voice: Mixer.VoiceID?
    private var feed: VoiceFeed?
    /// Frames of the feed under way.
    private var rendered = 0
    /// The first call after a start only makes things ready.
    private(set) var isPrimed = false
    /// Whether everything has been rendered, and the queue has stopped by itself.
    private(set) var isDone = false

    /// What the filter of a resampled feed needs beyond the frames it gives out.
    private static let filterFrames = 64

    /// - Parameter format: Linear PCM, interleaved, of one or two channels.
    init(_ format: StreamFormat) {
        self.format = format
        mixer = Mixer(outputRate: format.sampleRate, voicesMax: 4)
    }

    func begin(_ feed: VoiceFeed, volume: Float, pan: Float) {
        isDone = false
        isPrimed = false
        place(feed, volume: volume, pan: pan)
    }

    private func place(_ feed: VoiceFeed, volume: Float, pan: Float) {
        if let voice { mixer.cut(voice) }
        _ = mixer.collectEvents()
        self.feed = feed
        rendered = 0
        voice = mixer.addVoice(.feed(feed), app: volume, session: 1, duck: 1)
        if let voice, pan != 0 { mixer.setPan(voice, to: pan, ramp: .zero) }
    }

    func replaceFeed(_ feed: VoiceFeed, volume: Float, pan: Float) {
        guard voice != nil else { return }
        place(feed, volume: volume, pan: pan)
    }

    func end() {
        if let voice { mixer.cut(voice) }
        voice = nil
        feed = nil
        isPrimed = false
    }

    func finish() {
        end()
        isDone = true
    }

    func prime() {
        isPrimed = true
    }

    func setVolume(_ volume: Float, ramp: HostInterval) {
        if let voice { mixer.setGain(voice, .app, to: volume, ramp: ramp) }
    }

    func setPan(_ pan: Float) {
        if let voice { mixer.setPan(voice, to: pan, ramp: .zero) }
    }

    /// Frames that can be rendered now.
    ///
    /// - Parameters:
    ///   - written: Frames that the feed was given so far.
    ///   - isFinished: Whether it gets no more, so that the filter can run out.
    func readyFrames(written: Int, isFinished: Bool) -> Int {
        guard let feed, voice != nil else { return 0 }
        if feed.sampleRate == format.sampleRate { return written - rendered }
        let usable = isFinished ? written : max(written - Self.filterFrames, 0)
        let frames = Double(usable) * format.sampleRate / feed.sampleRate
        return max(Int(frames.rounded(.down)) - rendered, 0)
    }

    /// - Parameter samples: Room for `frameCount` stereo frames.
    func render(into samples: UnsafeMutablePointer<Float>, frameCount: Int) {
        mixer.render(into: samples, frameCount: frameCount)
        rendered += frameCount
    }
}
