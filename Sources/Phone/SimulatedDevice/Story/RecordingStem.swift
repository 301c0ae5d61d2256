/// Writes the samples that one recording receives to a sound file, at the times of the story.
final class RecordingStem {
    private let fullName: String
    private let writer: StoryWriter
    /// Samples that were received and not yet written, mono.
    private var pending: [Float] = []

    /// - Parameter fullName: The name of the recording: `Notes.memo`.
    init(of fullName: String, to writer: StoryWriter) {
        self.fullName = fullName
        self.writer = writer
    }

    /// Takes what a recording received in the present render.
    func take(_ samples: [Float], of recording: String) {
        if recording == fullName { pending += samples }
    }

    /// Writes the present render, with silence where nothing was received.
    func write(frameCount: Int) {
        let received = pending.prefix(frameCount)
        var stereo = [Float](repeating: 0, count: 2 * frameCount)
        for (frame, sample) in received.enumerated() {
            stereo[2 * frame] = sample
            stereo[2 * frame + 1] = sample
        }
        pending.removeFirst(received.count)
        stereo.withUnsafeBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            writer.write(start, frameCount: frameCount)
        }
    }
}
