#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An error in a file or its coding, and its position: the only error type of the codecs and the
/// containers.
///
/// `description` is an English predicate without the file's name: "is empty".
public struct FormatError: Error, Hashable, Sendable {
    /// The kind of error.
    public var reason: Reason
    /// Byte offset of the defect in the file; zero when it concerns the whole file.
    public var offset: Int64

    /// Creates an error.
    public init(_ reason: Reason, offset: Int64 = 0) {
        self.reason = reason
        self.offset = offset
    }

    /// The kind of error.
    public enum Reason: Hashable, Sendable {
        /// The file cannot be opened; with the system's `errno`.
        case cannotOpen(errno: Int32)
        /// Reading failed; with the system's `errno`.
        case cannotRead(errno: Int32)
        /// Writing failed; with the system's `errno`.
        case cannotWrite(errno: Int32)
        /// The path is a folder, a pipe or a device.
        case notAFile
        /// The file has no bytes.
        case empty
        /// The file has none of the supported formats.
        case unknownContainer
        /// The format is recognised but not parsed.
        case containerNotRead(ContainerKind)
        /// The file was overwritten by another after it was opened.
        case replaced
        /// The file ends inside the named part.
        case endsEarly(String)
        /// The named part, which is required to read the audio, is missing.
        case missing(String)
        /// The named field violates the format's rules or contradicts the rest of the file.
        case badField(String)
        /// The coding is recognised but cannot be decoded.
        case unsupportedCoding(String)
        /// A shared library that reads or writes the coding or the format is not installed; with its
        /// name and what to install.
        case missingLibrary(String)
        /// The named item exceeds a limit of this module.
        case tooLarge(String)
    }
}

extension FormatError: CustomStringConvertible {
    public var description: String {
        switch reason {
        case .cannotOpen(let number): "cannot be opened: \(systemMessage(number))"
        case .cannotRead(let number): "cannot be read at byte \(offset): \(systemMessage(number))"
        case .cannotWrite(let number): "cannot be written: \(systemMessage(number))"
        case .notAFile: "is not a regular file"
        case .empty: "is empty"
        case .unknownContainer: "is not an audio file of a supported format"
        case .containerNotRead(let kind): "is \(kind.name), which is not supported"
        case .replaced: "was overwritten by another file after it was opened"
        case .endsEarly(let part): "ends inside the \(part), at byte \(offset)"
        case .missing(let part): "has no \(part)"
        case .badField(let field): "has an invalid \(field) at byte \(offset)"
        case .unsupportedCoding(let coding): "holds \(coding), which is not decoded"
        case .missingLibrary(let library): "needs \(library)"
        case .tooLarge(let part):
            "has too large a \(part)" + (offset > 0 ? ", at byte \(offset)" : "")
        }
    }
}

/// The system's message for an `errno` value.
private func systemMessage(_ number: Int32) -> String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
}
