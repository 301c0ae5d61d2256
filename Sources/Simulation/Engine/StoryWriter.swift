import AudioFormats

/// Writes a story's sound as it is rendered; the first failure stops the writing.
final class StoryWriter {
    private let file: WAVFileWriter
    private var failure: FormatError?

    init(path: String) throws(RunError) {
        do throws(FormatError) {
            file = try WAVFileWriter(
                path: path, sampleRate: Double(OutputFrames.rate), channelCount: 2,
                sampleFormat: .int16)
        } catch {
            throw .cannotWrite(error)
        }
    }

    func write(_ samples: UnsafePointer<Float>, frameCount: Int) {
        guard failure == nil else { return }
        do throws(FormatError) {
            try file.write(samples, frameCount: frameCount)
        } catch {
            failure = error
        }
    }

    /// - Returns: What went wrong, if anything did.
    func close() -> FormatError? {
        guard failure == nil else { return failure }
        do throws(FormatError) {
            try file.close()
            return nil
        } catch {
            return error
        }
    }
}
