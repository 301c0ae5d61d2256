import AudioFormats

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Why a call for an audio file failed.
public enum AudioFileError: Error, Hashable, Sendable {
    /// Closed, or never open.
    case notOpen
    case missingArgument
    case wrongArgument
    case noSuchFile
    /// A new file was asked for where there is one.
    case alreadyThere
    case notPermitted
    case tooManyFiles
    case outOfMemory
    /// Not an audio file, or one of a kind that is not read.
    case unknownFileType
    case unsupportedCoding
    /// The file contradicts itself, or is not any more what it was when it was opened.
    case damaged
    case unknownProperty
    case wrongDataSize
    /// No part of the file has the name and the index.
    case noSuchPart
    /// Files of this kind have no such thing.
    case notSupported
    case packetOutOfRange
    /// A byte before the start, or where writing would leave a gap.
    case positionOutOfRange
    /// What the file says before its audio cannot be changed once there is audio.
    case tooLate
    /// Files of this kind have no room for so much.
    case tooLong
    case endOfFile
    /// The system could not read or write, and says this about it.
    case systemFailed(errno: Int32)
    /// One of the app's own functions returned this.
    case appFailed(status: Int32)
}

extension AudioFileError {
    /// What is read or written through somebody's functions went wrong, and they gave no reason.
    static let failedWithoutReason = AudioFileError.systemFailed(errno: EIO)

    init(_ error: FormatError) {
        switch error.reason {
        case .cannotOpen(let number), .cannotRead(let number), .cannotWrite(let number):
            self.init(errno: number)
        case .notAFile, .empty, .unknownContainer, .containerNotRead: self = .unknownFileType
        case .replaced, .endsEarly, .missing, .badField, .tooLarge: self = .damaged
        case .unsupportedCoding: self = .unsupportedCoding
        }
    }

    /// What a writer's error means.
    init(writing error: FormatError) {
        switch error.reason {
        case .tooLarge: self = .tooLong
        case .badField, .endsEarly: self = .wrongArgument
        // A file that must have a magic cookie, and was given none.
        case .missing: self = .notSupported
        case .cannotOpen, .cannotRead, .cannotWrite, .notAFile, .empty, .unknownContainer,
            .containerNotRead, .replaced, .unsupportedCoding:
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
