package import AudioFiles
package import AudioFormats
import AudioModel
import AudioToolbox
import CoreAudioTypes
public import Foundation
import Synchronization

/// An audio file that is read or written as frames of linear PCM.
///
/// Frames have the processing format: the file's sample rate and channels, and any common sample
/// type. Errors are `NSError`s of the domain `com.apple.coreaudio.avfaudio` with the status of the
/// call that failed.
///
/// Ownership: a mutex guards what is open; the open file synchronises itself. Any thread.
open class AVAudioFile: NSObject, @unchecked Sendable {
    /// The location of the file.
    public let url: URL
    /// The format of the file on disk.
    public let fileFormat: AVAudioFormat
    /// The format of the frames that are read and written.
    public let processingFormat: AVAudioFormat
    private let state: Mutex<State>

    private enum State {
        case open(OpenedFile)
        case closed(length: AVAudioFramePosition, position: AVAudioFramePosition)
    }

    // MARK: Opening

    /// Opens a file for reading frames of the standard format.
    ///
    /// - Throws: A status: unspecified for a missing file, unsupported file type for one that is
    ///   not audio, or another of an audio file.
    public convenience init(forReading fileURL: URL) throws {
        try self.init(
            forReading: fileURL, commonFormat: Self.standardFormat, interleaved: false)
    }

    /// Opens a file for reading.
    ///
    /// - Parameters:
    ///   - format: The sample type of the frames.
    ///   - interleaved: Whether all channels of the frames share a buffer.
    /// - Throws: A status, as for `init(forReading:)`; a wrong parameter for `otherFormat`.
    public init(
        forReading fileURL: URL, commonFormat format: AVAudioCommonFormat, interleaved: Bool
    ) throws {
        let opened = try OpenedFile(reading: fileURL, format, isInterleaved: interleaved)
        url = fileURL
        fileFormat = opened.fileFormat
        processingFormat = opened.processingFormat
        state = Mutex(.open(opened))
    }

    /// Creates a file, or replaces an existing one, for writing frames of the standard format.
    ///
    /// - Parameters:
    ///   - fileURL: Its extension gives the type of the file, unless the settings do.
    ///   - settings: The format of the file, as in `AVAudioFormat.settings`, and of its encoder.
    /// - Throws: A status: unsupported data format for settings that are incomplete or do not fit
    ///   the type of the file, unsupported file type, or another of an audio file. An existing file
    ///   stays as it was if settings are wrong.
    public convenience init(forWriting fileURL: URL, settings: [String: Any]) throws {
        try self.init(
            forWriting: fileURL, settings: settings, commonFormat: Self.standardFormat,
            interleaved: false)
    }

    /// Creates a file, or replaces an existing one, for writing.
    ///
    /// - Parameters:
    ///   - fileURL: Its extension gives the type of the file, unless the settings do.
    ///   - settings: The format of the file, as in `AVAudioFormat.settings`, and of its encoder.
    ///   - format: The sample type of the frames.
    ///   - interleaved: Whether all channels of the frames share a buffer.
    /// - Throws: A status, as for `init(forWriting:settings:)`; a wrong parameter for
    ///   `otherFormat`.
    public init(
        forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat,
        interleaved: Bool
    ) throws {
        let opened = try OpenedFile(
            writing: fileURL, settings, format, isInterleaved: interleaved)
        url = fileURL
        fileFormat = opened.fileFormat
        processingFormat = opened.processingFormat
        state = Mutex(.open(opened))
    }

    /// Writes a file that `create` makes, with frames of the standard format.
    package init(
        forWriting fileURL: URL, settings: [String: Any],
        create: (FileToWrite) throws(AudioFileError) -> OpenAudioFile
    ) throws {
        let opened = try OpenedFile(
            writing: fileURL, settings, Self.standardFormat, isInterleaved: false
        ) { (_, wanted) throws(AudioFileError) in try create(wanted) }
        url = fileURL
        fileFormat = opened.fileFormat
        processingFormat = opened.processingFormat
        state = Mutex(.open(opened))
    }

    deinit {
        close()
    }

    private static let standardFormat = AVAudioCommonFormat.pcmFormatFloat32

    /// Closes the file; one that was written gets its final header. A second call does nothing.
    open func close() {
        let opened = state.withLock { state -> OpenedFile? in
            guard case .open(let opened) = state else { return nil }
            state = .closed(length: opened.length, position: opened.position)
            return opened
        }
        opened?.close()
    }

    /// Whether the file is open.
    open var isOpen: Bool { opened != nil }

    private var opened: OpenedFile? {
        state.withLock { state in
            guard case .open(let opened) = state else { return nil }
            return opened
        }
    }

    /// The open file.
    ///
    /// - Throws: File not found, for `failedCall`, after `close`.
    private func openedFile(for failedCall: String) throws -> OpenedFile {
        guard let opened else {
            throw NSError.avfAudio(kAudio_FileNotFoundError, failedCall: failedCall)
        }
        return opened
    }

    // MARK: Frames

    /// The number of frames in the file, at its sample rate; of a file that is written, those
    /// written so far.
    open var length: AVAudioFramePosition {
        state.withLock { state in
            switch state {
            case .open(let opened): opened.length
            case .closed(let length, _): length
            }
        }
    }

    /// The frame that is read or written next.
    ///
    /// Positions outside the file move to its nearest end. A file that is written stays at its end.
    open var framePosition: AVAudioFramePosition {
        get {
            state.withLock { state in
                switch state {
                case .open(let opened): opened.position
                case .closed(_, let position): position
                }
            }
        }
        set { opened?.seek(to: newValue) }
    }

    /// Reads as many frames as the buffer has room for, or fewer at the end of the file.
    ///
    /// - Parameter buffer: A buffer of the processing format. Its frame length is what was read.
    /// - Throws: A wrong parameter for another format; an `NSError` of the domain
    ///   `Foundation._GenericObjCError` and code 0 at the end of the file; or another status.
    open func read(into buffer: AVAudioPCMBuffer) throws {
        try read(into: buffer, frameCount: buffer.frameCapacity)
    }

    /// Reads frames, or fewer at the end of the file.
    ///
    /// - Parameters:
    ///   - buffer: A buffer of the processing format. Its frame length is what was read.
    ///   - frames: The number of frames; at most the buffer's capacity is read.
    /// - Throws: As `read(into:)`.
    open func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
        let call = "ExtAudioFileRead"
        let opened = try openedFile(for: call)
        buffer.frameLength = 0
        guard buffer.format == processingFormat else {
            throw NSError.avfAudio(kAudio_ParamError, failedCall: call)
        }
        let wanted = min(frames, buffer.frameCapacity)
        guard wanted > 0 else { return }
        let count = try opened.calling(call) { file throws(ExtendedFileError) in
            try file.read(Int(wanted), into: buffer.roomForFrames)
        }
        // Apple's method fails here without an error, which Swift imports as this one.
        guard count > 0 else { throw NSError(domain: "Foundation._GenericObjCError", code: 0) }
        buffer.frameLength = AVAudioFrameCount(count)
    }

    /// Writes the buffer's frames at the end of the file.
    ///
    /// - Parameter buffer: A buffer of the processing format.
    /// - Throws: A wrong parameter for another format; a status of the file, on a full disk for
    ///   instance. `length` tells how many frames were accepted.
    open func write(from buffer: AVAudioPCMBuffer) throws {
        let call = "ExtAudioFileWrite"
        let opened = try openedFile(for: call)
        guard buffer.format == processingFormat else {
            throw NSError.avfAudio(kAudio_ParamError, failedCall: call)
        }
        try opened.calling(call) { file throws(ExtendedFileError) in
            try file.write(Int(buffer.frameLength), from: buffer.filledFrames)
        }
    }

    /// The reader below a file that is read; `nil` for one that is written, and after `close`.
    package var fileReader: AudioFileReader? { opened?.reader }

    /// A second reader of the file, with a position of its own, which gives frames of the
    /// processing format.
    ///
    /// - Throws: A status, after `close` for instance.
    package func makeReader() throws -> ExtendedFileReading {
        try openedFile(for: "ExtAudioFileOpenURL").makeReader()
    }
}
