import AudioCodecs
import MediaSources
import Playback

/// The frames of an item from one on, for the gapless source. One thread at a time.
final class MediaFrames: FrameInput {
    let channelCount: Int
    private(set) var isWaiting = false
    /// Why the media broke off; `nil` unless it has.
    private(set) var failure: MediaFailure?

    private let reader: any MediaReader
    private let processing: MediaProcessing?
    private var frame: Int64

    /// - Parameters:
    ///   - reader: Stands at `frame`.
    ///   - processing: Changes the samples.
    init(_ reader: any MediaReader, atFrame frame: Int64, _ processing: MediaProcessing?) {
        self.reader = reader
        self.frame = frame
        self.processing = processing
        channelCount = reader.channelCount
    }

    /// Stays where it is: playback from another frame has frames of its own.
    func seek(toFrame frame: Int64) {}

    func read(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> Int {
        isWaiting = false
        guard failure == nil, frameCount > 0 else { return 0 }
        switch try reader.read(into: samples, frameCount: frameCount) {
        case .frames(let count):
            let count = min(count, frameCount)
            processing?.apply(samples, count, channelCount, frame, reader.sampleRate)
            frame += Int64(count)
            isWaiting = count <= 0
            return max(count, 0)
        case .waiting:
            isWaiting = true
            return 0
        case .ended: return 0
        case .failed(let failure):
            self.failure = failure
            return 0
        }
    }
}
