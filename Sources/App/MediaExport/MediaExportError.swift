package import AudioCodecs
import AudioFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Why media could not be read, mixed or written.
package enum MediaExportError: Error, Hashable, Sendable {
    /// The media that is read: unknown, damaged, or not there.
    case reading(FormatError)
    /// A file exists already.
    case alreadyThere
    case diskFull
    /// The file cannot be created or written.
    case writing(errno: Int32)
    /// The kind of file cannot hold the sound, or there is no encoder for it.
    case unsupportedOutput
    /// Samples are of another format than those before, or contradict their format.
    case unsuitableSamples
    /// A time is too far from those before.
    case timeOutOfRange
    /// The file would exceed the size limit of its kind.
    case tooLong
    case encodingFailed
    case cancelled

    /// An error of a file that is written.
    package init(writing error: FormatError) {
        switch error.reason {
        case .cannotOpen(let number), .cannotRead(let number), .cannotWrite(let number):
            self.init(errno: number)
        case .tooLarge: self = .tooLong
        case .unsupportedCoding, .missingLibrary, .containerNotRead, .badField:
            self = .unsupportedOutput
        case .notAFile: self = .writing(errno: EISDIR)
        case .empty, .unknownContainer, .replaced, .endsEarly, .missing: self = .encodingFailed
        }
    }

    /// An error of a file that is written frame by frame.
    init(_ error: ExtendedFileError) {
        switch error {
        case .file(let error): self.init(error)
        case .clientFormatNotLinear, .wrongFormat, .wrongChannels, .wrongArgument, .missingArgument:
            self = .unsuitableSamples
        case .notOpen, .unknownProperty, .wrongPropertySize, .wrongOrder, .packetSizeUnknown,
            .wrongSeek, .asynchronousWriteTooLarge, .asynchronousWriteOverflow, .codecUnavailable:
            self = .encodingFailed
        }
    }

    private init(_ error: AudioFileError) {
        switch error {
        case .systemFailed(let number): self.init(errno: number)
        case .notPermitted: self = .writing(errno: EACCES)
        case .noSuchFile: self = .writing(errno: ENOENT)
        case .alreadyThere: self = .alreadyThere
        case .tooLong: self = .tooLong
        case .unsupportedCoding, .unknownFileType, .notSupported: self = .unsupportedOutput
        case .notOpen, .missingArgument, .missingData, .wrongArgument, .tooManyFiles, .outOfMemory,
            .damaged, .unknownProperty, .wrongDataSize, .noSuchPart, .packetOutOfRange,
            .positionOutOfRange, .tooLate, .endOfFile, .appFailed:
            self = .encodingFailed
        }
    }

    private init(errno number: Int32) {
        switch number {
        case EEXIST: self = .alreadyThere
        case ENOSPC, EDQUOT: self = .diskFull
        case EFBIG: self = .tooLong
        default: self = .writing(errno: number)
        }
    }
}
