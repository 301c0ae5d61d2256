package import AudioCodecs
import AudioFormats

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An error of a call for an audio file.
public enum AudioFileError: Error, Hashable, Sendable {
    /// The handle is closed, or was never open.
    case notOpen
    case missingArgument
    /// There is nothing to write, or no number of it.
    case missingData
    case wrongArgument
    case noSuchFile
    /// A file exists where a new one was to be created.
    case alreadyThere
    case notPermitted
    case tooManyFiles
    case outOfMemory
    /// Not an audio file, or a file type that is not read.
    case unknownFileType
    case unsupportedCoding
    /// The file contradicts itself, or has changed since it was opened.
    case damaged
    case unknownProperty
    case wrongDataSize
    /// The file has no chunk with this identifier and index.
    case noSuchPart
    /// The file type has no such feature.
    case notSupported
    case packetOutOfRange
    /// A byte offset before the start, or a write beyond the end that would leave a gap.
    case positionOutOfRange
    /// The header can no longer change because there is audio.
    case tooLate
    /// The file would exceed the size limit of its type.
    case tooLong
    case endOfFile
    /// The system could not read or write; `errno` says why.
    case systemFailed(errno: Int32)
    /// A callback of the app returned this status.
    case appFailed(status: Int32)
}

extension AudioFileError {
    /// A callback of the app failed without a status.
    static let failedWithoutReason = AudioFileError.systemFailed(errno: EIO)

    package init(_ error: FormatError) {
        switch error.reason {
        case .cannotOpen(let number), .cannotRead(let number), .cannotWrite(let number):
            self.init(errno: number)
        case .notAFile, .empty, .unknownContainer, .containerNotRead: self = .unknownFileType
        case .replaced, .endsEarly, .missing, .badField, .tooLarge: self = .damaged
        case .unsupportedCoding, .missingLibrary: self = .unsupportedCoding
        }
    }

    /// Translates an error of a file; the status of an app's callback stays as it is.
    init(_ error: FormatError, from source: any ByteSource, isWriting: Bool = false) {
        switch error.reason {
        case .cannotRead(let status) where source is CallbackBytes,
            .cannotWrite(let status) where source is CallbackBytes:
            self = status == 0 ? .failedWithoutReason : .appFailed(status: status)
        default: self = isWriting ? Self(writing: error) : Self(error)
        }
    }

    /// Translates an error of a writer.
    init(writing error: FormatError) {
        switch error.reason {
        case .tooLarge: self = .tooLong
        case .badField, .endsEarly: self = .wrongArgument
        // A file type that needs a magic cookie got none.
        case .missing: self = .notSupported
        case .cannotOpen, .cannotRead, .cannotWrite, .notAFile, .empty, .unknownContainer,
            .containerNotRead, .replaced, .unsupportedCoding, .missingLibrary:
            self.init(error)
        }
    }

    private init(errno number: Int32) {
        switch number {
        case EEXIST: self = .alreadyThere
        case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: self = .noSuchFile
        case EACCES, EPERM, EROFS, EISDIR, ETXTBSY: self = .notPermitted
        case EMFILE, ENFILE: self = .tooManyFiles
        case ENOMEM: self = .outOfMemory
        default: self = .systemFailed(errno: number)
        }
    }
}
