import AudioCodecs
import AudioConversion
import AudioFiles
import AudioFormats
import AudioModel
import AudioToolbox
import ChannelLayouts
import CoreAudioTypes
import Foundation

/// The open file of an `AVAudioFile`. Any thread.
final class OpenedFile: Sendable {
    let fileFormat: AVAudioFormat
    let processingFormat: AVAudioFormat
    private let below: OpenAudioFile
    private let file: ExtendedAudioFile

    /// Opens a file for reading.
    init(reading url: URL, _ format: AVAudioCommonFormat, isInterleaved: Bool) throws {
        let call = "ExtAudioFileOpenURL"
        let path = try Self.path(url, for: call)
        let (below, file) = try Self.calling(call) { () throws(ExtendedFileError) in
            let below: OpenAudioFile
            do throws(AudioFileError) { below = try Self.open(path) } catch { throw .file(error) }
            return (below, try ExtendedAudioFile(reading: below))
        }
        let (stream, layout, cookie) = try Self.calling(call) { () throws(ExtendedFileError) in
            do throws(AudioFileError) {
                return try below.access { reader throws(FormatError) in
                    (reader.format, reader.channelLayout, reader.magicCookie)
                }
            } catch {
                throw .file(error)
            }
        }
        fileFormat = AVAudioFormat(stream, layout: layout, magicCookie: cookie)
        processingFormat = try Self.processing(
            format, fileFormat.streamFormat, layout, isInterleaved)
        let client = processingFormat.streamFormat
        try Self.calling("ExtAudioFileSetProperty") { () throws(ExtendedFileError) in
            try file.access { side throws(ExtendedFileError) in try side.setClientFormat(client) }
        }
        self.below = below
        self.file = file
    }

    /// Creates a file.
    ///
    /// - Parameter create: Creates it at a path.
    init(
        writing url: URL, _ settings: [String: Any], _ format: AVAudioCommonFormat,
        isInterleaved: Bool,
        create: (String, FileToWrite) throws(AudioFileError) -> OpenAudioFile = OpenedFile.create
    ) throws {
        let call = "ExtAudioFileCreateWithURL"
        let path = try Self.path(url, for: call)
        guard let settings = AudioSettings(settings) else {
            throw NSError.avfAudio(kAudioFileUnsupportedDataFormatError, failedCall: call)
        }
        processingFormat = try Self.processing(
            format, settings.format, settings.layout, isInterleaved)
        let client = processingFormat.streamFormat
        let (below, file, stream) = try Self.calling(call) { () throws(ExtendedFileError) in
            let wanted: FileToWrite
            let below: OpenAudioFile
            do throws(AudioFileError) {
                wanted = try FileToWrite(url, settings, client: client)
                below = try create(path, wanted)
            } catch {
                throw .file(error)
            }
            let file = try ExtendedAudioFile(writing: below, layout: wanted.layout)
            let stream = try file.access { side throws(ExtendedFileError) in
                guard case .writing(let writing) = side else { return side.fileFormat }
                try writing.setClientFormat(client, options: wanted.options)
                return writing.format
            }
            return (below, file, stream)
        }
        fileFormat = AVAudioFormat(stream, layout: settings.layout)
        self.below = below
        self.file = file
    }

    /// Creates a file on disk. The header of a WAVE file states no audio until it is closed, as was
    /// measured of Apple's class.
    private static func create(
        _ path: String, _ wanted: FileToWrite
    ) throws(AudioFileError) -> OpenAudioFile {
        try OpenAudioFile(
            creating: path, wanted.type, wanted.format, mayReplace: true, isPageAligned: true,
            isEmptyUntilUpdated: wanted.type == "WAVE")
    }

    private static func path(_ url: URL, for call: String) throws -> String {
        guard url.isFileURL else {
            throw NSError.avfAudio(kAudioFileUnspecifiedError, failedCall: call)
        }
        return url.path
    }

    private static func open(_ path: String) throws(AudioFileError) -> OpenAudioFile {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
        {
            throw .noSuchFile
        }
        return try OpenAudioFile(path: path, hint: ContainerKind.hint(fromName: path))
    }

    private static func processing(
        _ common: AVAudioCommonFormat, _ file: StreamFormat, _ layout: ChannelLayout?,
        _ isInterleaved: Bool
    ) throws -> AVAudioFormat {
        guard common != .otherFormat else {
            throw NSError.avfAudio(kAudio_ParamError, failedCall: "ExtAudioFileSetProperty")
        }
        return AVAudioFormat(
            StreamFormat(
                common, sampleRate: file.sampleRate, channelCount: file.channelCount,
                isInterleaved: isInterleaved), layout: layout)
    }

    // MARK: Calls

    /// Runs a call of the file and translates its error.
    func calling<Answer>(
        _ failedCall: String,
        _ body: (ExtendedAudioFile) throws(ExtendedFileError) -> Answer
    ) throws -> Answer {
        try Self.calling(failedCall) { () throws(ExtendedFileError) in try body(file) }
    }

    private static func calling<Answer>(
        _ failedCall: String, _ body: () throws(ExtendedFileError) -> Answer
    ) throws -> Answer {
        do throws(ExtendedFileError) { return try body() } catch {
            let status: OSStatus
            switch error {
            // Reports of programs on phones give the unspecified error for a missing file.
            case .file(.noSuchFile): status = kAudioFileUnspecifiedError
            case .notOpen, .file(.notOpen): status = kAudio_FileNotFoundError
            default: status = error.status
            }
            throw NSError.avfAudio(status, failedCall: failedCall)
        }
    }

    /// Closes the file. Errors are lost, as in Apple's class.
    func close() {
        try? file.dispose()
        try? below.close()
    }

    /// The number of frames at the file's sample rate; zero after `close`.
    var length: Int64 { (try? file.access { $0.frameCount }) ?? 0 }

    /// The next frame to be read or written; zero after `close`.
    var position: Int64 { (try? file.position) ?? 0 }

    /// Moves to the nearest frame of a file that is read.
    func seek(to position: Int64) {
        try? file.seek(toFrame: min(max(position, 0), length))
    }

    /// The reader of a file that is read; `nil` for one that is written, and after `close`.
    var reader: AudioFileReader? {
        let reader = try? file.access { side in
            guard case .reading(let reading) = side else { return AudioFileReader?.none }
            return reading.file
        }
        return reader ?? nil
    }

    /// Makes a second reader of a file that is read.
    func makeReader() throws -> ExtendedFileReading {
        let client = processingFormat.streamFormat
        return try calling("ExtAudioFileOpenURL") { file throws(ExtendedFileError) in
            try file.access { side throws(ExtendedFileError) in
                guard case .reading(let reading) = side else { throw .file(.notPermitted) }
                let other: ExtendedFileReading
                do throws(FormatError) {
                    other = try ExtendedFileReading(reading.file)
                } catch {
                    throw .file(AudioFileError(error))
                }
                try other.setClientFormat(client)
                return other
            }
        }
    }
}

extension AVAudioPCMBuffer {
    /// The memory of each buffer.
    package var roomForFrames: [UnsafeMutableRawBufferPointer] {
        let byteCount = Int(frameCapacity) * Int(format.streamFormat.bytesPerFrame)
        return wholeList.map { UnsafeMutableRawBufferPointer(start: $0.mData, count: byteCount) }
    }

    /// The memory of each buffer that contains frames.
    package var filledFrames: [UnsafeRawBufferPointer] {
        filledList.map { UnsafeRawBufferPointer(start: $0.mData, count: Int($0.mDataByteSize)) }
    }
}
