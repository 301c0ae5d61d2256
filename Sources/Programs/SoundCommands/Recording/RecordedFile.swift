import AudioCodecs
import AudioConversion
import AudioFiles
import AudioFormats
import AudioModel
import CommandLineTool
import Glibc

/// The file of a recording: encodes and writes frames, so that what was recorded outlives a crash.
///
/// It is written without Audio File Services, because those create neither MP3 nor Ogg files. One
/// thread at a time.
final class RecordedFile {
    private let writer: AudioFileWriter
    private let writing: ExtendedFileWriting
    private let path: String
    /// The file under a temporary name, until its first frames; nil when it has its own name. A file
    /// that it replaces stays until then.
    private var replacing: OutputFile?

    /// Creates the file.
    ///
    /// - Throws: `wrongUse` when the format cannot be written, `deviceMissing` when the file cannot
    ///   be created or the encoder's library is missing.
    init(_ request: RecordRequest) throws(ProgramError) {
        let format = request.streamFormat
        path = request.path
        if request.mayReplace, access(path, F_OK) == 0, replacedFile(path) != nil {
            replacing = try OutputFile(path, readingFrom: nil, mayReplace: true)
        }
        do throws(FormatError) {
            writer = try AudioFileWriter(
                path: replacing?.temporaryPath ?? path, kind: request.container.kind,
                format: format,
                mayReplace: request.mayReplace)
        } catch {
            replacing?.discard()
            throw outputError(error, in: path)
        }
        writer.properties.isFragmented = true
        writing = ExtendedFileWriting(writer)
        writing.options.allowsMP3Output = true
        writing.options.outputBitRate = request.bitRate
        do throws(ExtendedFileError) {
            try writing.setClientFormat(request.clientStreamFormat)
        } catch {
            discard()
            throw encoderError(
                format, in: path, advice: "choose another --rate, --channels or --format")
        }
        // A header without audio is a file already, where the encoder is not needed for it.
        try? writer.update()
    }

    /// Number of frames that were accepted.
    var frameCount: Int64 { writing.framesWritten }

    /// Removes the file, which has nothing in it; one that it was to replace stays.
    func discard() {
        unlink(replacing?.temporaryPath ?? path)
        replacing = nil
    }

    func write(_ count: Int, _ bytes: UnsafeRawBufferPointer) throws(ExtendedFileError) {
        try takeItsName()
        try writing.write(count, from: [bytes])
        do throws(FormatError) { try writer.updateInSteps() } catch {
            throw .file(AudioFileError(error))
        }
    }

    /// Writes the last packets, and completes the file even on a full disk.
    func finish() throws(ExtendedFileError) {
        try takeItsName()
        do throws(ExtendedFileError) { try writing.finish() } catch {
            try? writer.updateWithinRoom()
            throw error
        }
    }

    private func takeItsName() throws(ExtendedFileError) {
        guard let replacing else { return }
        self.replacing = nil
        do throws(ProgramError) { try replacing.finish() } catch {
            throw .file(.systemFailed(errno: errno))
        }
    }
}

extension ExtendedFileError {
    /// The error as the end of a sentence.
    var reason: String {
        switch self {
        case .file(.systemFailed(let number)): String(cString: strerror(number))
        case .file(.unsupportedCoding): "the encoder failed"
        case .file(.tooLong): "the file type holds no more"
        default: "\(self)"
        }
    }
}
