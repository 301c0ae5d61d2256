import AudioCodecs
import AudioFormats

/// Writes a run's output to a WAV file as it is rendered; the first error stops the writing.
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

    /// - Parameter samples: Interleaved stereo frames at 48 kHz.
    func write(_ samples: UnsafePointer<Float>, frameCount: Int) {
        guard failure == nil else { return }
        do throws(FormatError) {
            try file.write(samples, frameCount: frameCount)
        } catch {
            failure = error
        }
    }

    /// Completes the file.
    ///
    /// - Returns: The first error of writing or closing; `nil` for none.
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
