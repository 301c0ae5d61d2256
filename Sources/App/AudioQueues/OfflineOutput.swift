import AudioModel
import SoundMixer

/// The output of a queue in offline mode: a mixer of its own, so that volume, pan and sample-rate
/// conversion are the same as on a device. With the queue's lock held.
final class OfflineOutput {
    let format: StreamFormat
    private let mixer: Mixer
    private var voice: Mixer.VoiceID?
    private var feed: VoiceFeedReader?
    /// Frames rendered from the current feed.
    private var rendered = 0
    /// Whether the first call after a start has been made; it renders nothing.
    private(set) var isPrimed = false
    /// Whether everything has been rendered and the queue has stopped by itself.
    private(set) var isDone = false

    /// Input frames that the resampler's filter needs beyond its output.
    private static let filterFrames = 64

    /// - Parameter format: Interleaved linear PCM of one or two channels.
    init(_ format: StreamFormat) {
        self.format = format
        mixer = Mixer(outputRate: format.sampleRate, voicesMax: 4)
    }

    func begin(_ feed: VoiceFeedReader, volume: Float, pan: Float) {
        isDone = false
        isPrimed = false
        place(feed, volume: volume, pan: pan)
    }

    private func place(_ feed: VoiceFeedReader, volume: Float, pan: Float) {
        if let voice { mixer.cut(voice) }
        _ = mixer.collectEvents()
        self.feed = feed
        rendered = 0
        voice = mixer.addVoice(.feed(feed), app: volume, session: 1, duck: 1)
        if let voice, pan != 0 { mixer.setPan(voice, to: pan, ramp: .zero) }
    }

    func replaceFeed(_ feed: VoiceFeedReader, volume: Float, pan: Float) {
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
    ///   - written: Frames written to the feed so far.
    ///   - isFinished: Whether no more will be written, so that the filter can run out.
    func readyFrames(written: Int, isFinished: Bool) -> Int {
        guard let feed, voice != nil else { return 0 }
        if feed.sampleRate == format.sampleRate { return written - rendered }
        let usable = isFinished ? written : max(written - Self.filterFrames, 0)
        let frames = Double(usable) * format.sampleRate / feed.sampleRate
        return max(Int(frames.rounded(.down)) - rendered, 0)
    }

    /// - Parameter samples: Room for `frameCount` stereo frames.
    func render(into samples: UnsafeMutablePointer<Float>, frameCount: Int) {
        mixer.renderer.render(into: samples, frameCount: frameCount)
        rendered += frameCount
    }
}
