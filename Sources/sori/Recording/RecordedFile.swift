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
    /// The name of the file until its first frames; nil when it has its own. A file that it replaces
    /// stays until then.
    private var temporaryPath: String?

    /// Creates the file.
    ///
    /// - Throws: `wrongUse` when the format cannot be written, `deviceMissing` when the file cannot
    ///   be created or the encoder's library is missing.
    init(_ request: RecordRequest) throws(ProgramError) {
        let format = request.streamFormat
        let replacedPath = request.mayReplace ? regularFile(at: request.path) : nil
        path = replacedPath ?? request.path
        temporaryPath = replacedPath.map { "\($0).part" }
        do throws(FormatError) {
            writer = try AudioFileWriter(
                path: temporaryPath ?? path, kind: request.container.kind, format: format,
                mayReplace: request.mayReplace)
        } catch {
            throw outputError(error, in: request.path)
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
                format, in: request.path, advice: "choose another --rate, --channels or --format")
        }
        // A header without audio is a file already, where the encoder is not needed for it.
        try? writer.update()
    }

    /// Number of frames that were accepted.
    var frameCount: Int64 { writing.framesWritten }

    /// Removes the file, which has nothing in it; one that it was to replace stays.
    func discard() {
        unlink(temporaryPath ?? path)
        temporaryPath = nil
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
        guard let temporaryPath else { return }
        guard rename(temporaryPath, path) == 0 else { throw .file(.systemFailed(errno: errno)) }
        self.temporaryPath = nil
    }
}

/// The path of the regular file that a path leads to; nil when there is none.
private func regularFile(at path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        let resolved = realpath(path, nil)
    else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
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
